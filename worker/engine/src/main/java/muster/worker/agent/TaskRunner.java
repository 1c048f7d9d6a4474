package muster.worker.agent;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import muster.workloads.DataFiles;
import muster.workloads.oracle.Finding;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** Does a task on the database and says how it went. */
final class TaskRunner {
    private static final TaskWatchdog WATCHDOG = new TaskWatchdog(Duration.ofSeconds(5));

    private final TargetCache targets;

    TaskRunner(TargetCache targets) {
        this.targets = targets;
    }

    TaskResult run(Task task, DataFiles files) {
        TaskResult.Builder result = TaskResult.newBuilder().setTask(task.getTask());
        try {
            return run(task, PlanJson.read(task.getPlan()), files, result).build();
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

    private TaskResult.Builder run(Task task, Plan plan, DataFiles files, TaskResult.Builder result)
            throws TargetException {
        if (task.getKind().equals("reach")) {
            return new TargetReach(targets, plan).attempt(result);
        }
        Target target = targets.open(plan);
        return WATCHDOG.over(target, task.getKind(), () -> answered(task, plan, target, files, result));
    }

    private TaskResult.Builder answered(Task task, Plan plan, Target target, DataFiles files, TaskResult.Builder result)
            throws TargetException {
        if (task.getKind().equals("verify")) {
            new Verification(targets, plan, files).findings(task).forEach(each -> result.addFindings(finding(each)));
            return result;
        }
        if (task.getKind().equals("statements")) {
            return result.addAllStatements(StatementCheck.notes(target, plan, files));
        }
        if (task.getKind().equals("crash")) {
            return new CrashVerification(target, plan, files).of(task, result);
        }
        if (task.getKind().equals("after-load")) {
            return new AfterLoad(targets, target, plan).execute(result);
        }
        return result.putAllFacts(facts(task, plan, target));
    }

    static muster.protocol.Finding.Builder finding(Finding finding) {
        return muster.protocol.Finding.newBuilder()
                .setName(finding.name())
                .setExpected(finding.expected())
                .setObserved(finding.observed())
                .setPassed(finding.passed())
                .setReason(finding.reason());
    }

    private static Map<String, String> facts(Task task, Plan plan, Target target) throws TargetException {
        return switch (task.getKind()) {
            case "probe" -> probe(target);
            case "reset" -> {
                target.reset(plan.name());
                yield Map.of();
            }
            case "create" -> {
                Target.Contents contents = target.contents();
                if (contents.empty() && !contents.marked()) {
                    target.reset(plan.name());
                }
                yield Map.of();
            }
            case "index" -> {
                target.awaitIndexes();
                yield Map.of();
            }
            case "fingerprint" -> target.fingerprint();
            default ->
                throw new PlanException(
                        "unknown task " + task.getKind() + ": use the same release of Muster everywhere");
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
