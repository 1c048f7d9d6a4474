package muster.worker.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanException;
import muster.workloads.plan.PlanJson;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** Does a task on the database and says how it went. */
final class TaskRunner {
    private final TargetCache targets;

    TaskRunner(TargetCache targets) {
        this.targets = targets;
    }

    TaskResult run(Task task) {
        TaskResult.Builder result = TaskResult.newBuilder().setTask(task.getTask());
        try {
            return result.putAllFacts(run(task, PlanJson.read(task.getPlan()))).build();
        } catch (PlanException e) {
            return result.setFailure("plan").setMessage(text(e)).build();
        } catch (TargetException e) {
            return result.setFailure("target").setMessage(text(e)).build();
        } catch (RuntimeException e) {
            return result.setFailure("fault")
                    .setMessage(task.getKind() + ": " + e)
                    .build();
        }
    }

    TaskResult failed(Task task, PlanException e) {
        return TaskResult.newBuilder()
                .setTask(task.getTask())
                .setFailure("plan")
                .setMessage(text(e))
                .build();
    }

    private static String text(Exception e) {
        return String.valueOf(e.getMessage());
    }

    private Map<String, String> run(Task task, Plan plan) throws TargetException {
        Target target = targets.open(plan);
        return switch (task.getKind()) {
            case "probe" -> probe(target);
            case "reset" -> {
                target.reset(plan.name());
                yield Map.of();
            }
            case "index" -> {
                target.awaitIndexes();
                yield Map.of();
            }
            case "fingerprint" -> target.fingerprint();
            default ->
                throw new PlanException("this worker does not know the task " + task.getKind()
                        + ": use the same release of Muster everywhere");
        };
    }

    private static Map<String, String> probe(Target target) throws TargetException {
        Target.Contents contents = target.contents();
        Map<String, String> facts = new LinkedHashMap<>(target.facts());
        facts.put("address", contents.address());
        facts.put("database", contents.database());
        facts.put("marked", String.valueOf(contents.marked()));
        facts.put("vertices", String.valueOf(contents.vertices()));
        facts.put("edges", String.valueOf(contents.edges()));
        return facts;
    }
}
