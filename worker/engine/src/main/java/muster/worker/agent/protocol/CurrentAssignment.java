package muster.worker.agent.protocol;

import java.util.function.Consumer;
import muster.protocol.Envelope;
import muster.protocol.Prepare;
import muster.protocol.SessionState;
import org.jspecify.annotations.Nullable;

/** The one assignment that a worker may have: replaces, drops and fences it, and routes events to it by id. */
final class CurrentAssignment {
    private final WorkerOutput output;
    private @Nullable AssignmentMachine machine;
    private @Nullable FencedSnapshots fenced;

    CurrentAssignment(WorkerOutput output) {
        this.output = output;
    }

    void prepare(Prepare prepare) {
        drop();
        machine = new AssignmentMachine(prepare, output);
    }

    /** Gives up the assignment and all that was not acknowledged: the coordinator has fenced or forgotten it. */
    void drop() {
        if (machine != null) {
            output.act(new WorkerAction.CloseEngine(machine.id, false));
            machine = null;
        }
    }

    /** The session has ended at the coordinator: what it did can no longer be counted, and is sent all the same. */
    void fence() {
        AssignmentMachine mine = machine;
        if (mine != null) {
            FencedSnapshots late = new FencedSnapshots(mine, output.session(), output);
            fenced = late;
            late.send(mine);
            output.act(new WorkerAction.CloseEngine(mine.id, true));
            machine = null;
        }
    }

    /** Another incarnation of the coordinator resumes the session, and waits for what it holds. */
    void resume() {
        if (machine == null) {
            output.send(Envelope.newBuilder().setSessionState(SessionState.getDefaultInstance()));
        } else {
            machine.resume();
        }
    }

    void clockKnown(ClockOffset offset) {
        if (machine != null) {
            machine.clockKnown(offset);
        }
    }

    void repeatCredit() {
        if (machine != null) {
            machine.giveCredit();
        }
    }

    /** A message of the coordinator about an assignment. */
    void receive(Envelope message) {
        switch (message.getBodyCase()) {
            case LEASE -> with(message.getLease().getAssignment(), mine -> mine.lease(message.getLease()));
            case START -> with(message.getStart().getAssignment(), mine -> mine.start(message.getStart()));
            case SET_CONCURRENCY ->
                with(message.getSetConcurrency().getAssignment(), mine -> mine.share(message.getSetConcurrency()));
            case ACKNOWLEDGE ->
                with(message.getAcknowledge().getAssignment(), mine -> mine.acknowledged(message.getAcknowledge()));
            case DRAIN -> with(message.getDrain().getAssignment(), AssignmentMachine::drain);
            case ABORT -> with(message.getAbort().getAssignment(), AssignmentMachine::abort);
            default -> output.log("ignoring unexpected message " + message.getBodyCase());
        }
    }

    /** An event of the engine. */
    void on(WorkerEvent.OfEngine event) {
        switch (event) {
            case WorkerEvent.Prepared it -> with(it.assignment(), mine -> mine.prepared(it.target(), it.resources()));
            case WorkerEvent.PrepareFailed it -> with(it.assignment(), mine -> mine.failed(it.kind(), it.message()));
            case WorkerEvent.Broken it -> with(it.assignment(), mine -> mine.failed("fault", it.message()));
            case WorkerEvent.Wanted it -> with(it.assignment(), mine -> mine.wanted(it.total(), it.ratePerS()));
            case WorkerEvent.Recorded it -> recorded(it);
            case WorkerEvent.Unstarted it -> with(it.assignment(), mine -> mine.unstarted(it.unstarted()));
            case WorkerEvent.ShareTaken it -> with(it.assignment(), mine -> mine.shareTaken(it.serial()));
            case WorkerEvent.Drained it -> with(it.assignment(), AssignmentMachine::drained);
        }
    }

    private void recorded(WorkerEvent.Recorded event) {
        if (machine != null && machine.id == event.assignment()) {
            machine.recorded(event.snapshot());
        } else if (fenced != null && fenced.assignment == event.assignment()) {
            fenced.recorded(event.snapshot());
        }
    }

    /** What concerns another assignment comes too late, and changes nothing. */
    private void with(long assignment, Consumer<AssignmentMachine> step) {
        AssignmentMachine mine = machine;
        if (mine != null && mine.id == assignment) {
            step.accept(mine);
            if (mine.over()) {
                machine = null;
            }
        }
    }
}
