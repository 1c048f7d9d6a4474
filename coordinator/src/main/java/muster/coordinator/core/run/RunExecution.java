package muster.coordinator.core.run;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.AgendaItem.RunCrashCheck;
import muster.coordinator.core.run.AgendaItem.RunPhase;
import muster.coordinator.core.run.AgendaItem.RunTask;
import muster.coordinator.core.run.AgendaItem.RunVerify;
import muster.coordinator.core.run.AgendaItem.StartServer;
import muster.model.CheckRow;
import muster.model.RunEnd;
import muster.protocol.Failed;
import muster.protocol.Finished;
import muster.protocol.Progress;
import muster.protocol.RunResult;
import muster.protocol.TaskResult;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;

/** One run: waits for workers, then does what its agenda says, and judges. */
public final class RunExecution {
    private static final long MAX_STORE_WAIT_NS = 4_000_000_000L;

    final Submission submission;
    final RunScript script;
    final WorkerQuorum quorum;
    final RunFollowers followers;
    private final CoordinatorSettings settings;
    private final UniqueNumbers numbers;
    private final Outbox outbox;
    private final RunAgenda agenda;
    private final SweepWatch sweep;
    private final RunOutcome outcome;
    private final RunTasks tasks;
    private final RunChecks checks;
    private final UnstoredResult unstored = new UnstoredResult();
    private long runId;
    private RunState state = new RunState.Idle();
    /** A person does not wait longer for a store that cannot write; {@link Long#MAX_VALUE} while no one stops the run. */
    private long stopByNs = Long.MAX_VALUE;
    /** Of the last phase that has begun; null if its server is crashed on purpose. */
    private @Nullable TargetWatch watch;

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
        this.agenda = new RunAgenda(script);
        this.sweep = new SweepWatch(script);
        this.quorum = new WorkerQuorum(submission, nowNs);
        this.followers = new RunFollowers(outbox);
        this.outcome = new RunOutcome(outbox, script);
        this.tasks = new RunTasks(submission, numbers, outbox);
        this.checks = new RunChecks(tasks, outcome, outbox);
    }

    /** Asks the store for a number. */
    void begin(long nowNs) {
        outbox.add(RunRows.begin(submission, script, name(), nowNs));
    }

    void begun(long number) {
        runId = number;
    }

    /** What an earlier incarnation did of it is done; a phase that it started is resumed, and one that it prepared begins. */
    void resume(InterruptedRun run) {
        begun(run.runId());
        outcome.remember(run);
        outcome.rememberFailedLoad(run);
        agenda.resume(run, runId);
        if (outcome.failed()) {
            agenda.clear();
        }
        tasks.forgetOutcomes();
        quorum.assume();
    }

    /** Trials that are whole stay; one that is not is abandoned, and done again under the next free number. */
    void restart(InterruptedRun run) {
        begun(run.runId());
        outcome.remember(run);
        for (RunAgenda.AbandonedTrial trial : agenda.restart(run)) {
            outcome.abandoned(trial.step(), trial.trial());
            outbox.add(new Action.Abandon(runId, trial.step(), trial.trial()));
        }
    }

    /** A phase that an earlier incarnation started goes on before any worker is back. */
    void continueInterrupted(long nowNs) {
        RunPhase item = agenda.nextStarted();
        if (item != null) {
            execution(item, nowNs).resume.begin(Objects.requireNonNull(agenda.takeInterrupted()), nowNs);
        }
    }

    public void tick(List<WorkerSession> workers, long nowNs) {
        PhaseExecution running = phase();
        if (running != null) {
            String stuck = running.tick(workers, nowNs);
            if (stuck != null) {
                abandon(ExitCode.FAULT, stuck, nowNs);
            } else if (running.acceptor.errorsSeen() && script.stopsOnError()) {
                abandon(ExitCode.OPERATIONS_FAILED, "an operation failed, and the plan says onError: stop", nowNs);
            }
            if (watch != null && watch.tick(workers, nowNs)) {
                running.lose(nowNs);
                abandon(ExitCode.FAULT, "", nowNs);
            }
            if (!running.status.closing() && followers.isDue(nowNs)) {
                followers.report(running, Objects.requireNonNull(progress(nowNs)), nowNs);
            }
        }
        advance(workers, nowNs);
    }

    /** Does what can be done now. */
    void advance(List<WorkerSession> workers, long nowNs) {
        if (runId == 0 || state instanceof RunState.Ended) {
            return;
        }
        switch (quorum.of(workers, phase() != null, nowNs)) {
            case WorkerQuorum.Answer.Failed failed -> abandon(ExitCode.FAULT, failed.reason(), nowNs);
            case WorkerQuorum.Answer.Waiting waiting ->
                followers.waiting(RunRows.named(runId, name()), waiting.line(), nowNs);
            case WorkerQuorum.Answer.Met met -> proceed(workers, nowNs);
        }
    }

    private void proceed(List<WorkerSession> workers, long nowNs) {
        switch (state) {
            case RunState.InTask busy -> {
                RunTasks.assign(busy.task(), workers);
                String overdue = busy.task().overdue(nowNs);
                if (overdue != null) {
                    abandon(ExitCode.FAULT, overdue, nowNs);
                }
            }
            case RunState.Idle idle when !checks.serverDown() -> next(workers, nowNs);
            default -> {}
        }
    }

    private void next(List<WorkerSession> workers, long nowNs) {
        if (agenda.loadsData() && workers.stream().allMatch(WorkerSession::isPython)) {
            abandon(
                    ExitCode.BAD_INPUT,
                    "data: a Python worker cannot load the data of a plan; add a Java worker (--workers 1)",
                    nowNs);
            return;
        }
        if (agenda.generatesJourneys() && workers.stream().noneMatch(WorkerSession::isPython)) {
            abandon(
                    ExitCode.BAD_INPUT,
                    "workload.journeys: key python needs a Python worker, which has the generator; add one (--python-workers 1)",
                    nowNs);
            return;
        }
        switch (agenda.next(nowNs)) {
            case null -> end(true, nowNs);
            case RunTask item -> state = new RunState.InTask(item, tasks.begin(item, workers));
            case RunVerify item -> state = checks.begin(item, runId, workers);
            case RunCrashCheck item -> state = checks.begin(item, runId, workers);
            case StartServer item -> state = new RunState.InServer(tasks.begin(item, runId));
            case RunPhase item -> {
                outcome.phaseBegins();
                execution(item, nowNs).preparation.begin(workers, agenda.takeInterrupted(), nowNs);
            }
        }
    }

    private PhaseExecution execution(RunPhase item, long nowNs) {
        PhaseExecution phase =
                new PhaseExecution(item.at(runId), item.phase(), item.step(), submission, settings, numbers, outbox);
        state = new RunState.InPhase(item, phase);
        checks.phaseBegins(phase);
        watch = item.phase().spec().crash() == null ? tasks.watch(phase, item, nowNs) : null;
        followers.phaseBegins(nowNs);
        return phase;
    }

    public void taskResult(WorkerSession worker, TaskResult result, List<WorkerSession> workers, long nowNs) {
        if (watch != null && watch.takes(worker, result, nowNs)) {
            return;
        }
        if (state instanceof RunState.InTask busy && busy.task().answers(worker, result)) {
            state = new RunState.Idle();
            judge(busy.item(), result, nowNs);
            advance(workers, nowNs);
        }
    }

    public void serverAnswered(Event.ServerAnswered answered, List<WorkerSession> workers, long nowNs) {
        if (state instanceof RunState.InServer busy && busy.task().equals(answered.task())) {
            state = new RunState.Idle();
            tasks.serverStarted(answered.task());
            if (!answered.failure().isEmpty()) {
                abandon(ExitCode.FAULT, answered.failure(), nowNs);
            }
            advance(workers, nowNs);
        }
    }

    /** The server is back, or cannot be brought back. */
    public void serverCrashed(Event.ServerCrashed crashed, long nowNs) {
        checks.answered(crashed).ifPresent(reason -> abandon(ExitCode.FAULT, reason, nowNs));
    }

    /** A process of the server that was observed during the phase is not there any more. */
    public void serverProcessEnded(String name) {
        if (watch != null) {
            watch.processEnded(name);
        }
    }

    private void judge(AgendaItem item, TaskResult result, long nowNs) {
        if (!result.getFailure().isEmpty()
                && item instanceof RunTask task
                && task.kind().afterPhases()) {
            outbox.log("after the phases, " + task.kind().label + ": " + result.getMessage());
            return;
        }
        if (item instanceof RunTask task && result.getFailure().equals("load")) {
            outcome.refusedAfterLoad(task.trialAt(runId), task.step().plan(), result.getMessage());
            if (outcome.failed()) {
                agenda.clear();
                end(false, nowNs);
            }
            return;
        }
        if (!result.getFailure().isEmpty()) {
            abandon(ExitCode.ofFailure(result.getFailure()), result.getMessage(), nowNs);
            return;
        }
        String refusal = tasks.refusal(item, result);
        if (refusal != null) {
            abandon(ExitCode.BAD_INPUT, refusal, nowNs);
        } else {
            checks.learned(runId, item, result);
        }
    }

    public void failed(WorkerSession worker, Failed failed, long nowNs) {
        abandon(ExitCode.ofFailure(failed.getKind()), worker.name() + ": " + failed.getMessage(), nowNs);
    }

    public void phaseClosed(PhaseFigures figures, List<WorkerSession> workers, long nowNs) {
        RunState.InPhase closed = state.inPhase();
        if (closed == null) {
            return;
        }
        boolean stopping = state instanceof RunState.Stopping;
        Plan plan = closed.item().step().plan();
        tasks.learned(closed.phase().acceptor.known());
        Optional<CheckRow> endOfSweep = sweep.closed(closed.item(), figures, agenda, runId);
        if (closed.phase().status.lost() && watch != null) {
            outcome.targetLost(closed.phase(), figures, plan, watch);
        } else {
            if (watch != null) {
                outcome.add(watch.absences());
            }
            outcome.closed(
                    closed.phase(),
                    figures,
                    plan,
                    submission,
                    sweep.endsWith(closed.item().step()));
        }
        unstored.closed(closed.phase(), figures);
        endOfSweep.ifPresent(outcome::add);
        watch = null;
        state = stopping ? new RunState.Stopping(null) : new RunState.Idle();
        if (stopping || outcome.failed()) {
            agenda.clear();
            end(false, nowNs);
        } else {
            advance(workers, nowNs);
        }
    }

    /** Ends the run before it is done: from outside, or because it cannot go on. What was measured is kept. */
    public void abandon(ExitCode code, String reason, long nowNs) {
        outcome.cutShort(code, reason);
        if (state instanceof RunState.Stopping || state instanceof RunState.Ended) {
            return;
        }
        agenda.clear();
        RunState.InPhase last = state.inPhase();
        state = new RunState.Stopping(last);
        if (last != null) {
            last.phase().stop(nowNs);
        } else {
            end(false, nowNs);
        }
    }

    private void end(boolean complete, long nowNs) {
        if (runId != 0 && !(state instanceof RunState.Ended)) {
            boolean thresholds = !script.plan().thresholds().isEmpty();
            RunEnd end = outcome.end(runId, complete, thresholds, nowNs);
            state = new RunState.Ended(end);
            outbox.add(new Action.CloseRun(end));
        }
    }

    /** From outside. A cancel lets operations in flight finish for some seconds; an abort does not wait for them. */
    void cancel(boolean now, long nowNs) {
        abandon(ExitCode.ABORTED, now ? "aborted from outside" : "cancelled from outside", nowNs);
        stopByNs = Math.min(stopByNs, now ? nowNs : nowNs + MAX_STORE_WAIT_NS);
        PhaseExecution last = phase();
        if (last != null && now) {
            last.abort(nowNs);
        } else if (last != null) {
            last.cancel(nowNs);
        }
    }

    /** The store has closed the run: tells those who follow. */
    Finished closed(RunResult result) {
        String end = state instanceof RunState.Ended ended ? ended.end().state() : RunEnd.STOPPED;
        Finished finished = outcome.finished(runId, end, result);
        followers.finished(finished);
        outbox.log(FinishedLine.of(finished));
        return finished;
    }

    /** Whether who stopped it has waited long enough for a store that cannot write. */
    boolean isStopDue(long nowNs) {
        return nowNs >= stopByNs;
    }

    /** The run cannot even be closed: workers stop at once, and those who follow are told what the coordinator knows. */
    Finished lost(String reason) {
        outcome.lost(
                "the store cannot write: " + reason + "; the figures above are from memory, and the store has less");
        state.abort();
        PhaseExecution open = phase();
        if (open != null) {
            unstored.open(open);
        }
        RunEnd end = state instanceof RunState.Ended ended ? ended.end() : null;
        return closed(unstored.of(
                name(),
                submission.mode(),
                end == null ? "" : Objects.requireNonNullElse(end.validity(), ""),
                end == null ? "" : Objects.requireNonNullElse(end.thresholds(), "")));
    }

    @Nullable
    public PhaseExecution phase() {
        return state.phase();
    }

    /** Where the phase that is running stands, but for its figures; null between phases. */
    @Nullable
    public Progress progress(long nowNs) {
        Progress.Builder run = RunRows.named(runId, name());
        return RunRows.progress(state.inPhase(), script, agenda.left(nowNs), run, nowNs);
    }

    public String name() {
        return submission.name().isEmpty() ? script.plan().name() : submission.name();
    }

    public long runId() {
        return runId;
    }

    public String state() {
        return state.label(quorum.gathered());
    }

    public String where() {
        return state.where();
    }
}
