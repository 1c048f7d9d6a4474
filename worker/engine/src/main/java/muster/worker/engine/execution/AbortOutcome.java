package muster.worker.engine.execution;

import muster.workloads.target.AbortResult;

/** The result of a request to abort one block. */
public sealed interface AbortOutcome {
    /** It was not in flight: it has ended, or this engine never had it. */
    record NotInFlight() implements AbortOutcome {}

    /** It ended by itself while it was being aborted. */
    record EndedBefore(RunningOperation operation) implements AbortOutcome {}

    /** Its outcome is aborted, or will be as soon as the target reacts. */
    record Aborted(RunningOperation operation, AbortResult result) implements AbortOutcome {}

    /** It goes on. */
    record StillRunning(RunningOperation operation, String why) implements AbortOutcome {}
}
