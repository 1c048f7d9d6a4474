package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.time.Pause;
import muster.workloads.operation.NoopOperation;
import muster.workloads.random.Mix;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counted exactly once: what was granted is covered or returned, whatever happens meanwhile. */
@Timeout(600)
class CountingTest {
    private static final int ROUNDS = 200;

    /** Fails, or is absent, by a draw from the first index; sometimes parks, sometimes gives the core away. */
    private static void moody(Transaction transaction, Probe probe) throws OperationFailure {
        long draw = Mix.mix(((NoopOperation) transaction.operation(0)).index(), 99) >>> 1;
        switch ((int) (draw % 16)) {
            case 0 -> throw new OperationFailure(Kind.PERMANENT, "Broken", "on purpose");
            case 1 -> probe.outcome(0, Outcome.ABSENT);
            case 2 -> LockSupport.parkNanos(draw % 50_000);
            case 3 -> Pause.giveWay();
            default -> probe.elements(0, 1);
        }
    }

    @Test
    void sixteen_clients_cover_a_count_exactly_once_each_outcome_exact() throws Exception {
        EngineSpec spec = Specs.of(16).build(FakeTarget.of(CountingTest::moody));
        Book book = new Book(spec, 1_000, 50_000);
        book.open().start(Specs.nowNs(), 0);
        book.awaitCovered(50_000);
        book.finish();
        assertAccounted(book, 0);
        assertThat(book.covered().cardinality()).isEqualTo(50_000);
        assertThat(book.samples("service")).isEqualTo(expected(book.covered()));
        assertThat(book.samples("response")).isEqualTo(expected(book.covered()));
    }

    @Test
    void no_client_sleeps_while_there_is_work_however_small_the_leases_and_however_the_pool_changes() throws Exception {
        long seed = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            playToTheEnd(new SplittableRandom(seed + round), seed + round);
        }
    }

    private static void playToTheEnd(SplittableRandom random, long seed) throws Exception {
        int size = 1 + random.nextInt(3);
        CountDownLatch executed = new CountDownLatch(500);
        Specs specs = Specs.of(1 + random.nextInt(12)).leaseSize(size);
        if (random.nextInt(3) == 0) {
            specs.rate(50, Duration.ofMillis(1), true);
        }
        EngineSpec spec = specs.build(FakeTarget.of((transaction, probe) -> {
            executed.countDown();
            moody(transaction, probe);
        }));
        Book book = new Book(spec, size, 500);
        Engine engine = book.open();
        engine.start(Specs.nowNs(), 0);
        resize(engine, 1 + random.nextInt(16));
        resize(engine, 1 + random.nextInt(16));
        assertThat(executed.await(100, TimeUnit.SECONDS)).as("seed %d", seed).isTrue();
        book.finish();
        assertAccounted(book, seed);
    }

    private static Map<String, Long> expected(BitSet indexes) {
        Map<String, Long> samples = new TreeMap<>();
        indexes.stream()
                .mapToLong(index -> (Mix.mix(index, 99) >>> 1) % 16)
                .forEach(mood -> samples.merge(mood == 0 ? "Broken" : mood == 1 ? "absent" : "ok", 1L, Long::sum));
        return samples;
    }

    @Test
    void resizes_and_drains_at_any_moment_leave_nothing_uncounted() throws Exception {
        long seed = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            playRound(new SplittableRandom(seed + round), seed + round);
        }
    }

    private static void playRound(SplittableRandom random, long seed) throws Exception {
        int actions = random.nextInt(4) == 0 ? 7 : 1;
        int size = actions == 1 && random.nextBoolean() ? 1 : actions * (1 + random.nextInt(40));
        Specs specs = Specs.of(1 + random.nextInt(12)).actions(actions).leaseSize(size);
        if (random.nextInt(3) == 0) {
            specs.rate(1 + random.nextInt(200), Duration.ofMillis(1), random.nextBoolean());
        }
        Book book = new Book(specs.build(FakeTarget.of(CountingTest::moody)), size, 1_000_000);
        Engine engine = book.open();
        engine.start(Specs.nowNs() + random.nextInt(2_000_000), 0);
        disturb(random, engine);
        book.finish();
        assertAccounted(book, seed);
    }

    private static void disturb(SplittableRandom random, Engine engine) throws InterruptedException {
        for (int step = random.nextInt(6); step > 0; step--) {
            LockSupport.parkNanos(random.nextInt(3_000_000));
            resize(engine, random.nextInt(16));
        }
    }

    private static void resize(Engine engine, int clients) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        engine.clients(clients, taken::countDown);
        taken.await();
    }

    private static void assertAccounted(Book book, long seed) {
        assertThat(book.failure()).as("seed %d", seed).isNull();
        BitSet covered = book.covered();
        BitSet unstarted = book.unstarted();
        assertThat(covered.intersects(unstarted)).as("seed %d", seed).isFalse();
        assertThat(book.digest()).as("seed %d", seed).isEqualTo(book.digestOf(covered));
        assertThat(book.count("service")).as("seed %d", seed).isEqualTo(covered.cardinality());
        assertThat(book.count("response")).as("seed %d", seed).isEqualTo(covered.cardinality());
        covered.or(unstarted);
        covered.xor(book.granted());
        assertThat(covered.cardinality()).as("seed %d: lost", seed).isZero();
    }
}
