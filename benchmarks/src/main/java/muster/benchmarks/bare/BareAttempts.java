package muster.benchmarks.bare;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import muster.workloads.operation.Operation;
import muster.workloads.plan.TargetDefaults;

/** Executes operations as a target does: as many attempts, after the same pauses. One thread. */
final class BareAttempts {
    private final BareDatabase database;
    private final TargetDefaults limits;
    private long retries;
    private long failed;

    BareAttempts(BareDatabase database, TargetDefaults limits) {
        this.database = database;
        this.limits = limits;
    }

    /** What {@link BareDatabase.Client#execute} returns; 0 for what failed. */
    long execute(BareDatabase.Client way, Operation operation) {
        for (int attempt = 0; ; attempt++) {
            try {
                return way.execute(operation);
            } catch (Exception failure) {
                if (!database.isTransient(failure) || attempt == limits.retries()) {
                    tell(failure);
                    failed++;
                    return 0;
                }
                retries++;
                pause(attempt);
            }
        }
    }

    /** The first one tells what the matter is. */
    private void tell(Exception failure) {
        if (failed == 0) {
            System.err.println("bare loop: " + failure);
        }
    }

    private void pause(int attempt) {
        long boundedNs =
                limits.backoff().multipliedBy(1L << Math.min(attempt, 20)).toNanos();
        try {
            Thread.sleep(
                    Duration.ofNanos(boundedNs / 2 + ThreadLocalRandom.current().nextLong(boundedNs + 1)));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts this thread", e);
        }
    }

    long retries() {
        return retries;
    }

    long failed() {
        return failed;
    }
}
