package muster.targets.janusgraph;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;

/** What a failure of the driver or the server means for the transaction. */
final class Failures {
    /**
     * Exceptions on the server after which nothing was changed and another attempt may succeed: locks of JanusGraph and
     * of BerkeleyJE that somebody else had, and an id that another transaction has just made unique.
     */
    private static final Set<String> LOST_AGAINST_ANOTHER = Set.of(
            "TemporaryLockingException",
            "PermanentLockingException",
            "LockConflictException",
            "LockTimeoutException",
            "DeadlockException",
            "LockNotGrantedException",
            "TransactionTimeoutException",
            "SchemaViolationException");

    private Failures() {}

    /** @param written whether a request that may change the graph was on its way */
    static OperationFailure of(Throwable cause, boolean written) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new OperationFailure(kind(cause, written), errorClass(cause), line(cause));
    }

    private static Kind kind(Throwable cause, boolean written) {
        return switch (cause) {
            case Refusal refusal -> kind(refusal, written);
            case InterruptedException interrupted -> written ? Kind.UNKNOWN : Kind.PERMANENT;
            default -> written ? Kind.UNKNOWN : Kind.TRANSIENT;
        };
    }

    /** An error while Cassandra wrote, or the end of its time, leaves open how much was written. */
    private static Kind kind(Refusal refusal, boolean written) {
        if (lost(refusal).isPresent()) {
            return Kind.TRANSIENT;
        }
        boolean midway = refusal.timedOut()
                || refusal.hierarchy().contains("BackendException")
                || refusal.hierarchy().contains("TemporaryBackendException");
        return midway && written ? Kind.UNKNOWN : Kind.PERMANENT;
    }

    private static Optional<String> lost(Refusal refusal) {
        return refusal.hierarchy().stream()
                .filter(LOST_AGAINST_ANOTHER::contains)
                .findFirst();
    }

    /** The exception that tells most: the lock that was lost, or else the innermost one. */
    private static String errorClass(Throwable cause) {
        return switch (cause) {
            case TimeoutException timeout -> "OperationTimeout";
            case Refusal refusal when refusal.timedOut() -> "OperationTimeout";
            case Refusal refusal ->
                lost(refusal)
                        .orElseGet(() -> refusal.hierarchy().isEmpty()
                                ? refusal.status()
                                : refusal.hierarchy().getLast());
            default -> cause.getClass().getSimpleName();
        };
    }

    /** The message as one short line. */
    static String line(Throwable cause) {
        String message = cause instanceof TimeoutException ? "no answer in time" : String.valueOf(cause.getMessage());
        return ClientLibrary.line(message);
    }
}
