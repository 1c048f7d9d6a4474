package muster.targets.falkordb;

import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Locale;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** What a failure of the client or the server means for the operation. */
final class Failures {
    /** Answers of a server that has not begun with the request, and may take it later. */
    private static final List<String> NOT_NOW = List.of("LOADING", "BUSY", "TRYAGAIN", "MASTERDOWN");

    private Failures() {}

    /**
     * Maps a failure.
     *
     * @param writing whether a request that writes was sent
     * @param several whether it held several statements: those before the one that failed have happened
     */
    static OperationFailure of(RuntimeException failure, boolean writing, boolean several) {
        return new OperationFailure(kind(failure, writing, several), errorClass(failure), line(failure));
    }

    /** Whether the server answered, so that the connection is as good as before. */
    static boolean answered(Throwable failure) {
        return find(failure, JedisDataException.class) != null;
    }

    private static Kind kind(RuntimeException failure, boolean writing, boolean several) {
        if (answered(failure)) {
            return NOT_NOW.contains(errorClass(failure))
                    ? Kind.TRANSIENT
                    : writing && several ? Kind.UNKNOWN : Kind.PERMANENT;
        }
        if (writing) {
            return Kind.UNKNOWN;
        }
        return find(failure, SocketTimeoutException.class) != null ? Kind.PERMANENT : Kind.TRANSIENT;
    }

    /** Redis's code, such as OOM or MISCONF; "QueryError" for what FalkorDB says in words; or the exception's name. */
    private static String errorClass(RuntimeException failure) {
        if (answered(failure)) {
            String word = String.valueOf(root(failure).getMessage()).split("\\s", 2)[0];
            return word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT)) ? word : "QueryError";
        }
        if (find(failure, SocketTimeoutException.class) != null) {
            return "OperationTimeout";
        }
        if (find(failure, ClosedByInterruptException.class) != null) {
            return "Interrupted";
        }
        Throwable root = root(failure);
        return root == failure ? "ConnectionLost" : root.getClass().getSimpleName();
    }

    /** The message of the innermost cause as one short line. */
    static String line(Throwable failure) {
        if (find(failure, SocketTimeoutException.class) != null) {
            return "no answer in time";
        }
        return ClientLibrary.line(String.valueOf(root(failure).getMessage()));
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return kind.cast(each);
            }
        }
        return null;
    }
}
