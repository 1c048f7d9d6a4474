package muster.worker.agent.protocol;

/** How far a worker is with its part in one phase. */
sealed interface AssignmentState {
    /** The clock offset of the phase is not known; nothing is connected. */
    record AwaitingClock(boolean drainRequested) implements AssignmentState {}

    /** The engine connects. */
    record Preparing(boolean drainRequested) implements AssignmentState {}

    /** The engine is connected, and holds no lease. */
    record Connected() implements AssignmentState {}

    /** The coordinator knows that the engine is connected and holds a lease. */
    record Ready() implements AssignmentState {}

    /** The start time is set. */
    record Running() implements AssignmentState {}

    /** The engine finishes what is in flight; {@code started} unless the phase ended before its start. */
    record Draining(boolean started) implements AssignmentState {}

    /** Drained is sent; snapshots may wait for their acknowledgement. */
    record Finished(boolean started) implements AssignmentState {}

    default boolean connected() {
        return switch (this) {
            case AwaitingClock waiting -> false;
            case Preparing preparing -> false;
            case Finished finished -> false;
            default -> true;
        };
    }

    default boolean started() {
        return switch (this) {
            case Running running -> true;
            case Draining draining -> draining.started();
            case Finished finished -> finished.started();
            default -> false;
        };
    }

    /** Whether new leases are of no use. */
    default boolean ending() {
        return switch (this) {
            case AwaitingClock waiting -> waiting.drainRequested();
            case Preparing preparing -> preparing.drainRequested();
            case Draining draining -> true;
            case Finished finished -> true;
            default -> false;
        };
    }
}
