package muster.coordinator.core.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.coordinator.core.verdict.EraseGuard;
import muster.coordinator.core.verdict.ValidityCheck;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.Finished;
import muster.protocol.PhaseKnown;
import muster.protocol.Progress;
import muster.protocol.Submitted;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import muster.store.file.row.InterruptedRow;
import muster.store.file.row.PhaseAt;
import muster.store.file.row.RunEnd;
import muster.store.file.row.RunRow;
import muster.store.file.row.StepRow;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;

/** One run: waits for workers, then executes tasks and phases of every trial and step, one after another, and judges. */
public final class RunExecution {
    /** One thing to do. */
    private sealed interface Move {
        record DoTask(StepScript step, int trial, Kind kind) implements Move {}

        record Verify(StepScript step, int trial, PhaseSpec spec) implements Move {}

        record DoPhase(StepScript step, int trial, ExecutedPhase phase) implements Move {}
    }

    private static final long SECOND_NS = 1_000_000_000;
    private static final long REPORT_NS = SECOND_NS;

    final Submission submission;
    final RunScript script;
    private final CoordinatorSettings settings;
    private final UniqueNumbers numbers;
    private final Outbox outbox;
    private final Deque<Move> moves = new ArrayDeque<>();
    private final Set<Peer> followers = new LinkedHashSet<>();
    private final RunOutcome outcome;
    private final List<PhaseKnown> known = new ArrayList<>();
    /** An earlier incarnation of the coordinator knew what this one does not; until the next trial begins. */
    private boolean outcomesForgotten;

    private long waitingSinceNs;
    private long runId;
    private boolean gathered;
    private int alive;
    private @Nullable TaskExecution task;
    private @Nullable Move current;
    private @Nullable PhaseExecution phase;
    /** The phase that comes next, as an earlier incarnation began it. */
    private InterruptedRow.@Nullable Phase interrupted;

    private boolean stopping;
    private boolean ending;
    private @Nullable RunEnd end;
    private long lastReportNs;

    RunExecution(
            Submission submission,
            RunScript script,
            CoordinatorSettings settings,
            UniqueNumbers numbers,
            Outbox outbox,
            long nowNs) {
        this.submission = submission;
        this.script = script;
        this.settings = settings;
        this.numbers = numbers;
        this.outbox = outbox;
        this.outcome = new RunOutcome(outbox);
        this.waitingSinceNs = nowNs;
        for (int trial = 1; trial <= script.trials(); trial++) {
            for (StepScript step : script.order(trial)) {
                plan(step, trial);
            }
        }
    }

    private void plan(StepScript step, int trial) {
        moves.add(new Move.DoTask(step, trial, Kind.PROBE));
        if (step.plan().freshState()) {
            moves.add(new Move.DoTask(step, trial, Kind.RESET));
        }
        for (PhaseSpec spec : step.plan().phases()) {
            if (spec.kind() == PhaseKind.VERIFY) {
                planVerify(step, trial, spec);
            }
            step.phases().stream()
                    .filter(executed -> executed.spec().equals(spec))
                    .forEach(executed -> plan(step, trial, executed));
        }
    }

    /** The noop target holds nothing that could be wrong. */
    private void planVerify(StepScript step, int trial, PhaseSpec spec) {
        if (!step.plan().target().kind().equals("noop")) {
            moves.add(new Move.Verify(step, trial, spec));
        }
    }

    private void plan(StepScript step, int trial, ExecutedPhase executed) {
        moves.add(new Move.DoPhase(step, trial, executed));
        if (executed.indexAfter()) {
            moves.add(new Move.DoTask(step, trial, Kind.INDEX));
        }
        if (endsLoad(step, executed.key().ordinal())) {
            moves.add(new Move.DoTask(step, trial, Kind.FINGERPRINT));
        }
    }

