package muster.coordinator.core;

import java.util.List;
import muster.coordinator.core.bounds.MessageBounds;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
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
import muster.protocol.Hello;
import muster.protocol.Submit;

/**
 * Decides everything: (state, event, now) -> (state, actions). It reads no clock, opens no socket and no file, and
 * draws nothing at random, so that any run of it can be replayed from its events. One thread uses it.
 */
public final class Coordinator {
    private final CoordinatorSettings settings;
    private final Outbox outbox;
    private final UniqueNumbers numbers = new UniqueNumbers();
    private final WorkerRegistry workers;
    private final ObserverSessions observers;
    private final RunQueue runs;
    private final SessionEnds ends;
    private final WorkerMessages messages;
    private final StoreAnswers answers;
    private final StatusAnswers status;
    private final OperationRequests operations;
    private final SilencePatience patience = new SilencePatience();

    public Coordinator(CoordinatorSettings settings) {
        this.settings = settings;
        outbox = new Outbox(settings.epoch());
        workers = new WorkerRegistry(settings, numbers, outbox, returning());
        observers = new ObserverSessions(settings, numbers, outbox, this::observedProcessEnded);
        runs = new RunQueue(settings, workers, numbers, outbox);
        ends = new SessionEnds(workers, runs, outbox);
        FencedSessions fenced = new FencedSessions();
        operations = new OperationRequests(outbox);
        messages = new WorkerMessages(
                settings.epoch(), workers, runs, ends, fenced, operations, numbers, patience, outbox);
        answers = new StoreAnswers(workers, runs, ends, fenced, outbox);
        status = new StatusAnswers(settings, workers, observers, runs, outbox);
    }

    private WorkerRegistry.Returning returning() {
        return new WorkerRegistry.Returning() {
            @Override
            public void incarnationSeen(long epoch, long nowNs) {
                runs.revive(epoch, nowNs);
            }

            @Override
            public boolean isResumed(Hello hello) {
                PhaseExecution phase = runs.phase();
                return phase != null && phase.resume.awaits(hello);
            }
        };
    }

