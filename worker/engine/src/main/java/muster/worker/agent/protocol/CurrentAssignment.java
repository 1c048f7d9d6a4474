package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.Prepare;
import muster.protocol.SessionState;
import org.jspecify.annotations.Nullable;

/** The one assignment that a worker may have: replaces, drops and fences it. */
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

    /** The assignment with this number; null if it is another one, or none: what concerns it comes too late then. */
    @Nullable
    AssignmentMachine find(long assignment) {
        return machine != null && machine.id == assignment ? machine : null;
    }

    /** After each step of it. */
    void forgetIfOver() {
        if (machine != null && machine.over()) {
            machine = null;
        }
    }

    /** The engine of a fenced session tells what it had not reported when it was closed. */
    void recordedLate(WorkerEvent.Recorded event) {
        if (fenced != null && fenced.assignment == event.assignment()) {
            fenced.recorded(event.snapshot());
        }
    }
}
