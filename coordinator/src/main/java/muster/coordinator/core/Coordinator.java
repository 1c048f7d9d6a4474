package muster.coordinator.core;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.SnapshotKey;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.FencedSessions;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.RunExecution;
import muster.coordinator.core.run.RunQueue;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.Finished;
import muster.protocol.Hello;
import muster.protocol.Leave;
import muster.protocol.Progress;
import muster.protocol.RunStatus;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;
import muster.protocol.Status;
import muster.protocol.TaskResult;

/**
 * Decides everything: (state, event, now) -> (state, actions). It reads no clock, opens no socket and no file, and
 * draws nothing at random, so that any run of it can be replayed from its events. One thread uses it.
 */
public final class Coordinator {
    private final CoordinatorSettings settings;
    private final Outbox outbox;
    private final WorkerRegistry workforce;
    private final RunQueue runs;
    private final UniqueNumbers numbers = new UniqueNumbers();
    private final FencedSessions zombies = new FencedSessions();

    public Coordinator(CoordinatorSettings settings) {
        this.settings = settings;
        this.outbox = new Outbox(settings.epoch());
        this.workforce = new WorkerRegistry(settings, numbers, outbox, returning());
        this.runs = new RunQueue(settings, workforce, numbers, outbox);
    }

    /**
     * One step.
     *
     * @param nowNs the coordinator's clock: unix nanoseconds that never go back
     */
    public List<Action> on(Event event, long nowNs) {
        switch (event) {
            case Event.Received received -> received(received.peer(), received.envelope(), nowNs);
            case Event.Tick tick -> tick(nowNs);
            case Event.WorkersAlive alive -> runs.workersAlive(alive.processes());
            case Event.ScriptRead read -> runs.read(read, nowNs);
            case Event.ScriptRefused refused -> runs.refuse(refused);
            case Event.RunBegun begun -> runs.begun(begun, nowNs);
            case Event.Reserved reserved -> reserved(reserved, nowNs);
            case Event.PhaseWritten written -> phaseWritten(written, nowNs);
            case Event.Enrolled enrolled -> enrolled(enrolled, nowNs);
            case Event.Departed departed -> departed(departed, nowNs);
            case Event.Committed committed -> committed(committed.keys(), nowNs);
            case Event.SnapshotRefused refused -> snapshotRefused(refused, nowNs);
            case Event.PhaseClosed closed -> phaseClosed(closed, nowNs);
            case Event.RunClosed closed -> runs.closed(closed, nowNs);
            case Event.StoreFailed failed -> runs.storeFailed(failed.reason(), nowNs);
            case Event.StoreFull full -> runs.storeFull(full.reason());
            case Event.StoreWrites writes -> runs.storeWrites(nowNs);
            case Event.Interrupted interrupted -> {
                numbers.after(interrupted.epochs().size());
                runs.interrupted(interrupted, nowNs);
            }
        }
        return outbox.take();
    }

