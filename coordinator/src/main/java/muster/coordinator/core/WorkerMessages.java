package muster.coordinator.core;

import muster.coordinator.core.bounds.MessageBounds;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.SilencePatience;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.operations.OperationRequests;
import muster.coordinator.core.phase.FencedSessions;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.RunExecution;
import muster.coordinator.core.run.RunQueue;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.SessionState;
import muster.protocol.TaskResult;
import org.jspecify.annotations.Nullable;

/** Handles messages of workers: of active, fenced and unknown sessions. */
final class WorkerMessages {
    private final long epoch;
    private final WorkerRegistry workers;
    private final RunQueue runs;
    private final SessionEnds ends;
    private final FencedSessions fenced;
    private final OperationRequests operations;
    private final UniqueNumbers numbers;
    private final SilencePatience patience;
    private final Outbox outbox;

    WorkerMessages(
            long epoch,
            WorkerRegistry workers,
            RunQueue runs,
            SessionEnds ends,
            FencedSessions fenced,
            OperationRequests operations,
            UniqueNumbers numbers,
            SilencePatience patience,
            Outbox outbox) {
        this.epoch = epoch;
        this.workers = workers;
        this.runs = runs;
        this.ends = ends;
        this.fenced = fenced;
        this.operations = operations;
        this.numbers = numbers;
        this.patience = patience;
        this.outbox = outbox;
    }

    /** @param worker whose session it came in; null if nobody has it */
    void received(@Nullable WorkerSession worker, Peer peer, Envelope envelope, long nowNs) {
        if (worker == null) {
            late(envelope, nowNs);
            workers.refuse(peer, envelope, "unknown session: join again");
        } else if (worker.gone()) {
            fromFenced(worker, envelope, nowNs);
            workers.refuse(peer, envelope, "session fenced: join again");
        } else {
            patience.heardAgain(worker.lastSeenNs(), nowNs);
            worker.heard(peer, nowNs);
            if (worker.receive(envelope, nowNs)) {
                Long subject = subject(envelope);
                PhaseExecution phase = subject == null ? null : phaseOf(subject);
                String wrong = wrong(worker, envelope, subject, phase, nowNs);
                if (wrong == null) {
                    fromPresent(worker, envelope, phase, nowNs);
                } else {
                    ends.contradicts(worker, wrong, nowNs);
                }
            }
        }
    }

    /** A worker that joined does not send such frames by mistake, and what it meant to say is lost. */
    void malformed(Peer peer, String reason, long nowNs) {
        workers.present().stream()
                .filter(worker -> worker.peer().equals(peer))
                .forEach(worker -> ends.contradicts(worker, "a malformed frame: " + reason, nowNs));
    }

    /** In what it contradicts what it was given; null if in nothing. */
    private @Nullable String wrong(
            WorkerSession worker,
            Envelope envelope,
            @Nullable Long number,
            @Nullable PhaseExecution phase,
            long nowNs) {
        if (number != null && !worker.had(number)) {
            return envelope.getBodyCase() + " is of phase " + number + ", which it was never given";
        }
        if (envelope.hasTaskResult() && !numbers.isTask(envelope.getTaskResult().getTask())) {
            return "TaskResult.task is " + envelope.getTaskResult().getTask() + ", no task of this coordinator";
        }
        String wrong = MessageBounds.wrong(worker, envelope, nowNs);
        return wrong == null && phase != null ? phase.bounds.wrong(worker, envelope) : wrong;
    }

    /** The phase that it is about; null if it is about none. */
    private static @Nullable Long subject(Envelope envelope) {
        return switch (envelope.getBodyCase()) {
            case CREDIT -> envelope.getCredit().getAssignment();
            case READY -> envelope.getReady().getAssignment();
            case RETURNED -> envelope.getReturned().getAssignment();
            case CONCURRENCY_APPLIED -> envelope.getConcurrencyApplied().getAssignment();
            case DRAINED -> envelope.getDrained().getAssignment();
            case SNAPSHOT -> envelope.getSnapshot().getAssignment();
            case FAILED -> envelope.getFailed().getAssignment();
            case SESSION_STATE -> envelope.getSessionState().getAssignment();
            default -> null;
        };
    }

