package muster.coordinator.core.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.verdict.AwayTarget;
import muster.model.CheckRow;
import muster.protocol.TaskResult;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the target of a phase has stopped answering for good. Silence of the operations is a suspicion only; the
 * target is lost if it cannot be opened anew either, again and again, while no operation is answered
 * (docs/decisions/0101-lost-target.md).
 */
final class TargetWatch {
    /** Without an answer for this long the target is tried. */
    static final long SILENCE_NS = 5_000_000_000L;
    /** At the end of a phase: between the last answer and the last operation that ended without one. */
    static final long MIN_SILENCE_AT_END_NS = 1_000_000_000L;
    /** A target that answers is tried more and more seldom, so that slow operations are not disturbed. */
    static final long MAX_SILENCE_NS = 60_000_000_000L;
    /** Between an attempt that failed and the next one. */
    static final long AGAIN_NS = 1_000_000_000L;
    /** No connection can be made for this long: it is lost. */
    static final long MAX_UNREACHABLE_NS = 10_000_000_000L;
    /** Connections can be made, and are not answered for this long, or for the longest that the plan lets an operation take. */
    static final long MAX_SILENT_NS = 60_000_000_000L;
    /** Longer than an attempt may take: its worker does not say how it went. */
    static final long MAX_ATTEMPT_NS = 40_000_000_000L;

    /** More of them in one phase say nothing new. */
    private static final int MAX_ABSENCES = 5;

    private final PhaseExecution phase;
    private final long operationTimeoutNs;
    private final Supplier<TaskExecution> attempts;
    private final long sinceNs;
    private @Nullable Attempt attempt;
    private @Nullable Failing failing;
    private int attempted;
    private long silenceNs = SILENCE_NS;
    private long openedNs;
    private long nextNs;
    private String endedProcess = "";
    private final List<String> restarts = new ArrayList<>();
    private long awaySinceNs;
    private final List<String> absences = new ArrayList<>();

    /** One that is under way. */
    private record Attempt(TaskExecution task, long askedNs) {}

    /**
     * Attempts that failed in a row, all in the same way.
     *
     * @param connects whether connections could be made
     */
    private record Failing(boolean connects, long sinceNs, int times, String message) {}

    /** @param attempts begins the task that opens the target anew */
    TargetWatch(PhaseExecution phase, long operationTimeoutNs, Supplier<TaskExecution> attempts, long nowNs) {
        this.phase = phase;
        this.operationTimeoutNs = operationTimeoutNs;
        this.attempts = attempts;
        this.sinceNs = nowNs;
    }

    /** A process of the target's server has ended: the target is tried at once. Something may start the server again. */
    void processEnded(String name) {
        endedProcess = name;
        if (restarts.size() < MAX_ABSENCES) {
            restarts.add(name);
        }
    }

    /** What only time brings about. Returns whether the target is lost. */
    boolean tick(List<WorkerSession> workers, long nowNs) {
        if (!phase.loaded() || phase.status.stopped() || nowNs < phase.timeline.startNs()) {
            return false;
        }
        if (failing != null && phase.acceptor.lastAnswerNs() > failing.sinceNs) {
            answered(nowNs);
        }
        if (failing != null && lost(failing, nowNs)) {
            return true;
        }
        act(workers, nowNs);
        phase.status.hold((attempt != null || failing != null) && !workers.isEmpty());
        return false;
    }

    private void act(List<WorkerSession> workers, long nowNs) {
        if (attempt != null && nowNs - attempt.askedNs > MAX_ATTEMPT_NS) {
            // It proves nothing; a phase that ends is not held for it any longer.
            attempt = null;
            openedNs = nowNs;
        }
        if (attempt == null && nowNs >= nextNs && suspicious(nowNs)) {
            attempt = new Attempt(attempts.get(), nowNs);
            attempted++;
        }
        if (attempt != null) {
            RunTasks.assign(attempt.task, inTurn(workers));
        }
    }