    private void received(Peer peer, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HELLO -> workforce.hello(peer, envelope.getHello(), nowNs);
            case SUBMIT -> runs.submit(peer, envelope.getSubmit(), nowNs);
            case FOLLOW -> runs.follow(peer, envelope.getFollow().getRunId());
            case STATUS_REQUEST -> answer(peer, nowNs);
            case CANCEL -> runs.cancel(peer, envelope.getCancel(), nowNs);
            default -> fromWorker(peer, envelope, nowNs);
        }
    }

    // ---- workers ----

    private void fromWorker(Peer peer, Envelope envelope, long nowNs) {
        WorkerSession worker = workforce.sender(envelope);
        if (worker == null) {
            late(envelope, nowNs);
            workforce.refuse(peer, envelope, "this coordinator does not know your session: say hello again");
            return;
        }
        if (worker.gone) {
            fromGone(peer, worker, envelope, nowNs);
            return;
        }
        worker.peer = peer;
        worker.lastSeenNs = nowNs;
        if (worker.hears(envelope, nowNs)) {
            fromPresent(worker, envelope, nowNs);
        }
    }

    private WorkerRegistry.Returning returning() {
        return new WorkerRegistry.Returning() {
            @Override
            public void heardOf(long epoch, long nowNs) {
                runs.revive(epoch, nowNs);
            }

            @Override
            public boolean goesOn(Hello hello) {
                PhaseExecution phase = runs.phase();
                return phase != null && phase.awaits(hello);
            }
        };
    }

    /** A zombie's snapshots are kept, marked, and never counted; then it is told to join anew. */
    private void fromGone(Peer peer, WorkerSession worker, Envelope envelope, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (envelope.hasSnapshot()
                && phase != null
                && phase.owns(envelope.getSnapshot().getAssignment())) {
            phase.snapshot(worker, envelope.getSnapshot());
        } else if (envelope.hasSessionState()
                && phase != null
                && phase.owns(envelope.getSessionState().getAssignment())) {
            phase.fencedSessionState(worker, envelope.getSessionState(), nowNs);
        } else {
            late(envelope, nowNs);
        }
        workforce.refuse(peer, envelope, "your session was fenced: say hello again");
    }

    private void late(Envelope envelope, long nowNs) {
        if (envelope.getEpoch() == settings.epoch()) {
            zombies.receive(envelope, nowNs);
        }
    }

    private void fromPresent(WorkerSession worker, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HEARTBEAT -> workforce.heartbeat(worker, envelope.getHeartbeat(), nowNs);
            case LEAVE -> bye(worker, envelope.getLeave().getReason(), nowNs);
            case TASK_RESULT -> taskResult(worker, envelope.getTaskResult(), nowNs);
            case FAILED -> failed(worker, envelope.getFailed(), nowNs);
            case SNAPSHOT -> snapshot(worker, envelope.getSnapshot(), nowNs);
            case SESSION_STATE -> holding(worker, envelope.getSessionState(), nowNs);
            default -> aboutPhase(worker, envelope, nowNs);
        }
    }

    /** A session that goes on says this first. One that has nothing to do any more in the phase ends. */
    private void holding(WorkerSession worker, SessionState holding, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase == null || !phase.sessionState(worker, holding, nowNs)) {
            renew(worker, "all that it had to do in the phase is done");
        }
    }

    /** The session is over, and its worker joins anew. */
    private void renew(WorkerSession worker, String reason) {
        worker.gone = true;
        outbox.log(worker.name() + " joins anew: " + reason);
        workforce.refuse(worker, reason);
    }

    private void taskResult(WorkerSession worker, TaskResult result, long nowNs) {
        RunExecution run = runs.running();
        if (run != null) {
            run.taskResult(worker, result, workforce.idle(), nowNs);
        }
    }

    private void aboutPhase(WorkerSession worker, Envelope envelope, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase == null) {
            return;
        }
        if (!phase.receive(worker, envelope, nowNs)) {
            outbox.log("ignoring unexpected message of " + worker.name() + ": " + envelope.getBodyCase());
        }
    }

    private void snapshot(WorkerSession worker, Snapshot snapshot, long nowNs) {
        PhaseExecution phase = runs.phase();
        boolean contradicts =
                phase != null && phase.owns(snapshot.getAssignment()) && !phase.snapshot(worker, snapshot);
        if (contradicts) {
            fence(worker, "its snapshot claims what it does not hold", nowNs);
        }
    }

    private void failed(WorkerSession worker, Failed failed, long nowNs) {
        outbox.log(worker.name() + " failed: " + failed.getMessage());
        RunExecution run = runs.running();
        PhaseExecution phase = runs.phase();
        if (run != null && phase != null && phase.owns(failed.getAssignment())) {
            run.failed(worker, failed, nowNs);
        }
    }

    /** A worker that wants to go drains first; one that has nothing to drain may go at once. */
    private void bye(WorkerSession worker, String reason, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (worker.leaving || phase == null || !phase.involves(worker)) {
            release(worker, reason, nowNs);
            return;
        }
        worker.leaving = true;
        outbox.log(worker.name() + " leaves: " + reason);
        phase.leave(worker, reason);
    }

    private void release(WorkerSession worker, String reason, long nowNs) {
        outbox.send(worker, Envelope.newBuilder().setLeave(Leave.newBuilder().setReason(reason)));
        fence(worker, reason, nowNs);
    }

    private void fence(WorkerSession worker, String reason, long nowNs) {
        if (worker.gone) {
            return;
        }
        worker.gone = true;
        outbox.log(worker.name() + " is gone: " + reason);
        PhaseExecution phase = runs.phase();
        if (phase != null) {
            phase.fence(worker, reason, nowNs);
        }
    }

    // ---- time ----

    private void tick(long nowNs) {
        workforce
                .silent(nowNs)
                .forEach(worker ->
                        fence(worker, "silent for " + (nowNs - worker.lastSeenNs) / 1_000_000 + " ms", nowNs));
        workforce.repeat(nowNs);
        runs.tick(nowNs);
        RunExecution run = runs.running();
        if (run != null) {
            tend(run, nowNs);
        }
    }

    private void tend(RunExecution run, long nowNs) {
        PhaseExecution phase = run.phase();
        if (phase != null) {
            phase.overdue(workforce.present(), nowNs)
                    .forEach(worker -> fence(worker, "not ready, not back or not drained in time", nowNs));
            phase.leavers().forEach(worker -> release(worker, "drained", nowNs));
            phase.spent().forEach(worker -> renew(worker, "it has drained, and the phase goes on"));
            letJoin(phase, nowNs);
        }
        run.tick(workforce.idle(), nowNs);
    }

    /** Workers that came while the phase runs, or found no place in it before. */
    private void letJoin(PhaseExecution phase, long nowNs) {
        workforce.idle().stream()
                .filter(worker -> !phase.involves(worker))
                .forEach(worker -> phase.join(worker, nowNs));
    }

    // ---- answers of the store ----

    private void reserved(Event.Reserved reserved, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase != null && phase.at.equals(reserved.at())) {
            phase.reserved(reserved.mark(), nowNs);
        }
    }

    private void phaseWritten(Event.PhaseWritten written, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase != null && phase.at.equals(written.at())) {
            phase.written(written.startNs(), nowNs);
        }
    }

    private void enrolled(Event.Enrolled enrolled, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase != null && phase.at.equals(enrolled.at())) {
            phase.enrolled(enrolled.session(), nowNs);
        }
    }

    private void departed(Event.Departed departed, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (phase != null && phase.at.equals(departed.at())) {
            phase.departed(nowNs);
        }
    }

    private void committed(List<SnapshotKey> keys, long nowNs) {
        RunExecution run = runs.running();
        PhaseExecution phase = runs.phase();
        if (run != null && phase != null) {
            keys.forEach(phase::committed);
            // The next tick sees to the rest: a thousand workers are a thousand commits a second.
            if (phase.ending()) {
                run.tick(workforce.idle(), nowNs);
            }
        }
    }

    private void snapshotRefused(Event.SnapshotRefused refused, long nowNs) {
        WorkerSession worker = workforce.find(refused.key().session());
        RunExecution run = runs.running();
        outbox.log("a snapshot was refused: " + refused.reason());
        if (run != null && worker != null) {
            run.abandon(
                    ExitCode.FAULT,
                    worker.name() + " sent a snapshot that contradicts itself: " + refused.reason(),
                    nowNs);
            fence(worker, "its snapshot contradicts itself", nowNs);
            committed(List.of(refused.key()), nowNs);
        }
    }

    private void phaseClosed(Event.PhaseClosed closed, long nowNs) {
        RunExecution run = runs.running();
        PhaseExecution phase = runs.phase();
        if (phase != null) {
            zombies.remember(phase.quarantined());
        }
        if (run != null) {
            run.phaseClosed(closed.figures(), workforce.idle(), nowNs);
            workforce.forgetGone();
        }
    }

    // ---- what it tells ----

    private void answer(Peer peer, long nowNs) {
        Status.Builder status = Status.newBuilder()
                .setVersion(settings.version())
                .setStore(settings.store())
                .setClockNs(nowNs);
        PhaseExecution phase = runs.phase();
        workforce.present().forEach(worker -> {
            boolean working = phase != null && phase.involves(worker);
            status.addWorkers(worker.status(working, nowNs));
        });
        runs.all().forEach(run -> status.addRuns(status(run, nowNs)));
        runs.waiting()
                .forEach(run -> status.addRuns(RunStatus.newBuilder()
                        .setRunId(run.runId())
                        .setName(run.script().plan().name())
                        .setState("interrupted, waiting for its workers")));
        Finished ended = runs.lastEnded();
        if (ended != null) {
            status.setEnded(ended);
        }
        outbox.add(new Action.Answer(peer, status.build(), phase == null ? null : phase.at));
    }

    private RunStatus status(RunExecution run, long nowNs) {
        RunStatus.Builder status = RunStatus.newBuilder()
                .setRunId(run.runId())
                .setName(run.name())
                .setState(run.equals(runs.running()) ? run.state() : "queued")
                .setPhase(run.where());
        Progress progress = run.progress(nowNs);
        return progress == null ? status.build() : status.setProgress(progress).build();
    }
}
