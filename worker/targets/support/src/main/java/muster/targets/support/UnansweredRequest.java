package muster.targets.support;

import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What a request that the server did not answer means for the operation. Failures of drivers that wait on a socket are mapped
 * here; errors that a server sends are its target's own.
 */
public final class UnansweredRequest {
    /** The text of every failure whose cause is a time-out. */
    public static final String LATE = "no answer in time";

    private UnansweredRequest() {}

    /**
     * Maps a failure of the driver.
     *
     * @param committing whether a request was sent that commits: then a lost answer leaves it open whether it happened
     * @param unexplained the error class where the driver names no cause
     */
    public static OperationFailure of(Throwable failure, boolean committing, String unexplained, String message) {
        return new OperationFailure(kind(failure, committing), errorClass(failure, unexplained), message);
    }

    private static Kind kind(Throwable failure, boolean committing) {
        if (committing) {
            return Kind.UNKNOWN;
        }
        return isLate(failure) ? Kind.PERMANENT : Kind.TRANSIENT;
    }

    /** "OperationTimeout", "Interrupted", or the name of the innermost exception. */
    private static String errorClass(Throwable failure, String unexplained) {
        if (isLate(failure)) {
            return "OperationTimeout";
        }
        if (Causes.has(failure, ClosedByInterruptException.class)) {
            return "Interrupted";
        }
        return failure.getCause() == null
                ? unexplained
                : Causes.root(failure).getClass().getSimpleName();
    }

    /**
     * The failure as one short line.
     *
     * @param message what the driver says, if the wait for the answer did not just end
     */
    public static String line(Throwable failure, @Nullable String message) {
        return isLate(failure) ? LATE : ClientLibrary.line(String.valueOf(message));
    }

    private static boolean isLate(Throwable failure) {
        return Causes.has(failure, SocketTimeoutException.class);
    }
}
