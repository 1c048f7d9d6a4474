package muster.coordinator.core.phase;

import org.jspecify.annotations.Nullable;

/** The state of one phase, which its parts share, and whether it was stopped before its end. */
public final class PhaseStatus {
    private PhaseState state = new PhaseState.Preparing();
    private boolean stopped;
    private boolean lost;
    private boolean held;
    private @Nullable Hurry hurry;

    /**
     * A person waits for the end.
     *
     * @param operationsNs operations in flight may take so long from then on
     * @param membersNs workers may take so long to say how they ended
     */
    record Hurry(long sinceNs, long operationsNs, long membersNs) {}

    PhaseState state() {
        return state;
    }

    void enter(PhaseState next) {
        state = next;
    }

    boolean preparing() {
        return state instanceof PhaseState.Preparing;
    }

    boolean resuming() {
        return state instanceof PhaseState.Resuming;
    }

    boolean running() {
        return state instanceof PhaseState.Running;
    }

    public boolean draining() {
        return state instanceof PhaseState.Draining;
    }

    public boolean closing() {
        return state instanceof PhaseState.Closing;
    }

    /** It ends with what was measured so far. */
    void stop() {
        stopped = true;
    }

    void hurry(Hurry since) {
        hurry = since;
    }

    /** Null if no one waits for its end. */
    @Nullable
    Hurry hurry() {
        return hurry;
    }

    public boolean stopped() {
        return stopped;
    }

    /** Its target has stopped answering for good: it ends with the last answer. */
    void lose() {
        lost = true;
    }

    public boolean lost() {
        return lost;
    }

    /** Whether it may not close yet, though all have drained. */
    public void hold(boolean undecided) {
        held = undecided;
    }

    boolean held() {
        return held && !stopped;
    }
}
