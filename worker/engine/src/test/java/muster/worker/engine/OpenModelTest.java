package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import muster.model.IntervalFigures.Slow;
import muster.model.StreamIndex;
import muster.worker.agent.meter.Quiet;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseGrant;
import muster.workloads.plan.ArrivalSchedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class OpenModelTest {
    private static final long MS = 1_000_000;

    private static void park(long ns) {
        long untilNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private static Book run(EngineSpec spec, long size, long count) throws Exception {
        Book book = new Book(spec, size, count);
        book.open().start(Specs.nowNs() + 10 * MS, 0);
        book.awaitCovered(count);
        book.finish();
        assertThat(book.failure()).isNull();
        return book;
    }

    private static List<Slow> slow(Book book) {
        return book.intervals().stream()
                .flatMap(interval -> interval.figures().slow().stream())
                .toList();
    }

    @Test
    void response_counts_from_the_intended_start_of_the_schedule_whichever_it_is() throws Exception {
        for (boolean poisson : new boolean[] {false, true}) {
            EngineSpec spec =
                    Specs.of(4).rate(200, Duration.ofSeconds(1), poisson).build(FakeTarget.nothing());
            long startNs = Specs.nowNs() + 20 * MS;
            Book book = new Book(spec, 3, 20);
            book.open().start(startNs, 0);
            book.awaitCovered(20);
            book.finish();
            ArrivalSchedule arrivals = ArrivalSchedule.of(
                    spec.phase().spec().rate(), spec.phase().key().hash());
            assertThat(slow(book))
                    .hasSize(20)
                    .allSatisfy(one -> assertThat(one.endNs() - one.responseNs())
                            .isEqualTo(startNs + arrivals.timeNs(0, 0, one.index())));
        }
    }

    @Test
    void leases_with_a_stride_skip_what_other_workers_do() throws Exception {
        EngineSpec spec = Specs.of(2).rate(1_000, Duration.ofSeconds(1), true).build(FakeTarget.nothing());
        ArrivalSchedule arrivals = ArrivalSchedule.of(
                spec.phase().spec().rate(), spec.phase().key().hash());
        long startNs = Specs.nowNs() + 20 * MS;
        Book book = new Book(spec, 1, 0);
        Engine engine = book.open();
        book.offer(new LeaseGrant(0, 2, 10, 3, arrivals.timeNs(0, 0, 2)));
        engine.start(startNs, 0);
        book.awaitCovered(10);
        book.finish();
        assertThat(slow(book))
                .extracting(Slow::index)
                .containsExactlyInAnyOrder(2L, 5L, 8L, 11L, 14L, 17L, 20L, 23L, 26L, 29L);
        assertThat(slow(book))
                .allSatisfy(one -> assertThat(one.endNs() - one.responseNs())
                        .isEqualTo(startNs + arrivals.timeNs(0, 0, one.index())));
    }

    @Test
    void arrivals_of_a_further_stream_are_those_of_its_places() throws Exception {
        EngineSpec spec = Specs.of(2).rate(1_000, Duration.ofSeconds(1), true).build(FakeTarget.nothing());
        ArrivalSchedule arrivals = ArrivalSchedule.of(
                spec.phase().spec().rate(), spec.phase().key().hash());
        long startNs = Specs.nowNs() + 20 * MS;
        Book book = new Book(spec, 1, 0);
        Engine engine = book.open();
        book.offer(new LeaseGrant(0, StreamIndex.first(3) + 2, 10, 3, arrivals.timeNs(0, 0, 2)));
        engine.start(startNs, 0);
        book.awaitCovered(10);
        book.finish();
        assertThat(slow(book))
                .hasSize(10)
                .allSatisfy(one -> assertThat(one.endNs() - one.responseNs())
                        .isEqualTo(startNs + arrivals.timeNs(0, 0, StreamIndex.position(one.index()))));
    }

    @Test
    void a_stall_of_the_target_shows_in_the_response_of_all_that_should_have_started_meanwhile() throws Exception {
        Quiet.within(5 * MS, () -> {
            AtomicInteger number = new AtomicInteger();
            EngineSpec spec = Specs.of(1)
                    .rate(100, Duration.ofSeconds(1), false)
                    .build(FakeTarget.of((t, p) -> park(number.getAndIncrement() == 10 ? 500 * MS : 0)));
            Book book = run(spec, 100, 100);
            long late = book.series("response").stream()
                    .mapToLong(series -> Book.histogram(series).getCountBetweenValues(100 * MS, 1_000 * MS))
                    .sum();
            assertThat(late).isBetween(39L, 60L);
            assertThat(slow(book).stream().filter(one -> one.serviceNs() > 300 * MS))
                    .hasSize(1);
            assertThat(book.samples("response")).isEqualTo(Map.of("ok", 100L));
        });
    }

    @Test
    void late_starts_wait_and_no_more_are_in_flight_than_there_are_clients() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        EngineSpec spec = Specs.of(3).rate(1_000, Duration.ofSeconds(1), false).build(FakeTarget.of((t, p) -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            park(10 * MS);
            inFlight.decrementAndGet();
        }));
        Book book = run(spec, 10, 100);
        assertThat(most).hasValue(3);
        assertThat(book.covered().cardinality()).isEqualTo(100);
        assertThat(book.maxNs("response")).isGreaterThan(200 * MS);
    }

    @Test
    void schedule_lag_distinguishes_a_busy_target_from_a_slow_generator() throws Exception {
        Quiet.within(5 * MS, () -> {
            EngineSpec spec =
                    Specs.of(1).rate(1_000, Duration.ofSeconds(1), false).build(FakeTarget.of((t, p) -> park(20 * MS)));
            Book book = new Book(spec, 10, 20);
            Engine engine = book.open();
            engine.start(Specs.nowNs() + 10 * MS, 0);
            book.awaitCovered(20);
            EngineGauges gauges = engine.gauges();
            EngineGauges again = engine.gauges();
            book.finish();
            assertThat(gauges.scheduleLagMaxNs()).isGreaterThan(300 * MS);
            assertThat(gauges.pacingLagMaxNs()).isLessThan(gauges.scheduleLagMaxNs() / 2);
            assertThat(again.scheduleLagMaxNs())
                    .as("whoever asks first takes nothing from others")
                    .isPositive();
        });
    }

    @Test
    void what_waits_for_its_lease_has_that_in_response_and_as_a_stage() throws Exception {
        EngineSpec spec = Specs.of(2).rate(1_000, Duration.ofSeconds(1), false).build(FakeTarget.nothing());
        Book book = new Book(spec, 1, 0);
        Engine engine = book.open();
        long startNs = Specs.nowNs();
        engine.start(startNs, 0);
        while (Specs.nowNs() < startNs + 100 * MS) {
            park(MS);
        }
        book.offer(new LeaseGrant(0, 0, 5, 1, 0));
        book.awaitCovered(5);
        book.finish();
        assertThat(book.count("lease")).isEqualTo(5);
        assertThat(book.maxNs("lease")).isGreaterThan(99 * MS);
        assertThat(book.maxNs("response")).isGreaterThanOrEqualTo(book.maxNs("lease"));
    }

    @Test
    void arrivals_at_or_after_the_end_are_returned_and_never_started() throws Exception {
        EngineSpec spec = Specs.of(4).rate(1_000, Duration.ofSeconds(1), false).build(FakeTarget.nothing());
        Book book = new Book(spec, 1_000, 1_000);
        Engine engine = book.open();
        long startNs = Specs.nowNs() + 10 * MS;
        engine.start(startNs, startNs + 200 * MS);
        while (Specs.nowNs() < startNs + 250 * MS) {
            park(MS);
        }
        book.finish();
        assertThat(book.covered().cardinality()).isLessThanOrEqualTo(200);
        assertThat(book.covered().length()).isLessThanOrEqualTo(200);
        assertThat(book.covered().cardinality() + book.unstarted().cardinality())
                .isEqualTo(1_000);
    }
}
