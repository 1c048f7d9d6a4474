package muster.targets.neo4j;

import java.util.concurrent.TimeoutException;
import muster.targets.neo4j.cypher.Dialect;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.neo4j.driver.exceptions.DatabaseException;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.RetryableException;

/** What a failure of the driver or the server means for the operation. */
final class Failures {
    static final String DUPLICATE_ID = "Neo.ClientError.Schema.ConstraintValidationFailed";

    /** What the driver gives as the code of a failure that no server sent. */
    private static final String NO_CODE = "N/A";

    private Failures() {}

    /**
     * Maps a failure of the driver.
     *
     * @param committing whether the commit was sent: then a lost answer leaves it open whether it happened
     */
    public static OperationFailure of(Throwable cause, boolean committing, Dialect dialect) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new OperationFailure(kind(cause, committing, dialect), errorClass(cause), line(cause));
    }

    private static Kind kind(Throwable cause, boolean committing, Dialect dialect) {
        boolean retryable = cause instanceof RetryableException || dialect.mayPass(errorClass(cause));
        if (committing && (!fromServer(cause) || cause instanceof DatabaseException)) {
            return Kind.UNKNOWN;
        }
        return retryable ? Kind.TRANSIENT : Kind.PERMANENT;
    }

    private static boolean fromServer(Throwable cause) {
        return cause instanceof Neo4jException failure
                && failure.code() != null
                && !failure.code().equals(NO_CODE);
    }

    /** The server's code, "OperationTimeout", or the exception's name: few in number. */
    private static String errorClass(Throwable cause) {
        return switch (cause) {
            case Neo4jException failure when fromServer(failure) -> failure.code();
            case TimeoutException timeout -> "OperationTimeout";
            default -> cause.getClass().getSimpleName();
        };
    }

    /** The message as one short line. */
    public static String line(Throwable cause) {
        String message = cause instanceof TimeoutException ? "no answer in time" : String.valueOf(cause.getMessage());
        return ClientLibrary.line(message);
    }
}
