package muster.targets.postgresql;

import java.sql.SQLException;
import java.util.Set;
import muster.targets.support.UnansweredRequest;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.postgresql.util.PSQLException;

/** What a failure of the driver or the server means for the operation. */
final class Failures {
    static final String UNIQUE_VIOLATION = "23505";
    static final String FOREIGN_KEY_VIOLATION = "23503";

    /**
     * Answers after which nothing was changed and another attempt may succeed: serialization failure, deadlock, a lock that
     * is not free, too many connections, a server that starts or ends.
     */
    private static final Set<String> RETRYABLE = Set.of("40001", "40P01", "55P03", "53300", "57P01", "57P02", "57P03");

    private Failures() {}

    /** @param committing whether a request was sent that commits: then a lost answer leaves it open whether it happened */
    static OperationFailure of(SQLException failure, boolean committing) {
        String state = String.valueOf(failure.getSQLState());
        return isFromServer(failure)
                ? new OperationFailure(
                        RETRYABLE.contains(state) ? Kind.TRANSIENT : Kind.PERMANENT, state, line(failure))
                : UnansweredRequest.of(failure, committing, failure.getClass().getSimpleName(), line(failure));
    }

    /** Whether the server answered, so that the connection is as good as before. One that ends says so and closes it. */
    static boolean answered(SQLException failure) {
        return isFromServer(failure) && !String.valueOf(failure.getSQLState()).startsWith("57P");
    }

    private static boolean isFromServer(SQLException failure) {
        return failure instanceof PSQLException said && said.getServerErrorMessage() != null;
    }

    /** The driver's message as one short line, without what the server adds for programmers. */
    static String line(Throwable failure) {
        return UnansweredRequest.line(failure, failure.getMessage());
    }
}