    /** Each attempt is made by another worker, since one alone may have lost its way to the target. */
    private List<WorkerSession> inTurn(List<WorkerSession> workers) {
        List<WorkerSession> turned = new ArrayList<>(workers);
        Collections.rotate(turned, -attempted);
        return turned;
    }

    private boolean suspicious(long nowNs) {
        if (failing != null || !endedProcess.isEmpty()) {
            return true;
        }
        long aliveNs = Math.max(
                Math.max(phase.acceptor.lastAnswerNs(), phase.timeline.startNs()), Math.max(openedNs, sinceNs));
        boolean endsInSilence = phase.status.draining()
                && openedNs < phase.acceptor.lastCompletionNs()
                && phase.acceptor.lastCompletionNs() - Math.max(phase.acceptor.lastAnswerNs(), phase.timeline.startNs())
                        >= MIN_SILENCE_AT_END_NS;
        long mostNs = phase.acceptor.lastAnswerNs() > openedNs ? SILENCE_NS : silenceNs;
        return endsInSilence || nowNs - aliveNs >= mostNs;
    }

    private boolean lost(Failing failed, long nowNs) {
        long forNs = nowNs - failed.sinceNs;
        if (failed.connects) {
            return failed.times > 1 && forNs >= Math.max(MAX_SILENT_NS, operationTimeoutNs);
        }
        return failed.times > 1 && forNs >= MAX_UNREACHABLE_NS;
    }

    /** Whether this is the result of an attempt. A worker that does not know the task proves nothing. */
    boolean takes(WorkerSession worker, TaskResult result, long nowNs) {
        Attempt made = attempt;
        if (made == null || !made.task.answers(worker, result)) {
            return false;
        }
        attempt = null;
        nextNs = nowNs + AGAIN_NS;
        if (result.getFailure().equals("target")) {
            failed(made, result);
        } else {
            answered(nowNs);
        }
        return true;
    }

    private void failed(Attempt made, TaskResult result) {
        boolean connects = Boolean.parseBoolean(result.getFactsOrDefault("connects", "true"));
        Failing before = failing;
        awaySinceNs = before == null
                ? Math.max(openedNs, Math.max(phase.acceptor.lastAnswerNs(), phase.timeline.startNs()))
                : awaySinceNs;
        failing = before == null || before.connects != connects
                ? new Failing(connects, made.askedNs, 1, result.getMessage())
                : new Failing(connects, before.sinceNs, before.times + 1, result.getMessage());
    }

    private void answered(long nowNs) {
        boolean byOperation = phase.acceptor.lastAnswerNs() > openedNs;
        silenceNs = byOperation ? SILENCE_NS : Math.min(2 * silenceNs, MAX_SILENCE_NS);
        openedNs = nowNs;
        if (failing != null && absences.size() < MAX_ABSENCES) {
            absences.add("%s s from %s s on"
                    .formatted(seconds(nowNs - awaySinceNs), seconds(awaySinceNs - phase.timeline.startNs())));
        }
        failing = null;
        endedProcess = "";
    }

    /** Of a target that was away and came back: what was measured holds that time. */
    List<CheckRow> absences() {
        return AwayTarget.rows(phase.at, absences, restarts);
    }

    /** For people, of a target that was lost: when, and how that is known. */
    String sentence() {
        return "target lost at %s of phase %s: %s%s; see the server's log"
                .formatted(at(), phase.at.phase(), why(), ended());
    }

    /** After the start of the phase. */
    String at() {
        return seconds(phase.acceptor.lastAnswerNs() - phase.timeline.startNs()) + " s";
    }

    private static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.1f", Math.max(0, ns) / 1e9);
    }

    private String why() {
        Failing failed = failing;
        return failed == null ? "" : failed.message;
    }

    private String ended() {
        return endedProcess.isEmpty() ? "" : ", and " + endedProcess + " has ended";
    }
}
