package muster.worker.agent;

import muster.protocol.TaskResult;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Providers;
import muster.workloads.plan.language.Trees;
import muster.workloads.plan.section.DataStatements;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** The task "after-load": the statements that a plan has for its loaded data, one after another. */
final class AfterLoad {
    private final TargetCache targets;
    private final Target target;
    private final Plan plan;

    AfterLoad(TargetCache targets, Target target, Plan plan) {
        this.targets = targets;
        this.target = target;
        this.plan = plan;
    }

    /** A statement that is refused ends it, and so the load. */
    TaskResult.Builder execute(TaskResult.Builder result) throws TargetException {
        for (String key : DataStatements.KEYS) {
            for (String statement : plan.data()
                    .statements()
                    .of(key, Providers.target(plan.target().kind()).languages())) {
                String refusal = refusal(statement);
                if (!refusal.isEmpty()) {
                    return result.setFailure("load")
                            .setMessage("data.%s: \"%s\": %s".formatted(key, Trees.shorten(statement), refusal));
                }
            }
            if (key.equals(DataStatements.INDEXES)) {
                target.awaitIndexes();
            }
        }
        return result;
    }

    /** "" if it was executed. Throws if the target does not answer any more, which is no fault of the statement. */
    private String refusal(String statement) throws TargetException {
        try {
            target.execute(statement);
            return "";
        } catch (TargetException e) {
            targets.connect(plan).close();
            return String.valueOf(e.getMessage());
        }
    }
}