    private static boolean endsLoad(StepScript step, int ordinal) {
        boolean load = step.phases().get(ordinal).spec().kind() == PhaseKind.LOAD;
        boolean last = ordinal + 1 == step.phases().size();
        return load && (last || step.phases().get(ordinal + 1).spec().kind() != PhaseKind.LOAD);
    }

    /** What an earlier incarnation did of it is done; a phase that it started goes on, and one that it prepared begins. */
    void goOn(InterruptedRun run) {
        remember(run, false);
        outcomesForgotten = true;
        gathered = true;
        Map<PhaseAt, InterruptedRow.Phase> known = new HashMap<>();
        run.phases().forEach(phase -> known.put(phase.state().at(), phase));
        Deque<Move> after = new ArrayDeque<>();
        for (Move move : moves) {
            after.add(move);
            InterruptedRow.Phase begun = move instanceof Move.DoPhase phase ? known.get(at(phase)) : null;
            if (begun != null) {
                after.clear();
                left(move, begun, after);
            }
        }
        moves.clear();
        moves.addAll(after);
    }

    /** Trials that are whole stay; one that is not is abandoned, and done again under the next free number. */
    void restart(InterruptedRun run) {
        remember(run, true);
    }

    private void remember(InterruptedRun run, boolean again) {
        begun(run.runId());
        outcome.remember(run);
        moves.clear();
        TrialNumbers trials = new TrialNumbers(run);
        for (int round = 1; round <= script.trials(); round++) {
            for (StepScript step : script.steps()) {
                resume(trials, step, round, again);
            }
        }
    }

    private void resume(TrialNumbers trials, StepScript step, int round, boolean again) {
        int trial = trials.of(step.number(), round);
        if (trials.whole(step.number(), trial, step.phases().size())) {
            return;
        }
        if (again && trials.begun(step.number(), trial)) {
            outcome.abandoned(step.number(), trial);
            outbox.add(new Action.Abandon(runId, step.number(), trial));
            plan(step, trials.free());
        } else {
            plan(step, trial);
        }
    }

    private void left(Move move, InterruptedRow.Phase phase, Deque<Move> after) {
        interrupted = phase.finished() ? null : phase;
        if (!phase.finished()) {
            after.add(move);
        }
    }

    /** Asks the store for a number. */
    void begin(long nowNs) {
        Plan plan = script.plan();
        List<StepRow> steps = script.steps().stream()
                .map(step -> new StepRow(0, step.number(), step.parametersJson()))
                .toList();
        RunRow row = new RunRow(
                name(),
                submission.mode(),
                plan.name(),
                plan.text(),
                plan.target().kind(),
                plan.workload().kind(),
                plan.seed(),
                nowNs,
                script.environment());
        outbox.add(new Action.BeginRun(submission.request(), row, steps));
    }

    void begun(long number) {
        runId = number;
    }

    /** Its turn has come. */
    void started(long nowNs) {
        waitingSinceNs = nowNs;
    }

    // ---- going on ----

    /** Does what can be done now. */
    void advance(List<WorkerSession> workers, long nowNs) {
        if (runId == 0 || ending || !enough(workers, nowNs) || deserted(workers, nowNs)) {
            return;
        }
        if (task == null && phase == null) {
            next(workers, nowNs);
        } else if (task != null) {
            assign(task, workers);
        }
    }

    private boolean enough(List<WorkerSession> workers, long nowNs) {
        gathered |= workers.size() >= expected();
        if (!gathered && alive >= expected()) {
            waitingSinceNs = nowNs;
        }
        if (!gathered && nowNs - waitingSinceNs > submission.workerTimeoutNs()) {
            fail(
                    ExitCode.FAULT,
                    workers.size() + " of " + expected() + " workers came within "
                            + submission.workerTimeoutNs() / 1_000_000_000
                            + " s; start more, or raise --worker-timeout",
                    nowNs);
        } else if (!gathered) {
            waitFor(workers.size() + " of " + expected() + " came", nowNs);
        }
        return gathered;
    }

