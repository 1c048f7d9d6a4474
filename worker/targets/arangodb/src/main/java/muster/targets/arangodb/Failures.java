package muster.targets.arangodb;

import com.arangodb.ArangoDBException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import muster.targets.support.Causes;
import muster.targets.support.UnansweredRequest;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.jspecify.annotations.Nullable;

/** What a failure of the driver or the server means for the operation. Numbers are ArangoDB's own. */
final class Failures {
    static final int UNIQUE_VIOLATED = 1210;
    static final int UNAUTHORIZED = 401;

    private static final int CONFLICT = 1200;
    /** Lock time-out, deadlock, and a transaction that the server has ended. */
    private static final Set<Integer> TRANSIENT = Set.of(18, 28, CONFLICT, UNIQUE_VIOLATED, 1655);

    private static final Set<Integer> BUSY = Set.of(429, 503);

    private Failures() {}

    /**
     * Maps a failure of the driver.
     *
     * @param mayHaveHappened whether a write was sent that commits by itself, or a commit
     */
    public static OperationFailure of(Throwable cause, boolean mayHaveHappened) {
        if (isInterrupt(cause)) {
            Thread.currentThread().interrupt();
        }
        return new OperationFailure(kind(cause, mayHaveHappened), errorClass(cause), line(cause));
    }

    private static Kind kind(Throwable cause, boolean mayHaveHappened) {
        Integer status = status(cause);
        if (status != null) {
            return BUSY.contains(status) || TRANSIENT.contains(number(cause)) ? Kind.TRANSIENT : Kind.PERMANENT;
        }
        if (mayHaveHappened) {
            return Kind.UNKNOWN;
        }
        return Causes.has(cause, IOException.class) ? Kind.TRANSIENT : Kind.PERMANENT;
    }

    /** "TooBusy", "OperationTimeout", ArangoDB's number, or the exception's name: few in number. */
    private static String errorClass(Throwable cause) {
        Integer status = status(cause);
        if (status != null) {
            return BUSY.contains(status) ? "TooBusy" : "Arango" + number(cause);
        }
        if (isInterrupt(cause)) {
            return "InterruptedException";
        }
        return isLate(cause)
                ? "OperationTimeout"
                : Causes.root(cause).getClass().getSimpleName();
    }

    /** The HTTP status, if the server answered. */
    static @Nullable Integer status(Throwable cause) {
        return cause instanceof ArangoDBException answer ? answer.getResponseCode() : null;
    }

    static int number(Throwable cause) {
        return cause instanceof ArangoDBException answer && answer.getErrorNum() != null ? answer.getErrorNum() : 0;
    }

    private static boolean isInterrupt(Throwable cause) {
        return Causes.has(cause, InterruptedException.class);
    }

    private static boolean isLate(Throwable cause) {
        return Causes.has(cause, TimeoutException.class);
    }

    /** The message as one short line. */
    public static String line(Throwable cause) {
        Throwable told = status(cause) == null ? Causes.root(cause) : cause;
        String message = isLate(cause) ? UnansweredRequest.LATE : told.getMessage();
        String text = message == null || message.isBlank() ? told.getClass().getSimpleName() : message;
        return ClientLibrary.line(text);
    }
}