    /** Snapshots of a fenced session are kept, marked, and never counted. */
    private void fromFenced(WorkerSession worker, Envelope envelope, long nowNs) {
        Long subject = subject(envelope);
        PhaseExecution phase = subject == null ? null : phaseOf(subject);
        if (phase != null && envelope.hasSnapshot()) {
            var unused = phase.acceptor.take(worker, envelope.getSnapshot());
        } else if (phase != null && envelope.hasSessionState()) {
            phase.resume.fencedSessionState(worker, envelope.getSessionState(), nowNs);
        } else {
            late(envelope, nowNs);
        }
    }

    private void late(Envelope envelope, long nowNs) {
        if (envelope.getEpoch() == epoch) {
            fenced.receive(envelope, nowNs);
        }
    }

    /** @param phase the one that is under way, if the message is about that */
    private void fromPresent(WorkerSession worker, Envelope envelope, @Nullable PhaseExecution phase, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HEARTBEAT -> workers.heartbeat(worker, envelope.getHeartbeat(), nowNs);
            case LEAVE -> ends.leave(worker, envelope.getLeave().getReason(), nowNs);
            case TASK_RESULT -> taskResult(worker, envelope.getTaskResult(), nowNs);
            case FAILED -> failed(worker, envelope.getFailed(), phase, nowNs);
            case SESSION_STATE -> sessionState(worker, envelope.getSessionState(), nowNs);
            case OPERATIONS_IN_FLIGHT, OPERATIONS_ABORTED -> operations.answered(worker, envelope, nowNs);
            case CREDIT, READY, RETURNED, CONCURRENCY_APPLIED, DRAINED, SNAPSHOT -> {
                if (phase != null) {
                    aboutPhase(worker, envelope, phase, nowNs);
                }
            }
            default -> {
                if (runs.phase() != null) {
                    outbox.log("ignoring unexpected message of " + worker.name() + ": " + envelope.getBodyCase());
                }
            }
        }
    }

    /** To the part of the phase that decides it. */
    private void aboutPhase(WorkerSession worker, Envelope envelope, PhaseExecution phase, long nowNs) {
        switch (envelope.getBodyCase()) {
            case CREDIT -> phase.streams.credit(worker, envelope.getCredit(), nowNs);
            case READY -> phase.barrier.ready(worker, envelope.getReady(), nowNs);
            case RETURNED -> phase.streams.returned(worker, envelope.getReturned(), nowNs);
            case CONCURRENCY_APPLIED ->
                phase.barrier.concurrencyApplied(worker, envelope.getConcurrencyApplied(), nowNs);
            case DRAINED -> phase.departures.drained(worker, envelope.getDrained(), nowNs);
            default -> {
                String wrong = phase.acceptor.take(worker, envelope.getSnapshot());
                if (wrong != null) {
                    ends.contradicts(worker, wrong, nowNs);
                }
            }
        }
    }

    /** A session that goes on sends this first. One that has nothing to do any more in the phase ends. */
    private void sessionState(WorkerSession worker, SessionState state, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase == null || !phase.resume.sessionState(worker, state, nowNs)) {
            ends.renew(worker, "its part of the phase is complete");
        }
    }

    private void taskResult(WorkerSession worker, TaskResult result, long nowNs) {
        RunExecution run = runs.running();
        if (run != null) {
            run.taskResult(worker, result, workers.idle(), nowNs);
        }
    }

    private void failed(WorkerSession worker, Failed failed, @Nullable PhaseExecution phase, long nowNs) {
        outbox.log(worker.name() + " failed: " + failed.getMessage());
        RunExecution run = runs.running();
        if (run != null && phase != null) {
            run.failed(worker, failed, nowNs);
        }
    }

    /** The phase that is under way, if this is its assignment. */
    private @Nullable PhaseExecution phaseOf(long assignment) {
        PhaseExecution phase = runs.phase();
        return phase != null && phase.owns(assignment) ? phase : null;
    }
}