    private int expected() {
        return Math.max(1, submission.expectWorkers());
    }

    /** So many worker processes of ours are alive. */
    void workersAlive(int processes) {
        alive = processes;
    }

    /** Tells those who follow what the run waits for, and for how long it still does. */
    private void waitFor(String missing, long nowNs) {
        if (nowNs - lastReportNs < REPORT_NS) {
            return;
        }
        lastReportNs = nowNs;
        long leftNs = waitingSinceNs + submission.workerTimeoutNs() - nowNs;
        Progress waiting = Progress.newBuilder()
                .setRunId(runId)
                .setRunName(name())
                .setLine("waiting for workers: " + missing + ", "
                        + (!gathered && alive >= expected()
                                ? alive + " processes are alive"
                                : Math.ceilDiv(leftNs, SECOND_NS) + " s left"))
                .build();
        Envelope envelope = Envelope.newBuilder().setProgress(waiting).build();
        followers.forEach(follower -> outbox.add(new Action.Send(follower, envelope)));
    }

    /** Between phases there must be somebody to work; a phase watches its members itself. */
    private boolean deserted(List<WorkerSession> workers, long nowNs) {
        if (!workers.isEmpty() || phase != null) {
            waitingSinceNs = nowNs;
        } else if (nowNs - waitingSinceNs > submission.workerTimeoutNs()) {
            long seconds = submission.workerTimeoutNs() / 1_000_000_000;
            fail(ExitCode.FAULT, "no worker was left for " + seconds + " s", nowNs);
        } else {
            waitFor("no worker is left", nowNs);
        }
        return workers.isEmpty() && phase == null;
    }

    private void next(List<WorkerSession> workers, long nowNs) {
        current = moves.poll();
        switch (current) {
            case null -> end(true, nowNs);
            case Move.DoTask move -> begin(move.kind(), move.step(), Task.getDefaultInstance(), workers);
            // Which index had which outcome is not in the store: an oracle would judge by what nobody knows any more.
            case Move.Verify move
            when outcomesForgotten ->
                unverified(
                        move,
                        "the coordinator was restarted during the trial, so the outcome of each operation is not known");
            case Move.Verify move
            when withOracle(workers).isEmpty() ->
                unverified(move, "the oracle runs in a Java worker, and there is none; add one");
            case Move.Verify move -> verify(move, workers);
            case Move.DoPhase move -> beginPhase(move, workers, nowNs);
        }
    }

    private void verify(Move.Verify move, List<WorkerSession> workers) {
        outbox.log("verifying: " + move.spec().name());
        Task.Builder task =
                Task.newBuilder().addAllKnown(known).setFeeds((int) move.spec().operations());
        begin(Kind.VERIFY, move.step(), task.build(), workers);
    }

    /** The oracle is in Java: a Python worker has none. */
    private static List<WorkerSession> withOracle(List<WorkerSession> workers) {
        return workers.stream()
                .filter(worker -> !worker.hello.getLanguage().equals("python"))
                .toList();
    }

    private void unverified(Move.Verify move, String reason) {
        outbox.log(move.spec().name() + " was skipped: " + reason);
        outcome.unverified(at(move), reason);
    }

    private void begin(Kind kind, StepScript step, Task details, List<WorkerSession> workers) {
        if (kind == Kind.PROBE) {
            known.clear();
            outcomesForgotten = false;
        }
        task = new TaskExecution(kind, numbers.nextTask(), step.planJson(), submission, details, outbox);
        assign(task, workers);
    }

    private static void assign(TaskExecution task, List<WorkerSession> workers) {
        List<WorkerSession> able = task.kind == Kind.VERIFY ? withOracle(workers) : workers;
        able.stream().findFirst().ifPresent(task::assign);
    }

    private void beginPhase(Move.DoPhase move, List<WorkerSession> workers, long nowNs) {
        outcome.phaseBegins();
        phase = new PhaseExecution(at(move), move.phase(), move.step(), submission, settings, numbers, outbox);
        phase.begin(workers, interrupted, nowNs);
        interrupted = null;
        lastReportNs = nowNs;
    }

