package muster.targets.support;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Until when a server may answer. A server may end what it does after the same time, but that does not help where the network
 * has swallowed the answer: so each wait on this side is bounded too.
 *
 * @param endNs by System.nanoTime()
 */
public record Deadline(long endNs) {
    /** So long from now. */
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** Not below 0. */
    public long leftNs() {
        return Math.max(0, endNs - System.nanoTime());
    }

    /** Not below 1, since many libraries take 0 for no bound. */
    public long leftMs() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime()));
    }

    public boolean isOver() {
        return endNs - System.nanoTime() < 0;
    }

    /** Throws if it is over. */
    public void check() throws TimeoutException {
        if (isOver()) {
            throw new TimeoutException(UnansweredRequest.LATE);
        }
    }

    /**
     * The result of the stage, or its failure as it was thrown in the driver.
     *
     * @throws TimeoutException if it is not there in time
     */
    public <T> T await(CompletionStage<T> stage) throws Throwable {
        try {
            return stage.toCompletableFuture().get(leftNs(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CompletionException e) {
            throw cause(e);
        }
    }

    private static Throwable cause(Throwable failure) {
        boolean wrapped = failure instanceof ExecutionException || failure instanceof CompletionException;
        return wrapped && failure.getCause() != null ? cause(failure.getCause()) : failure;
    }

    /** Waits for the end of a driver's connections, but not beyond the deadline: one that hangs is cut with the process. */
    public void awaitClose(CompletionStage<?> closed) {
        try {
            closed.toCompletableFuture().get(leftNs(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            return;
        }
    }
}
