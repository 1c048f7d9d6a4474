package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.time.TurnGate;
import org.junit.jupiter.api.Test;

/** An engine that takes turns with another one. */
class TurnsTest {
    private static final long MS = 1_000_000;

    private final TurnGate gate = new TurnGate();
    private final Book book =
            new Book(Specs.of(4).build(FakeTarget.of((transaction, probe) -> park(MS))), 100, 1 << 20);

    private static void park(long ns) {
        long untilNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private void awaitQuiet() {
        for (int quiet = 0; quiet < 20; quiet = gate.quiet() ? quiet + 1 : 0) {
            park(MS);
        }
    }

    private void awaitProgress(long completed) {
        while (gate.completed() <= completed && book.failure() == null) {
            park(MS);
        }
    }

    @Test
    void nothing_is_started_or_handed_over_while_it_is_the_other_arms_turn() throws Exception {
        Engine engine = book.open(gate);
        engine.start(Specs.nowNs(), 0);
        awaitProgress(0);
        gate.close();
        awaitQuiet();
        gate.rest();
        long completed = gate.completed();
        int handedOver = book.intervals().size();
        park(1_500 * MS);
        assertThat(gate.completed()).as("completed in the rest").isEqualTo(completed);
        assertThat(book.intervals()).as("handed over in the rest").hasSize(handedOver);
        gate.open();
        awaitProgress(completed);
        gate.report(true);
        book.finish();
        assertThat(book.covered().cardinality() + book.unstarted().cardinality())
                .isEqualTo(book.granted().cardinality());
    }

    @Test
    void no_time_passes_in_a_rest() throws Exception {
        Engine engine = book.open(gate);
        long startNs = Specs.nowNs();
        engine.start(startNs, 0);
        awaitProgress(0);
        gate.close();
        awaitQuiet();
        gate.rest();
        long restFromNs = System.nanoTime();
        park(2_000 * MS);
        gate.open();
        long restedNs = System.nanoTime() - restFromNs;
        gate.report(true);
        awaitProgress(gate.completed() + 50);
        book.finish();
        long endNs = Specs.nowNs();
        long lastNs = book.intervals().stream()
                .mapToLong(interval -> interval.figures().window().lastCompletionNs())
                .max()
                .orElseThrow();
        assertThat(lastNs - startNs).isLessThanOrEqualTo(endNs - startNs - restedNs + MS);
        assertThat(book.maxNs("service"))
                .as("an operation that a rest would have made longer")
                .isLessThan(restedNs);
        assertThat(book.maxNs("response")).as("a wait that contains a rest").isLessThan(restedNs);
    }

    @Test
    void an_engine_that_is_drained_in_the_other_arms_turn_ends() throws Exception {
        Engine engine = book.open(gate);
        engine.start(Specs.nowNs(), 0);
        awaitProgress(0);
        gate.close();
        awaitQuiet();
        gate.rest();
        book.finish();
        assertThat(book.failure()).isNull();
        assertThat(book.covered().cardinality() + book.unstarted().cardinality())
                .isEqualTo(book.granted().cardinality());
    }
}
