package muster.targets.falkordb;

import java.util.List;
import java.util.Locale;
import muster.targets.support.Causes;
import muster.targets.support.UnansweredRequest;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
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
        return answered(failure)
                ? refused(failure, writing && several)
                : UnansweredRequest.of(failure, writing, "ConnectionLost", line(failure));
    }

    /** The class is Redis's code, such as OOM or MISCONF, or "QueryError" for what FalkorDB says in words. */
    private static OperationFailure refused(RuntimeException failure, boolean open) {
        String word = String.valueOf(Causes.root(failure).getMessage()).split("\\s", 2)[0];
        boolean code = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
        Kind kind = code && NOT_NOW.contains(word) ? Kind.TRANSIENT : open ? Kind.UNKNOWN : Kind.PERMANENT;
        return new OperationFailure(kind, code ? word : "QueryError", line(failure));
    }

    /** Whether the server answered, so that the connection is as good as before. */
    static boolean answered(Throwable failure) {
        return Causes.has(failure, JedisDataException.class);
    }

    /** The message of the innermost cause as one short line. */
    static String line(Throwable failure) {
        return UnansweredRequest.line(failure, Causes.root(failure).getMessage());
    }
}
