package muster.worker.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import muster.protocol.CrashFindings;
import muster.protocol.LostWrites;
import muster.protocol.PhaseKnown;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import muster.workloads.DataFiles;
import muster.workloads.oracle.CrashCheck;
import muster.workloads.oracle.CrashCheck.Question;
import muster.workloads.oracle.Finding;
import muster.workloads.oracle.KnownOutcomes;
import muster.workloads.oracle.Oracle;
import muster.workloads.oracle.Ranges;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/**
 * The task "crash": which writes of the last phase the database kept, and whether what it holds is made of these alone. The
 * graph and some feeds are read before writes are executed again, which is how the database is asked for them.
 */
final class CrashVerification {
    private static final int MAX_CLIENTS = 16;

    private final Target target;
    private final PlanCheck check;
    private final RepeatedExecution execution;
    private final int k;

    CrashVerification(Target target, Plan plan, DataFiles files) {
        this.target = target;
        this.check = PlanCheck.check(plan, files);
        this.execution = new RepeatedExecution(target, check.defaults());
        this.k = Verification.k(plan.workload());
    }

    TaskResult.Builder of(Task task, TaskResult.Builder result) throws TargetException {
        List<KnownOutcomes> known =
                task.getKnownList().stream().map(Verification::known).toList();
        List<ExecutedPhase> phases = check.loads().subList(0, known.size());
        Map<String, String> fingerprint = target.fingerprint();
        Oracle readers = Oracle.of(check.workload(), phases, known, task.getFeeds());
        Map<Long, Optional<List<Long>>> feeds = execution.feeds(readers.readers(), k);
        CrashCheck crash = CrashCheck.of(check.workload(), phases, known);
        ask(crash, phases.getLast().spec().clients());
        List<KnownOutcomes> kept = new ArrayList<>(known);
        kept.set(known.size() - 1, crash.kept());
        Oracle oracle = Oracle.of(check.workload(), phases, kept, task.getFeeds());
        List<Finding> findings = new ArrayList<>(oracle.graph(fingerprint));
        if (!feeds.isEmpty()) {
            findings.add(oracle.feeds(k, feeds));
        }
        findings.forEach(each -> result.addFindings(TaskRunner.finding(each)));
        return result.setCrash(findings(crash, task.getKnownList().getLast()));
    }

    private void ask(CrashCheck crash, int clients) throws TargetException {
        ask(crash, crash.first(), 1);
        for (List<Question> questions : crash.rest()) {
            ask(crash, questions, Math.min(clients, MAX_CLIENTS));
        }
    }

    private void ask(CrashCheck crash, List<Question> questions, int clients) throws TargetException {
        ConcurrentLinkedQueue<Question> queue = new ConcurrentLinkedQueue<>(questions);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                all.add(threads.submit(() -> {
                    execution.each(queue::poll, crash::answered);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TargetException failure ? failure : new TargetException("crash: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException("crash was interrupted", e);
        }
    }

    private static CrashFindings findings(CrashCheck crash, PhaseKnown known) {
        Ranges before = Ranges.ofRuns(known.getBeforeCrashList());
        Map<String, TreeSet<Long>> lost = new TreeMap<>();
        crash.lost()
                .forEach((index, operation) -> lost.computeIfAbsent(
                                operation.kind().label(), label -> new TreeSet<>())
                        .add(index));
        CrashFindings.Builder findings = CrashFindings.newBuilder()
                .setAcknowledged(crash.acknowledged(before, true))
                .setAcknowledgedAfter(crash.acknowledged(before, false))
                .setUnknown(crash.unknown())
                .setUnknownKept(crash.unknownKept())
                .setRefused(crash.refused())
                .setPhantoms(crash.phantoms())
                .setHalfTransactions(crash.halfTransactions())
                .setUnjudged(crash.unjudged());
        lost.forEach((label, indexes) ->
                findings.addLost(LostWrites.newBuilder().setOperation(label).addAllRuns(Ranges.runs(indexes))));
        return findings.build();
    }
}
