package muster.worker.engine.record;

import static muster.worker.engine.time.PhaseClock.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import muster.model.IntervalFigures.Slow;
import muster.worker.engine.Book;
import muster.worker.engine.Specs;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.Retries;
import muster.worker.engine.lease.ClientSlot;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.UnstartedRange;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.operation.OperationSampling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ShardsTest {
    private static final int THREADS = 8;
    private static final int EACH = 30_000;

    private final PhaseClock clock = new PhaseClock(0);
    private final Shards shards = new Shards(clock, 2, OperationSampling.NONE);

    /** A client's slot within a block. */
    private static ClientSlot running() {
        ClientSlot slot = new ClientSlot();
        slot.fill();
        slot.filled(new UnstartedRange(new LeaseGrant(0, 0, 1, 1, 0), 0, 1, 0));
        slot.take(slot.peek());
        return slot;
    }

    private static long startNs(Interval interval) {
        return interval.figures().window().startNs();
    }

    private Execution done(long lease, long position, long responseNs, long endNs) {
        Execution execution = new Execution(1, clock, new Retries(0, 0, 0), null, true);
        execution.prepare(new LeaseGrant(lease, 0, 1L << 40, 1, 0), position, new Specs.Noops());
        execution.start(endNs - responseNs, endNs - responseNs / 2, 0);
        return execution.aborted(endNs);
    }

    @Test
    void a_sample_belongs_to_the_second_in_which_it_was_completed() {
        clock.bound(10 * SECOND_NS + 300, 12 * SECOND_NS + 500, 10 * SECOND_NS + 300);
        shards.record(done(1, 0, 5, 10 * SECOND_NS + 400), running(), 0);
        shards.record(done(1, 1, 5, 11 * SECOND_NS - 1), running(), 1);
        shards.record(done(1, 2, 5, 11 * SECOND_NS), running(), 2);
        shards.record(done(1, 3, 5, 12 * SECOND_NS + 499), running(), 3);
        shards.record(done(1, 4, 5, 12 * SECOND_NS + 500), running(), 0);
        shards.record(done(1, 5, 5, 13 * SECOND_NS + 1), running(), 0);
        assertThat(shards.collect(Long.MAX_VALUE))
                .extracting(
                        ShardsTest::startNs,
                        interval -> interval.figures().window().endNs(),
                        Book::positions)
                .containsExactly(
                        tuple(10 * SECOND_NS + 300, 11 * SECOND_NS, 2L),
                        tuple(11 * SECOND_NS, 12 * SECOND_NS, 1L),
                        tuple(12 * SECOND_NS, 12 * SECOND_NS + 500, 1L),
                        tuple(12 * SECOND_NS + 500, 13 * SECOND_NS, 1L),
                        tuple(13 * SECOND_NS, 14 * SECOND_NS, 1L));
    }

    @Test
    void an_interval_that_has_not_ended_stays() {
        clock.bound(SECOND_NS, 0, SECOND_NS);
        shards.record(done(1, 0, 5, SECOND_NS + 1), running(), 0);
        assertThat(shards.collect(2 * SECOND_NS - 1)).isEmpty();
        assertThat(shards.collect(2 * SECOND_NS)).hasSize(1);
        assertThat(shards.collect(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void a_sample_that_comes_after_its_second_was_handed_over_opens_a_second_part_of_it() {
        clock.bound(SECOND_NS, 0, SECOND_NS);
        shards.record(done(1, 0, 5, SECOND_NS + 1), running(), 0);
        shards.record(done(1, 1, 5, 2 * SECOND_NS + 1), running(), 0);
        assertThat(shards.collect(2 * SECOND_NS)).hasSize(1);
        shards.record(done(1, 2, 5, SECOND_NS + 2), running(), 0);
        assertThat(shards.collect(Long.MAX_VALUE))
                .extracting(ShardsTest::startNs)
                .containsExactly(SECOND_NS, 2 * SECOND_NS);
    }

    @Test
    void the_twenty_slowest_are_kept_slowest_first() {
        clock.bound(SECOND_NS, 0, SECOND_NS);
        SplittableRandom random = new SplittableRandom(5);
        List<Long> responses = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            responses.add(random.nextLong(1_000_000));
            shards.record(done(1, i, responses.getLast(), SECOND_NS + 10), running(), i);
        }
        assertThat(shards.collect(Long.MAX_VALUE).getFirst().figures().slow())
                .extracting(Slow::responseNs)
                .isEqualTo(responses.stream()
                        .sorted(Comparator.reverseOrder())
                        .limit(20)
                        .toList());
    }

    @Test
    void values_beyond_an_hour_are_clamped_and_counted() {
        clock.bound(SECOND_NS, 0, SECOND_NS);
        long endNs = 100_000 * SECOND_NS;
        shards.record(done(1, 0, 90_000 * SECOND_NS, endNs), running(), 0);
        Interval interval = shards.collect(Long.MAX_VALUE).getFirst();
        assertThat(interval.figures().series())
                .extracting(series -> series.counters().clamped())
                .containsExactly(2L, 0L);
        assertThat(Book.histogram(interval.figures().series().getFirst()).getMaxValue())
                .isGreaterThanOrEqualTo(3_600 * SECOND_NS);
    }

    @Test
    void eight_threads_and_a_reporter_lose_nothing_and_count_nothing_twice() throws InterruptedException {
        clock.bound(SECOND_NS, 0, SECOND_NS);
        AtomicLong nowNs = new AtomicLong(SECOND_NS);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int lease = t;
            threads.add(Thread.ofVirtual().start(() -> recordMany(lease, nowNs)));
        }
        List<Interval> intervals = new ArrayList<>();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            intervals.addAll(shards.collect(nowNs.get() - 5_000_000));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        intervals.addAll(shards.collect(Long.MAX_VALUE));
        assertComplete(intervals);
    }

    /**
     * A client that parks while it holds a shard may never go on: those that wait for the shard give way to one another
     * only, and keep every core.
     */
    @Test
    void no_client_parks_while_it_records() {
        clock.bound(SECOND_NS, 0, SECOND_NS);
        AtomicBoolean over = new AtomicBoolean();
        Runnable collecting = () -> {
            while (!over.get()) {
                shards.collect(Long.MAX_VALUE);
            }
        };
        for (int rival = 0; rival < 4; rival++) {
            Thread.ofPlatform().start(collecting);
        }
        try {
            long untilNs = System.nanoTime() + 3 * SECOND_NS;
            for (int round = 1; System.nanoTime() < untilNs; round++) {
                recordAtOnce(4L * round * SECOND_NS);
            }
        } finally {
            over.set(true);
        }
    }

    private void recordAtOnce(long fromNs) {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2 * THREADS; t++) {
            int lease = t;
            threads.add(Thread.ofVirtual().start(() -> recordFourSeconds(lease, fromNs)));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            for (Thread thread : threads) {
                assertThat(thread.getState()).isNotEqualTo(Thread.State.WAITING);
            }
        }
    }

    private void recordFourSeconds(int lease, long fromNs) {
        for (int i = 0; i < 4; i++) {
            shards.record(done(lease, i, 100, fromNs + i * SECOND_NS + 1), running(), lease);
        }
    }

    /** Time runs by itself: a second passes with every thousand samples, and some come a little late. */
    private void recordMany(int lease, AtomicLong nowNs) {
        SplittableRandom random = new SplittableRandom(lease);
        int home = lease;
        for (int i = 0; i < EACH; i++) {
            long endNs = nowNs.addAndGet(SECOND_NS / 1_000) - random.nextLong(10_000_000);
            home = shards.record(done(lease, i, 100, Math.max(SECOND_NS, endNs)), running(), home);
        }
    }

    private void assertComplete(List<Interval> intervals) {
        BitSet covered = new BitSet();
        long digest = 0;
        for (Interval interval : intervals) {
            assertThat(interval.figures().window().endNs()
                            - interval.figures().window().startNs())
                    .isEqualTo(SECOND_NS);
            digest += interval.figures().digest();
            for (Interval.Covered one : interval.covered()) {
                int position = 0;
                for (int r = 0; r < one.runs().length; r += 2) {
                    position += (int) one.runs()[r];
                    for (long n = one.runs()[r + 1]; n > 0; n--) {
                        int bit = (int) one.lease() * EACH + position++;
                        assertThat(covered.get(bit)).isFalse();
                        covered.set(bit);
                    }
                }
            }
        }
        assertThat(covered.cardinality()).isEqualTo(THREADS * EACH);
        assertThat(digest).isEqualTo(THREADS * sumOfDigests());
    }

    private static long sumOfDigests() {
        long sum = 0;
        for (int i = 0; i < EACH; i++) {
            sum += new Specs.Noops().at(i).digest();
        }
        return sum;
    }
}
