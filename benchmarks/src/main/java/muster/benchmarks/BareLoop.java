package muster.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import muster.workloads.Operation;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.TargetDefaults;
import org.HdrHistogram.Histogram;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.RetryableException;

/**
 * What one would write without Muster: threads that take the next operation, run it in a transaction of the driver,
 * read the clock before and after, and record the difference. Transactions are those of the target: a session each,
 * begin, run, commit, the same time-out, and as many attempts after the same pauses.
 */
final class BareLoop {
    private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);

    private final Driver driver;
    private final SessionConfig database;
    private final BareStatements statements;
    private final TargetDefaults limits;
    private final TransactionConfig bounded;

    BareLoop(Driver driver, String database, BareStatements statements, TargetDefaults limits) {
        this.driver = driver;
        this.database = SessionConfig.forDatabase(database);
        this.statements = statements;
        this.limits = limits;
        this.bounded = TransactionConfig.builder()
                .withTimeout(limits.operationTimeout())
                .build();
    }

    /**
     * What a phase gave.
     *
     * @param amount what ended well within the phase
     * @param ns its length if it is set, else until the last completion
     */
    record Result(long amount, long ns, Histogram serviceNs, long retries, long failed) {}

    Result run(ExecutedPhase phase, Operations operations) throws InterruptedException {
        AtomicLong next = new AtomicLong();
        long startNs = System.nanoTime();
        List<Client> clients = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < phase.spec().clients(); i++) {
            Client client = new Client(phase, operations, next, startNs);
            clients.add(client);
            threads.add(Thread.ofPlatform().start(client));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return result(phase, clients);
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

        Client(ExecutedPhase phase, Operations operations, AtomicLong next, long startedNs) {
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
                    return once(operation);
                } catch (Neo4jException failure) {
                    if (!(failure instanceof RetryableException) || attempt == limits.retries()) {
                        failed++;
                        return 0;
                    }
                    retries++;
                    pause(attempt);
                }
            }
        }

        private long once(Operation operation) {
            try (Session session = driver.session(database);
                    Transaction transaction = session.beginTransaction(bounded)) {
                long done = statements.execute(transaction, operation);
                transaction.commit();
                return done;
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