    private PhaseAt at(Move.Verify move) {
        return new PhaseAt(
                runId, move.step().number(), move.trial(), move.spec().name());
    }

    private PhaseAt at(Move.DoPhase move) {
        return new PhaseAt(
                runId, move.step().number(), move.trial(), move.phase().name());
    }

    /** A phase that an earlier incarnation started goes on before any worker is back. */
    void continueInterrupted(long nowNs) {
        if (interrupted != null && interrupted.startNs() > 0 && moves.peek() instanceof Move.DoPhase move) {
            current = moves.poll();
            phase = new PhaseExecution(at(move), move.phase(), move.step(), submission, settings, numbers, outbox);
            phase.resume(interrupted, nowNs);
            interrupted = null;
            lastReportNs = nowNs;
        }
    }

    public void tick(List<WorkerSession> workers, long nowNs) {
        PhaseExecution running = phase;
        if (running != null) {
            String stuck = running.tick(workers, nowNs);
            if (stuck != null) {
                abandon(ExitCode.FAULT, stuck, nowNs);
            } else if (running.errorsSeen() && stopsOnError()) {
                abandon(ExitCode.OPERATIONS_FAILED, "an operation failed, and the plan says onError: stop", nowNs);
            }
        }
        report(nowNs);
        advance(workers, nowNs);
    }

    private boolean stopsOnError() {
        return "stop".equals(script.plan().target().settings().raw().get("onError"));
    }

    private void report(long nowNs) {
        if (phase != null && !phase.closing() && nowNs - lastReportNs >= REPORT_NS) {
            lastReportNs = nowNs;
            outbox.add(new Action.Report(List.copyOf(followers), phase.at, progress(phase, nowNs)));
        }
    }

    /** Where the phase that is running stands, but for its figures; null between phases. */
    @Nullable
    public Progress progress(long nowNs) {
        return phase == null ? null : progress(phase, nowNs);
    }

    private Progress progress(PhaseExecution running, long nowNs) {
        Progress.Builder progress = Progress.newBuilder()
                .setRunId(runId)
                .setRunName(name())
                .setStep(running.at.step())
                .setTrial(running.at.trial())
                .setPhase(running.at.phase())
                .setWorkers(running.workers())
                .setSecondsLeft(running.secondsLeft(nowNs));
        running.everyone().stream()
                .filter(PhaseMember::active)
                .forEach(member -> progress.addMembers(member.worker.status(true, nowNs)));
        return progress.build();
    }

    public String name() {
        return submission.name().isEmpty() ? script.plan().name() : submission.name();
    }

    // ---- answers ----

    public void taskResult(WorkerSession worker, TaskResult result, List<WorkerSession> workers, long nowNs) {
        if (task != null && task.answers(worker, result)) {
            task = null;
            judge(result, nowNs);
            advance(workers, nowNs);
        }
    }

    private void judge(TaskResult result, long nowNs) {
        if (!result.getFailure().isEmpty()) {
            fail(failure(result.getFailure()), result.getMessage(), nowNs);
        } else if (current instanceof Move.DoTask move) {
            judge(move, result, nowNs);
        } else if (current instanceof Move.Verify move) {
            result.getFindingsList().forEach(finding -> outcome.found(at(move), finding));
        }
    }

    private void judge(Move.DoTask move, TaskResult result, long nowNs) {
        String refusal = move.kind() == Kind.PROBE && move.step().plan().writes()
                ? EraseGuard.refusal(result.getFactsMap(), submission.mayErase())
                : null;
        if (refusal != null) {
            fail(ExitCode.BAD_INPUT, refusal, nowNs);
        } else if (move.kind() == Kind.FINGERPRINT) {
            PhaseAt load = new PhaseAt(runId, move.step().number(), move.trial(), "");
            outcome.fingerprint(load, new TreeMap<>(result.getFactsMap()).toString());
        }
    }

