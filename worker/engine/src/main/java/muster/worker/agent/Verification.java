package muster.worker.agent;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.PhaseKnown;
import muster.protocol.Task;
import muster.workloads.DataFiles;
import muster.workloads.oracle.Finding;
import muster.workloads.oracle.KnownOutcomes;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.oracle.Oracle;
import muster.workloads.oracle.Ranges;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** The task "verify": compares the database with what must exist by coverage. There are no writes meanwhile. */
final class Verification {
    private final Target target;
    private final PlanCheck check;
    private final RepeatedExecution execution;
    private final int k;

    Verification(Target target, Plan plan, DataFiles files) {
        this.target = target;
        this.check = PlanCheck.check(plan, files);
        this.execution = new RepeatedExecution(target, check.defaults());
        this.k = k(plan);
    }

    /** How many posts a feed has. */
    static int k(Plan plan) {
        return (int) plan.workload().settings().integer("k");
    }

    List<Finding> findings(Task task) throws TargetException {
        List<KnownOutcomes> known =
                task.getKnownList().stream().map(Verification::known).toList();
        Oracle oracle = Oracle.of(check.workload(), check.loads().subList(0, known.size()), known, task.getFeeds());
        List<Finding> findings = new ArrayList<>(oracle.graph(target.fingerprint()));
        if (!oracle.readers().isEmpty()) {
            findings.add(oracle.feeds(k, execution.feeds(oracle.readers(), k)));
        }
        findings.addAll(oracle.feedsMeanwhile());
        return findings;
    }

    static KnownOutcomes known(PhaseKnown known) {
        return new KnownOutcomes(
                Ranges.ofRuns(known.getExecutedList()),
                Ranges.ofRuns(known.getAbsentList()),
                Ranges.ofRuns(known.getDuplicateList()),
                Ranges.ofRuns(known.getUncertainList()),
                Ranges.ofRuns(known.getAgainList()),
                known.getFeedsList().stream()
                        .map(feed -> new FeedSample(feed.getIndex(), feed.getPostsList()))
                        .toList());
    }
}
