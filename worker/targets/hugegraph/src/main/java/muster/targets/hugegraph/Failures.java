package muster.targets.hugegraph;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import muster.targets.support.UnansweredRequest;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.apache.hugegraph.exception.ServerException;

/** What a failure of the client or the server means for the operation. */
final class Failures {
    static final int UNAUTHORIZED = 401;
    static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;
    private static final Pattern MISSING = Pattern.compile("Invalid vertex id|[Vv]ertex .* does not exist");

    private Failures() {}

    /**
     * Maps a failure of the driver.
     *
     * @param wire what of the operation was on its way
     */
    public static OperationFailure of(Throwable cause, RequestListener wire) {
        if (cause instanceof InterruptedException || isInterrupt(cause)) {
            Thread.currentThread().interrupt();
        }
        return new OperationFailure(kind(cause, wire), errorClass(cause), line(cause));
    }

    private static Kind kind(Throwable cause, RequestListener wire) {
        return cause instanceof ServerException answer
                ? kind(answer, wire.hasWritten())
                : kind(cause, wire.mayHaveWritten());
    }

    /**
     * A request that the server answered did what it says; HugeGraph rolls back what fails, request by request. Another
     * attempt would take what requests before it wrote for somebody else's.
     */
    private static Kind kind(ServerException answer, boolean hasWritten) {
        if (!isTooBusy(answer)) {
            return Kind.PERMANENT;
        }
        return hasWritten ? Kind.UNKNOWN : Kind.TRANSIENT;
    }

    private static Kind kind(Throwable cause, boolean mayHaveHappened) {
        return switch (cause) {
            case IOException broken when mayHaveHappened -> Kind.UNKNOWN;
            case TimeoutException late when mayHaveHappened -> Kind.UNKNOWN;
            case InterruptedIOException late -> Kind.PERMANENT;
            case IOException broken -> Kind.TRANSIENT;
            default -> mayHaveHappened ? Kind.UNKNOWN : Kind.PERMANENT;
        };
    }

    /** "TooBusy", "OperationTimeout", the server's or the client's exception, or the status: few in number. */
    private static String errorClass(Throwable cause) {
        return switch (cause) {
            case ServerException answer when isTooBusy(answer) -> "TooBusy";
            case ServerException answer when answer.exception() != null -> simple(answer.exception());
            case ServerException answer -> "Http" + answer.status();
            case IOException interrupt when isInterrupt(cause) -> "InterruptedException";
            case InterruptedIOException late -> "OperationTimeout";
            case TimeoutException late -> "OperationTimeout";
            default -> cause.getClass().getSimpleName();
        };
    }

    private static String simple(String exception) {
        return exception.substring(Math.max(exception.lastIndexOf('.'), exception.lastIndexOf('$')) + 1);
    }

    /** OkHttp has one exception for this and for lateness. */
    private static boolean isInterrupt(Throwable cause) {
        boolean told =
                String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("interrupted");
        return cause instanceof ClosedByInterruptException || (cause instanceof InterruptedIOException && told);
    }

    /**
     * Whether the server had no thread to spare for the request, so that it did nothing. HTTP 503 says so of any request; that
     * more batches are being written than {@code batch.max_write_threads} is told in words alone, with HTTP 400.
     */
    static boolean isTooBusy(Throwable cause) {
        return cause instanceof ServerException answer
                && (answer.status() == UNAVAILABLE || line(answer).contains("too busy to write"));
    }

    /** Whether the server refused an edge because one of its ends is not there. */
    static boolean isMissingEnd(ServerException answer) {
        return answer.status() == BAD_REQUEST && MISSING.matcher(line(answer)).find();
    }

    /** The message as one short line. */
    public static String line(Throwable cause) {
        String status = cause instanceof ServerException answer ? "HTTP " + answer.status() + ": " : "";
        return ClientLibrary.line(status + text(cause));
    }

    private static String text(Throwable cause) {
        if (cause instanceof TimeoutException || (cause instanceof InterruptedIOException && !isInterrupt(cause))) {
            return UnansweredRequest.LATE;
        }
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }
}
