package muster.coordinator.core.phase;

/** Where a phase stands. */
sealed interface PhaseState {
    /** Its workers open sessions and warm up. */
    record Preparing() implements PhaseState {}

    /** An earlier incarnation of the coordinator started it: its workers return and state what they hold. */
    record Resuming(RestartRecovery recovery) implements PhaseState {}

    record Running() implements PhaseState {}

    /** Nothing is granted; what was granted ends. */
    record Draining(long sinceNs) implements PhaseState {}

    /** All is durable; the store writes the end. */
    record Closing() implements PhaseState {}
}
