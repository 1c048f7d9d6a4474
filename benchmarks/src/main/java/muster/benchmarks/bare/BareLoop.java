package muster.benchmarks.bare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.TargetDefaults;
import org.HdrHistogram.Histogram;

/**
 * What one would write without Muster: threads that take the next operation, run it with the database's client library,
 * read the clock before and after, and record the difference. They make as many attempts as the target, after the same
 * pauses.
 */
record BareLoop(BareDatabase database, TargetDefaults limits) {
    private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);

    /**
     * What a phase gave.
     *
     * @param amount what ended well within the phase
     * @param ns its length if it is set, else until the last completion
     */
    record Result(long amount, long ns, Histogram serviceNs, long retries, long failed) {}

    /** Every thread has its way to the database before the time begins. */
    Result run(ExecutedPhase phase, Operations operations) throws Exception {
        List<BareDatabase.Client> ways = new ArrayList<>();
        for (int i = 0; i < phase.spec().clients(); i++) {
            ways.add(database.client());
        }
        List<Client> clients = run(phase, operations, ways);
        ways.forEach(BareDatabase.Client::close);
        return result(phase, clients);
    }

    private List<Client> run(ExecutedPhase phase, Operations operations, List<BareDatabase.Client> ways)
            throws InterruptedException {
        AtomicLong next = new AtomicLong();
        long startNs = System.nanoTime();
        List<Client> clients = ways.stream()
                .map(way -> new Client(way, phase, operations, next, startNs))
                .toList();
        List<Thread> threads = clients.stream().map(Thread.ofPlatform()::start).toList();
        for (Thread thread : threads) {
            thread.join();
        }
        return clients;
    }

    private static Result result(ExecutedPhase phase, List<Client> clients) {
        Histogram all = new Histogram(1, LONGEST_NS, 3);
        clients.forEach(client -> all.add(client.serviceNs));
        long lastNs = clients.stream().mapToLong(client -> client.lastNs).max().orElseThrow();
        long setNs = phase.spec().durationNs();
        return new Result(
                clients.stream().mapToLong(client -> client.amount).sum(),
                setNs > 0 ? setNs : lastNs,
                all,
                clients.stream().mapToLong(client -> client.retries).sum(),
                clients.stream().mapToLong(client -> client.failed).sum());
    }

    /** One thread; its figures are read when it has ended. */
    private final class Client implements Runnable {
        private final BareDatabase.Client way;
        private final Operations operations;
        private final AtomicLong next;
        private final long count;
        private final long startedNs;
        private final long forNs;
        private final Histogram serviceNs = new Histogram(1, LONGEST_NS, 3);
        private long amount;
        private long lastNs;
        private long retries;
        private long failed;

        Client(BareDatabase.Client way, ExecutedPhase phase, Operations operations, AtomicLong next, long startedNs) {
            this.way = way;
            this.operations = operations;
            this.next = next;
            this.startedNs = startedNs;
            this.count = phase.planned() < 0 ? Long.MAX_VALUE : phase.planned();
            this.forNs = phase.spec().durationNs() > 0 ? phase.spec().durationNs() : Long.MAX_VALUE;
        }

        @Override
        public void run() {
            long index = next.getAndIncrement();
            while (index < count && System.nanoTime() - startedNs < forNs) {
                Operation operation = operations.at(index);
                long startNs = System.nanoTime();
                long done = retried(operation);
                long endNs = System.nanoTime();
                serviceNs.recordValue(endNs - startNs);
                lastNs = endNs - startedNs;
                amount += lastNs < forNs ? done : 0;
                index = next.getAndIncrement();
            }
        }

        private long retried(Operation operation) {
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
                Thread.sleep(Duration.ofNanos(
                        boundedNs / 2 + ThreadLocalRandom.current().nextLong(boundedNs + 1)));
            } catch (InterruptedException e) {
                throw new IllegalStateException("nothing interrupts this thread", e);
            }
        }
    }
}
