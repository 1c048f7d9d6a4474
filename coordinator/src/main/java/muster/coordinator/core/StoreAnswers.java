package muster.coordinator.core;

import java.util.List;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.FencedSessions;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.RunExecution;
import muster.coordinator.core.run.RunQueue;
import muster.model.PhaseAt;
import muster.model.SnapshotKey;
import org.jspecify.annotations.Nullable;

/** What follows from something that is durable now, or that the store refused. */
final class StoreAnswers {
    private final WorkerRegistry workers;
    private final RunQueue runs;
    private final SessionEnds ends;
    private final FencedSessions fenced;
    private final Outbox outbox;

    StoreAnswers(WorkerRegistry workers, RunQueue runs, SessionEnds ends, FencedSessions fenced, Outbox outbox) {
        this.workers = workers;
        this.runs = runs;
        this.ends = ends;
        this.fenced = fenced;
        this.outbox = outbox;
    }

    void reserved(Event.Reserved reserved, long nowNs) {
        PhaseExecution phase = phaseAt(reserved.at());
        if (phase != null) {
            phase.streams.reserved(reserved.mark(), nowNs);
        }
    }

    void phaseWritten(Event.PhaseWritten written, long nowNs) {
        PhaseExecution phase = phaseAt(written.at());
        if (phase != null) {
            phase.barrier.written(written.startNs(), nowNs);
        }
    }

    void enrolled(Event.Enrolled enrolled, long nowNs) {
        PhaseExecution phase = phaseAt(enrolled.at());
        if (phase != null) {
            phase.barrier.enrolled(enrolled.session(), nowNs);
        }
    }

    void departed(Event.Departed departed, long nowNs) {
        PhaseExecution phase = phaseAt(departed.at());
        if (phase != null) {
            phase.departures.departed(nowNs);
        }
    }

    void committed(List<SnapshotKey> keys, long nowNs) {
        RunExecution run = runs.running();
        PhaseExecution phase = runs.phase();
        if (run != null && phase != null) {
            keys.forEach(phase.acceptor::committed);
            // The next tick sees to the rest: a thousand workers are a thousand commits a second.
            if (phase.ending()) {
                run.tick(workers.idle(), nowNs);
            }
        }
    }

    void secondRead(Event.SecondRead second, long nowNs) {
        PhaseExecution phase = phaseAt(second.at());
        if (phase != null) {
            phase.secondRead(second.unixSecond(), second.figures(), nowNs);
        }
    }

    void snapshotRefused(Event.SnapshotRefused refused, long nowNs) {
        RunExecution run = runs.running();
        PhaseExecution phase = runs.phase();
        outbox.log("snapshot rejected: " + refused.reason());
        if (run != null && phase != null && phase.acceptor.refused(refused.key())) {
            WorkerSession worker = workers.find(refused.key().session());
            String name = worker == null ? "a worker that left" : worker.name();
            run.abandon(ExitCode.FAULT, name + " sent a snapshot that contradicts itself: " + refused.reason(), nowNs);
            if (worker != null) {
                ends.fence(worker, "its snapshot contradicts itself", nowNs);
            }
            run.tick(workers.idle(), nowNs);
        }
    }

    void phaseClosed(Event.PhaseClosed closed, long nowNs) {
        RunExecution run = runs.running();
        PhaseExecution phase = runs.phase();
        if (phase != null) {
            fenced.remember(phase.acceptor.quarantined());
        }
        if (run != null) {
            run.phaseClosed(closed.figures(), workers.idle(), nowNs);
            workers.forgetGone();
        }
    }

    /** The phase that is under way, if it is this one. */
    private @Nullable PhaseExecution phaseAt(PhaseAt at) {
        PhaseExecution phase = runs.phase();
        return phase != null && phase.at.equals(at) ? phase : null;
    }
}