    /**
     * One step.
     *
     * @param nowNs the coordinator's clock: unix nanoseconds that never go back
     */
    public List<Action> on(Event event, long nowNs) {
        awake(nowNs);
        switch (event) {
            case Event.Received received -> received(received.peer(), received.envelope(), nowNs);
            case Event.Malformed malformed -> messages.malformed(malformed.peer(), malformed.reason(), nowNs);
            case Event.Tick tick -> tick(nowNs);
            case Event.Awake awake -> {
                // Whoever does not run for 200 ms is late, and ticks may be as far apart.
            }
            case Event.WorkersAlive alive -> runs.workersAlive(alive.processes());
            case Event.ScriptRead read -> runs.read(read, nowNs);
            case Event.ScriptRefused refused -> runs.refuse(refused);
            case Event.ServerAnswered answered -> serverAnswered(answered, nowNs);
            case Event.ServerCrashed crashed -> serverCrashed(crashed, nowNs);
            case Event.ServerProcessEnded ended -> serverProcessEnded(ended);
            case Event.RunBegun begun -> runs.begun(begun, nowNs);
            case Event.Reserved reserved -> answers.reserved(reserved, nowNs);
            case Event.PhaseWritten written -> answers.phaseWritten(written, nowNs);
            case Event.Enrolled enrolled -> answers.enrolled(enrolled, nowNs);
            case Event.Departed departed -> answers.departed(departed, nowNs);
            case Event.Committed committed -> answers.committed(committed.keys(), nowNs);
            case Event.SnapshotRefused refused -> answers.snapshotRefused(refused, nowNs);
            case Event.SecondRead second -> answers.secondRead(second, nowNs);
            case Event.PhaseClosed closed -> answers.phaseClosed(closed, nowNs);
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

    /** What others said while this process slept is still on its way: nobody is given up before it can have come. */
    private void awake(long nowNs) {
        long asleepNs = patience.ran(nowNs);
        if (asleepNs > 0) {
            outbox.log("the coordinator did not run for %d ms; waiting for the messages that workers sent meanwhile"
                    .formatted(asleepNs / 1_000_000));
            PhaseExecution phase = runs.phase();
            if (phase != null) {
                phase.timeouts.excuse(nowNs - asleepNs, nowNs + settings.leaseTimeoutMs() * 1_000_000L + patience.ns());
            }
        }
    }

    private void received(Peer peer, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HELLO -> hello(peer, envelope.getHello(), nowNs);
            case SUBMIT -> submit(peer, envelope.getSubmit(), nowNs);
            case FOLLOW -> runs.follow(peer, envelope.getFollow().getRunId());
            case STATUS_REQUEST -> status.answer(peer, nowNs);
            case CANCEL -> runs.cancel(peer, envelope.getCancel(), nowNs);
            case LIST_OPERATIONS -> operations.list(peer, envelope.getListOperations(), working(), nowNs);
            case ABORT_OPERATIONS -> operations.abort(peer, envelope.getAbortOperations(), working(), nowNs);
            default -> {
                WorkerSession worker = workers.sender(envelope);
                if (worker != null || !observers.received(peer, envelope, nowNs)) {
                    messages.received(worker, peer, envelope, nowNs);
                }
            }
        }
    }

    private void submit(Peer peer, Submit submit, long nowNs) {
        String wrong = MessageBounds.wrong(submit);
        if (wrong == null) {
            runs.submit(peer, submit, nowNs);
        } else {
            runs.refuse(new Event.ScriptRefused(peer, submit.getRequest(), wrong));
        }
    }

    private List<WorkerSession> working() {
        PhaseExecution phase = runs.phase();
        return phase == null
                ? List.of()
                : workers.present().stream().filter(phase.members::involves).toList();
    }

    private void hello(Peer peer, Hello hello, long nowNs) {
        String wrong = MessageBounds.wrong(hello);
        if (wrong != null) {
            workers.refuse(peer, hello, wrong);
        } else if (ObserverSessions.isObserver(hello)) {
            observers.hello(peer, hello, nowNs);
        } else {
            workers.hello(peer, hello, nowNs);
        }
    }

    private void serverAnswered(Event.ServerAnswered answered, long nowNs) {
        RunExecution run = runs.running();
        if (run != null) {
            run.serverAnswered(answered, workers.idle(), nowNs);
        }
    }

    private void serverCrashed(Event.ServerCrashed crashed, long nowNs) {
        RunExecution run = runs.running();
        if (run != null && run.runId() == crashed.task().at().runId()) {
            run.serverCrashed(crashed, nowNs);
        }
    }

    private void serverProcessEnded(Event.ServerProcessEnded ended) {
        PhaseExecution phase = runs.phase();
        if (phase != null && phase.at.equals(ended.at())) {
            observedProcessEnded(ended.name());
        }
    }

    private void observedProcessEnded(String name) {
        RunExecution run = runs.running();
        if (run != null) {
            run.serverProcessEnded(name);
        }
    }

    private void tick(long nowNs) {
        workers.silent(nowNs, patience, runs.works())
                .forEach(worker ->
                        ends.fence(worker, "silent for " + (nowNs - worker.lastSeenNs()) / 1_000_000 + " ms", nowNs));
        workers.unconfirming().forEach(worker -> ends.fence(worker, "does not confirm what is sent to it", nowNs));
        workers.repeat(nowNs);
        observers.tick(nowNs, patience);
        operations.tick(nowNs);
        if (runs.phase() == null) {
            workers.forgetGone();
        }
        runs.tick(nowNs);
        RunExecution run = runs.running();
        if (run != null) {
            tick(run, nowNs);
        }
    }

    private void tick(RunExecution run, long nowNs) {
        PhaseExecution phase = run.phase();
        if (phase != null) {
            phase.overdue(workers.present(), nowNs)
                    .forEach(worker -> ends.fence(worker, "not ready, reconnected or drained in time", nowNs));
            phase.stalled(nowNs).forEach(worker -> ends.stalled(worker, phase.stalled.limitNs(), nowNs));
            phase.departures.leavers().forEach(worker -> ends.release(worker, "drained", nowNs));
            phase.departures.spent().forEach(worker -> ends.renew(worker, "drained before the end of the phase"));
            letJoin(phase, nowNs);
        }
        run.tick(workers.idle(), nowNs);
    }

    /** Workers that came while the phase runs, or found no place in it before. */
    private void letJoin(PhaseExecution phase, long nowNs) {
        workers.idle().stream()
                .filter(worker -> !phase.members.involves(worker))
                .forEach(worker -> phase.preparation.join(worker, nowNs));
    }
}
