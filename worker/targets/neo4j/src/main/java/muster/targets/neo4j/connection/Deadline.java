package muster.targets.neo4j.connection;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Until when the server may answer. The server ends a transaction after the same time, but that does not help where
 * the network has swallowed the answer: so each wait on this side is bounded too.
 */
public final class Deadline {
    private final long endNs;

    private Deadline(long endNs) {
        this.endNs = endNs;
    }

    /** So long from now. */
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** Not below 0. */
    public long leftNs() {
        return Math.max(0, endNs - System.nanoTime());
    }

    /**
     * The result of the stage, or its failure as it was thrown in the driver.
     *
     * @throws TimeoutException if it is not there in time
     */
    public <T> T await(CompletionStage<T> stage) throws Throwable {
        try {
            return stage.toCompletableFuture().get(leftNs(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
