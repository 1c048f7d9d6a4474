package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.client.EngineSpec;
import org.junit.jupiter.api.Test;

/** What an engine says against itself. */
class EvidenceTest {
    private static final long MS = 1_000_000;

    private final AtomicBoolean answers = new AtomicBoolean();

    @Test
    void clients_without_a_completion_are_still_known_after_they_were_closed() throws Exception {
        assertThat(starvedAfterDrain(Specs.of(4), 1_100 * MS)).isEqualTo(4);
    }

    @Test
    void clients_are_not_missed_where_a_count_ends_the_phase() throws Exception {
        assertThat(starvedAfterDrain(Specs.of(4), 0)).isZero();
    }

    @Test
    void a_client_that_the_ramp_started_late_is_not_missed() throws Exception {
        assertThat(starvedAfterDrain(Specs.of(4).ramp(Duration.ofSeconds(4)), 1_100 * MS))
                .isEqualTo(1);
    }

    /** Nothing is answered until the clients are closed; 0: the phase has no end. */
    private int starvedAfterDrain(Specs specs, long durationNs) throws Exception {
        EngineSpec spec = specs.drain(Duration.ofMillis(1)).build(FakeTarget.of((transaction, probe) -> {
            while (!answers.get() && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(MS);
            }
        }));
        Book book = new Book(spec, 10, 10_000);
        Engine engine = book.open();
        long startNs = Specs.nowNs();
        engine.start(startNs, durationNs == 0 ? 0 : startNs + durationNs);
        while (Specs.nowNs() < startNs + 1_100 * MS) {
            LockSupport.parkNanos(MS);
        }
        book.finish();
        return engine.gauges().clientsWithoutCompletion();
    }

    @Test
    void a_client_that_completed_something_is_not_missed() throws Exception {
        answers.set(true);
        assertThat(starvedAfterDrain(Specs.of(2).think(Duration.ofMillis(1), false), 1_100 * MS))
                .isZero();
    }

    @Test
    void an_operation_that_waits_for_a_carrier_is_late_from_its_hand_over() throws Exception {
        EngineSpec spec = Specs.of(8).rate(1_000, Duration.ofSeconds(1), false).build(FakeTarget.nothing());
        Book book = new Book(spec, 10, 20);
        Engine engine = book.open();
        long startNs = Specs.nowNs();
        BusyCarriers.during(() -> {
            engine.start(startNs, 0);
            while (Specs.nowNs() < startNs + 300 * MS) {
                LockSupport.parkNanos(MS);
            }
        });
        book.awaitCovered(20);
        EngineGauges gauges = engine.gauges();
        book.finish();
        assertThat(gauges.handovers()).isEqualTo(20);
        // Eight clients were handed an operation within some milliseconds, and none could run it.
        assertThat(gauges.handoverNs()).isGreaterThan(100 * MS);
    }

    @Test
    void the_largest_pacing_lag_is_kept_for_every_reader() throws Exception {
        EngineSpec spec = Specs.of(1).rate(1_000, Duration.ofSeconds(1), false).build(FakeTarget.nothing());
        Book book = new Book(spec, 10, 20);
        Engine engine = book.open();
        // The engine is told of a start that has passed, so it is behind its schedule at once.
        engine.start(Specs.nowNs() - 200 * MS, 0);
        book.awaitCovered(20);
        long first = engine.gauges().pacingLagMaxNs();
        assertThat(engine.gauges().pacingLagMaxNs()).isEqualTo(first).isPositive();
        book.finish();
    }
}
