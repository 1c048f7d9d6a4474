package muster.worker.agent;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.workloads.operation.NoopOperation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/**
 * Watches over a task on the database. Counting or deleting a large graph may take an hour, so a task has no time
 * limit; but a server that never answers would be waited for without end. So the cheapest request is sent in parallel
 * now and then, and the task is given up when that fails again and again.
 *
 * @param every until the first request, and between two of them
 */
record TaskWatchdog(Duration every) {
    private static final int MAX_FAILURES = 3;

    /** A task on the database. */
    interface Work<T> {
        T result() throws TargetException;
    }

    /**
     * What the work results in, or throws.
     *
     * @throws TargetException also if the server went silent; the work is then interrupted, and may go on for a while
     */
    <T> T over(Target target, String name, Work<T> work) throws TargetException {
        FutureTask<T> task = new FutureTask<>(work::result);
        Thread.ofPlatform().name("muster-task").daemon(true).start(task);
        try {
            for (int failures = 0; ; ) {
                try {
                    return task.get(every.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    String failure = failure(target);
                    failures = failure.isEmpty() ? 0 : failures + 1;
                    if (failures == MAX_FAILURES) {
                        throw silent(target, name, failure);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(name + " was interrupted", e);
        } catch (ExecutionException e) {
            throw thrown(e);
        } finally {
            task.cancel(true);
        }
    }

    private static TargetException silent(Target target, String name, String failure) {
        return new TargetException(
                "%s stopped responding: no answer to \"%s\", and the cheapest request failed %d times in a row: %s"
                        .formatted(target.facts().get("address"), name, MAX_FAILURES, failure));
    }

    private static TargetException thrown(ExecutionException failure) {
        if (failure.getCause() instanceof TargetException known) {
            return known;
        }
        if (failure.getCause() instanceof RuntimeException bug) {
            throw bug;
        }
        if (failure.getCause() instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(failure);
    }

    /** Of the cheapest request, which is bounded by the plan's time-outs; empty if it was answered. */
    private static String failure(Target target) {
        try (Session session = target.session(Depth.NOTHING)) {
            session.execute(Transaction.of(new NoopOperation(0, 0)), Probe.NONE);
            return "";
        } catch (TargetException | OperationFailure e) {
            return String.valueOf(e.getMessage());
        }
    }
}
