package muster.targets.janusgraph.connection;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import muster.targets.support.Causes;
import muster.targets.support.UnansweredRequest;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.apache.tinkerpop.gremlin.driver.exception.NoHostAvailableException;

/** What a failure of the driver or the server means for the transaction. */
public final class Failures {
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

    /** A lock took longer to write than its wait-time, again and again. Locks come before all else that is written. */
    private static final String NO_LOCK = "Lock write retry count exceeded";

    private Failures() {}

    /**
     * Maps a failure of the driver, whose own words only say that no host is available where why stands in the innermost cause.
     *
     * @param written whether a request that may change the graph was on its way
     */
    public static OperationFailure of(Throwable cause, boolean written) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Throwable why = cause instanceof NoHostAvailableException ? Causes.root(cause) : cause;
        return new OperationFailure(kind(why, written), errorClass(why), line(why));
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
        if (lost(refusal).isPresent() || String.valueOf(refusal.getMessage()).contains(NO_LOCK)) {
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
    public static String line(Throwable cause) {
        String message =
                cause instanceof TimeoutException ? UnansweredRequest.LATE : String.valueOf(cause.getMessage());
        return ClientLibrary.line(message);
    }
}
