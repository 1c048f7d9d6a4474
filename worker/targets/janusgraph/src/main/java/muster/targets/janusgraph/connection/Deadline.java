package muster.targets.janusgraph.connection;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Until when the server may answer. It ends a script after the same time where its storage survives that, but this does not
 * help where the network has swallowed the answer: so each wait on this side is bounded too.
 */
public record Deadline(long endNs) {
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    long leftMilliseconds() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime()));
    }

    /**
     * The result, or its failure as it was thrown in the driver.
     *
     * @throws TimeoutException if it is not there in time
     */
    <T> T await(Future<T> future) throws Throwable {
        try {
            return future.get(Math.max(0, endNs - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CompletionException e) {
            throw cause(e);
        }
    }

    private static Throwable cause(Throwable failure) {
        boolean wrapped = failure instanceof ExecutionException || failure instanceof CompletionException;
        return wrapped && failure.getCause() != null ? cause(failure.getCause()) : failure;
    }
}