    private static ExitCode failure(String kind) {
        return kind.equals("plan") || kind.equals("refused") ? ExitCode.BAD_INPUT : ExitCode.FAULT;
    }

    public void failed(WorkerSession worker, Failed failed, long nowNs) {
        abandon(failure(failed.getKind()), worker.name() + ": " + failed.getMessage(), nowNs);
    }

    public void phaseClosed(PhaseFigures figures, List<WorkerSession> workers, long nowNs) {
        PhaseExecution closed = phase;
        if (closed == null || !(current instanceof Move.DoPhase move)) {
            return;
        }
        phase = null;
        known.add(closed.known());
        Plan plan = move.step().plan();
        outcome.closed(closed, figures, plan, facts(closed, figures, plan));
        if (stopping) {
            end(false, nowNs);
        } else {
            advance(workers, nowNs);
        }
    }

    private ValidityCheck.Facts facts(PhaseExecution closed, PhaseFigures figures, Plan plan) {
        return new ValidityCheck.Facts(
                closed.seconds(),
                closed.everyone(),
                closed.phase.spec(),
                figures,
                closed.missedArrivals(),
                submission.overhead() || plan.target().kind().equals("noop"),
                submission.leaseSize());
    }

    // ---- ends ----

    /** Ends the run before it is done: from outside, or because it cannot go on. What was measured is kept. */
    public void abandon(ExitCode code, String reason, long nowNs) {
        outcome.cutShort(code, reason);
        if (stopping || ending) {
            return;
        }
        stopping = true;
        moves.clear();
        if (phase != null) {
            phase.stop(nowNs);
        } else {
            task = null;
            end(false, nowNs);
        }
    }

    private void fail(ExitCode code, String reason, long nowNs) {
        abandon(code, reason, nowNs);
    }

    private void end(boolean complete, long nowNs) {
        if (!ending && runId != 0) {
            ending = true;
            boolean thresholds = !script.plan().thresholds().isEmpty();
            end = outcome.end(runId, complete, thresholds, nowNs);
            outbox.add(new Action.CloseRun(end));
        }
    }

    /** From outside. A cancel lets operations in flight finish; an abort does not wait for them. */
    void cancel(boolean now, long nowNs) {
        abandon(ExitCode.ABORTED, now ? "aborted from outside" : "cancelled from outside", nowNs);
        if (now && phase != null) {
            phase.abort();
        }
    }

    /** The store has closed the run: tells those who follow. */
    Finished closed(String summary) {
        String message = outcome.message();
        Finished finished = Finished.newBuilder()
                .setRunId(runId)
                .setExitCode(outcome.exit().code())
                .setState(end == null ? RunEnd.STOPPED : end.state())
                .setSummary((summary + "\n" + message).strip())
                .build();
        followers.forEach(peer -> outbox.send(peer, Envelope.newBuilder().setFinished(finished)));
        return finished;
    }

    /** The run cannot even be closed: workers stop at once, and those who follow are told. */
    Finished lost(String reason) {
        outcome.lost(reason);
        if (phase != null) {
            phase.abort();
        }
        return closed("");
    }

    void tellSubmitted(long request) {
        Submitted submitted =
                Submitted.newBuilder().setRequest(request).setRunId(runId).build();
        followers.forEach(peer -> outbox.send(peer, Envelope.newBuilder().setSubmitted(submitted)));
    }

    void follow(Peer peer) {
        followers.add(peer);
    }

    // ---- what others ask ----

    public long runId() {
        return runId;
    }

    @Nullable
    public PhaseExecution phase() {
        return phase;
    }

    public String state() {
        return ending ? "ending" : stopping ? "stopping" : gathered ? "running" : "waiting for workers";
    }

    public String where() {
        return phase == null ? "" : phase.at.phase();
    }
}
