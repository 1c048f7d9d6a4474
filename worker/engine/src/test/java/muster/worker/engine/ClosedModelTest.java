package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.worker.agent.meter.Quiet;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.time.ThinkTime;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ClosedModelTest {
    private static final long MS = 1_000_000;

    /** When operations started, by the coordinator's clock. */
    private final ConcurrentLinkedQueue<Long> startsNs = new ConcurrentLinkedQueue<>();

    private void noteStart() {
        startsNs.add(Specs.nowNs());
    }

    private static void park(long ns) {
        long untilNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private static Book run(EngineSpec spec, long size, long count) throws Exception {
        Book book = new Book(spec, size, count);
        book.open().start(Specs.nowNs() + MS, 0);
        book.awaitCovered(count);
        book.finish();
        assertThat(book.failure()).isNull();
        return book;
    }

    @Test
    void as_many_operations_as_clients_run_at_the_same_time() throws Exception {
        CountDownLatch together = new CountDownLatch(8);
        AtomicInteger alone = new AtomicInteger();
        EngineSpec spec = Specs.of(8).build(FakeTarget.of((transaction, probe) -> {
            together.countDown();
            try {
                alone.addAndGet(together.await(20, TimeUnit.SECONDS) ? 0 : 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        run(spec, 8, 8);
        assertThat(alone).as("operations that waited for one behind them").hasValue(0);
    }

    @Test
    void a_stall_is_the_service_time_of_one_operation_and_of_none_that_follows() throws Exception {
        Quiet.within(5 * MS, () -> {
            AtomicInteger number = new AtomicInteger();
            Book book = run(
                    Specs.of(1)
                            .build(FakeTarget.of(
                                    (transaction, probe) -> park(number.getAndIncrement() == 3 ? 300 * MS : 0))),
                    10,
                    10);
            assertThat(book.maxNs("service")).isGreaterThan(299 * MS);
            long slow = book.intervals().stream()
                    .flatMap(interval -> interval.figures().slow().stream())
                    .filter(one -> one.responseNs() > 200 * MS)
                    .count();
            assertThat(slow).isEqualTo(1);
        });
    }

    @Test
    void a_client_that_waits_for_a_lease_has_that_in_response_and_as_a_stage_but_not_in_service() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec = Specs.of(1).build(FakeTarget.nothing());
            Late source = new Late();
            Book book = new Book(spec, 1, 1);
            try (Engine engine = Engines.create(spec, source, book)) {
                engine.start(Specs.nowNs(), 0);
                park(100 * MS);
                engine.offer(new LeaseGrant(0, 0, 1, 1, 0));
                book.awaitCovered(1);
                assertThat(engine.gauges().leaseWaitNs()).isGreaterThan(80 * MS);
            }
            assertThat(book.maxNs("response")).isGreaterThan(80 * MS);
            assertThat(book.maxNs("lease")).isGreaterThan(80 * MS);
            assertThat(book.maxNs("service")).isLessThan(80 * MS);
        });
    }

    /** Grants nothing. */
    private static final class Late implements LeaseSource {
        @Override
        public void want(long total, double ratePerS) {}
    }

    @Test
    void operations_are_built_before_the_start_so_that_building_is_in_response_only() throws Exception {
        Quiet.within(5 * MS, () -> {
            Specs.Noops noops = new Specs.Noops();
            Specs specs = Specs.of(1).operations(new Operations() {
                @Override
                public long count() {
                    return Long.MAX_VALUE;
                }

                @Override
                public Operation at(long index) {
                    park(50 * MS);
                    return noops.at(index);
                }
            });
            Book book = run(specs.build(FakeTarget.nothing()), 3, 3);
            assertThat(book.maxNs("service")).isLessThan(40 * MS);
            assertThat(book.maxNs("response")).isGreaterThan(49 * MS);
        });
    }

    @Test
    void think_time_separates_the_operations_of_a_client_and_is_not_in_response() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec = Specs.of(1).think(Duration.ofMillis(20), false).build(FakeTarget.nothing());
            Book book = run(spec, 10, 10);
            assertThat(gapsNs(starts(book)))
                    .hasSize(9)
                    .allSatisfy(gapNs -> assertThat(gapNs).isGreaterThanOrEqualTo(20 * MS));
            assertThat(Book.histogram(book.series("response").getFirst()).getValueAtPercentile(50))
                    .isLessThan(15 * MS);
        });
    }

    @Test
    void exponential_think_times_differ_and_have_their_mean() {
        ThinkTime think = new ThinkTime(new Think(1_000_000, true), 7, 3);
        double mean =
                LongStream.generate(think::nextNs).limit(100_000).average().orElseThrow();
        assertThat(mean).isBetween(980_000.0, 1_020_000.0);
        assertThat(think.nextNs()).isNotEqualTo(think.nextNs());
    }

    @Test
    void pacing_is_the_least_time_between_two_starts_of_a_client() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec = Specs.of(1).pacing(Duration.ofMillis(20)).build(FakeTarget.of((t, p) -> park(10 * MS)));
            List<Long> gapsNs = gapsNs(starts(run(spec, 10, 10)));
            assertThat(gapsNs).hasSize(9).allSatisfy(gapNs -> assertThat(gapNs).isGreaterThanOrEqualTo(20 * MS));
            assertThat(gapsNs.stream().mapToLong(Long::longValue).min().orElseThrow())
                    .isLessThan(29 * MS);
        });
    }

    /** Together they would start in a burst, and again in each period. */
    @Test
    void pacing_spreads_the_first_starts_of_the_clients_over_its_period() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec = Specs.of(4).pacing(Duration.ofMillis(400)).build(FakeTarget.nothing());
            Book book = run(spec, 8, 8);
            assertThat(gapsNs(starts(book)))
                    .hasSize(7)
                    .allSatisfy(gapNs -> assertThat(gapNs).isBetween(50 * MS, 300 * MS));
            assertThat(book.maxNs("response")).isLessThan(90 * MS);
        });
    }

    @Test
    void a_ramp_says_when_clients_with_pacing_start() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec = Specs.of(4)
                    .ramp(Duration.ofMillis(4))
                    .pacing(Duration.ofSeconds(60))
                    .build(FakeTarget.nothing());
            List<Long> starts = starts(run(spec, 4, 4));
            assertThat(starts.getLast() - starts.getFirst()).isLessThan(90 * MS);
        });
    }

    @Test
    void a_ramp_spreads_the_first_starts_of_the_clients() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec = Specs.of(4)
                    .ramp(Duration.ofMillis(400))
                    .think(Duration.ofSeconds(60), false)
                    .build(FakeTarget.nothing());
            Book book = run(spec, 4, 4);
            assertThat(gapsNs(starts(book)))
                    .hasSize(3)
                    .allSatisfy(gapNs -> assertThat(gapNs).isBetween(50 * MS, 300 * MS));
            assertThat(book.maxNs("response")).isLessThan(90 * MS);
        });
    }

    /** Actual starts of up to twenty operations, in order. */
    private static List<Long> starts(Book book) {
        return book.intervals().stream()
                .flatMap(interval -> interval.figures().slow().stream())
                .map(slow -> slow.endNs() - slow.serviceNs())
                .sorted()
                .toList();
    }

    private static List<Long> gapsNs(List<Long> sorted) {
        return IntStream.range(1, sorted.size())
                .mapToObj(i -> sorted.get(i) - sorted.get(i - 1))
                .toList();
    }

    @Test
    void nothing_starts_before_the_start_or_at_or_after_the_end() throws Exception {
        Quiet.within(5 * MS, () -> {
            startsNs.clear();
            EngineSpec spec = Specs.of(8).build(FakeTarget.of((t, p) -> noteStart()));
            Book book = new Book(spec, 1_000, 100_000_000);
            Engine engine = book.open();
            long startNs = Specs.nowNs() + 100 * MS;
            long endNs = startNs + 200 * MS;
            engine.start(startNs, endNs);
            // A client that the machine held up after it had looked at the clock notes its start late.
            park(endNs + 500 * MS - Specs.nowNs());
            int started = startsNs.size();
            book.finish();
            assertThat(startsNs)
                    .hasSize(started)
                    .allSatisfy(atNs -> assertThat(atNs).isGreaterThanOrEqualTo(startNs));
            assertThat(book.covered().cardinality()).isEqualTo(started);
            assertThat(book.count("service")).isEqualTo(started);
            assertThat(starts(book).getLast()).isLessThan(endNs);
        });
    }

    @Test
    void what_is_drained_after_the_end_stands_in_its_own_interval() throws Exception {
        CountDownLatch executing = new CountDownLatch(1);
        long endNs = Specs.nowNs() + 1_000 * MS;
        EngineSpec spec = Specs.of(1).build(FakeTarget.of((t, p) -> {
            executing.countDown();
            park(endNs + 100 * MS - Specs.nowNs());
        }));
        Book book = new Book(spec, 10, 10);
        Engine engine = book.open();
        engine.start(Specs.nowNs(), endNs);
        // After the end nobody begins.
        assumeTrue(executing.await(2, TimeUnit.SECONDS), "on this machine no client began within a second");
        book.finish();
        assertThat(book.intervals()).singleElement().satisfies(interval -> {
            assertThat(interval.figures().window().startNs()).isGreaterThanOrEqualTo(endNs);
            assertThat(interval.figures().window().lastCompletionNs()).isGreaterThan(endNs);
        });
        assertThat(book.samples("service")).containsEntry("ok", 1L);
    }

    @Test
    void a_client_that_is_added_later_is_intended_to_start_then() throws Exception {
        Quiet.within(5 * MS, () -> {
            Book book = new Book(Specs.of(2).build(FakeTarget.of((t, p) -> park(MS))), 10_000, 10_000);
            Engine engine = book.open();
            resize(engine, 1);
            engine.start(Specs.nowNs(), 0);
            park(400 * MS);
            resize(engine, 2);
            book.awaitCovered(500);
            book.finish();
            assertThat(book.maxNs("response")).isLessThan(300 * MS);
        });
    }

    private static void resize(Engine engine, int clients) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        engine.clients(clients, taken::countDown);
        taken.await();
    }

    @Test
    void what_does_not_finish_within_the_drain_limit_is_aborted_once_and_interrupted() throws Exception {
        CountDownLatch executing = new CountDownLatch(3);
        AtomicInteger interrupted = new AtomicInteger();
        EngineSpec spec = Specs.of(3).drain(Duration.ofMillis(50)).build(FakeTarget.of((t, p) -> {
            executing.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw new OperationFailure(Kind.UNKNOWN, "Interrupted", "too late");
            }
        }));
        Book book = new Book(spec, 1, 100);
        book.open().start(Specs.nowNs(), 0);
        executing.await();
        book.finish();
        assertThat(book.samples("service")).isEqualTo(Map.of("aborted", 3L));
        assertThat(book.maxNs("response")).isGreaterThan(50 * MS);
        assertThat(book.covered().cardinality()).isEqualTo(3);
        assertThat(interrupted).hasValue(3);
    }

    @Test
    void a_client_asks_for_a_lease_of_one_index_only_after_its_operation_ended() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger ahead = new AtomicInteger();
        Book[] book = new Book[1];
        EngineSpec spec = Specs.of(4).leaseSize(1).build(FakeTarget.of((t, p) -> {
            LockSupport.parkNanos(20_000);
            ahead.accumulateAndGet((int) book[0].wanted() - ended.get(), Math::max);
            ended.incrementAndGet();
        }));
        book[0] = new Book(spec, 1, 5_000);
        book[0].open().start(Specs.nowNs(), 0);
        book[0].awaitCovered(5_000);
        book[0].finish();
        assertThat(ahead).hasValueLessThanOrEqualTo(4);
        assertThat(book[0].wanted()).isEqualTo(5_004);
    }

    @Test
    void small_leases_are_asked_for_ahead_so_that_clients_seldom_wait() throws Exception {
        EngineSpec spec = Specs.of(4).leaseSize(10).build(FakeTarget.of((t, p) -> park(10_000)));
        Book book = new Book(spec, 10, 100_000_000);
        Engine engine = book.open();
        assertThat(book.wanted()).isEqualTo(2);
        engine.start(Specs.nowNs(), 0);
        long covered = 0;
        do { // The rate is that of the last half second, in which a busy machine may have run none of the clients.
            book.awaitCovered(covered + 1);
            covered = book.coveredPositions();
        } while (engine.gauges().ratePerS() == 0 || book.wanted() <= 100);
        book.finish();
    }

    @Test
    void an_outcome_that_a_session_names_is_counted_under_its_name() throws Exception {
        AtomicInteger number = new AtomicInteger();
        EngineSpec spec = Specs.of(1).build(FakeTarget.of((transaction, probe) -> {
            probe.outcome(0, number.getAndIncrement() % 2 == 0 ? Outcome.DUPLICATE : Outcome.OK);
            probe.elements(0, 3);
            probe.bytes(10, 20);
        }));
        Book book = run(spec, 10, 10);
        assertThat(book.samples("service")).isEqualTo(Map.of("duplicate", 5L, "ok", 5L));
        assertThat(book.series("service"))
                .extracting(series -> series.counters().elements())
                .containsOnly(15L);
        assertThat(book.series("service"))
                .extracting(series -> series.counters().bytesReceived())
                .containsOnly(100L);
    }
}
