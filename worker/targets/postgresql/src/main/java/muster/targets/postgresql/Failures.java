package muster.targets.postgresql;

import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.util.Set;
import muster.workloads.target.ClientLibrary;
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
        return new OperationFailure(kind(failure, committing), errorClass(failure), line(failure));
    }

    /** Whether the server answered, so that the connection is as good as before. */
    static boolean answered(SQLException failure) {
        return failure instanceof PSQLException said && said.getServerErrorMessage() != null && !ended(failure);
    }

    /** The server says so and then closes the connection. */
    private static boolean ended(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("57P");
    }

    private static Kind kind(SQLException failure, boolean committing) {
        if (failure instanceof PSQLException said && said.getServerErrorMessage() != null) {
            return RETRYABLE.contains(String.valueOf(failure.getSQLState())) ? Kind.TRANSIENT : Kind.PERMANENT;
        }
        if (committing) {
            return Kind.UNKNOWN;
        }
        return has(failure, SocketTimeoutException.class) ? Kind.PERMANENT : Kind.TRANSIENT;
    }

    /** The server's SQLSTATE, "OperationTimeout", or the name of the innermost exception. */
    private static String errorClass(SQLException failure) {
        if (failure instanceof PSQLException said && said.getServerErrorMessage() != null) {
            return String.valueOf(failure.getSQLState());
        }
        if (has(failure, SocketTimeoutException.class)) {
            return "OperationTimeout";
        }
        return has(failure, ClosedByInterruptException.class)
                ? "Interrupted"
                : root(failure).getClass().getSimpleName();
    }

    /** The driver's message as one short line, without what the server adds for programmers. */
    static String line(SQLException failure) {
        return has(failure, SocketTimeoutException.class)
                ? "no answer in time"
                : ClientLibrary.line(String.valueOf(failure.getMessage()));
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return true;
            }
        }
        return false;
    }
}
