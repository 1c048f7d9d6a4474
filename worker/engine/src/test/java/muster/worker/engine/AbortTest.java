package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;
import muster.workloads.operation.NoopOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Operations that a person lists and ends while the phase goes on. */
@Timeout(120)
class AbortTest {
    private Engine engine;

    /** Waits until it is ended, unless its index is odd. */
    private static final class Waiting implements FakeTarget.Body {
        private final Kind failure;
        private final Semaphore ends = new Semaphore(0);

        Waiting(Kind failure) {
            this.failure = failure;
        }

        @Override
        public void execute(Transaction transaction, Probe probe) throws OperationFailure {
            boolean waits = ((NoopOperation) transaction.operation(0)).index() % 2 == 0;
            while (waits && !ends.tryAcquire() && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(100_000);
            }
            if (waits) {
                throw new OperationFailure(failure, "Ended", "it was ended");
            }
        }

        @Override
        public AbortResult abort() {
            ends.release();
            return AbortResult.confirmed("gone");
        }
    }

    private Book run(EngineSpec spec, long operations) throws Exception {
        Book book = new Book(spec, 1, operations);
        engine = book.open();
        engine.start(Specs.nowNs(), 0);
        return book;
    }

    private static RunningOperation awaitRunning(Engine engine, long index) {
        while (true) {
            for (RunningOperation one : engine.running()) {
                if (one.index() == index) {
                    return one;
                }
            }
            LockSupport.parkNanos(100_000);
        }
    }

    @Test
    void what_runs_is_listed_and_ends_as_aborted_whose_client_goes_on() throws Exception {
        EngineSpec spec = Specs.of(1)
                .retries(5, Duration.ofSeconds(100))
                .build(FakeTarget.each(() -> new Waiting(Kind.TRANSIENT)));
        Book book = run(spec, 4);
        RunningOperation first = awaitRunning(engine, 0);
        assertThat(first.name()).isEqualTo("noop");
        assertThat(first.ageNs()).isBetween(0L, 100_000_000_000L);
        AbortOutcome aborted = engine.abort(0);
        assertThat(aborted)
                .isInstanceOfSatisfying(
                        AbortOutcome.Aborted.class,
                        it -> assertThat(it.result().message()).isEqualTo("gone"));
        awaitRunning(engine, 2);
        assertThat(engine.abort(0)).isEqualTo(new AbortOutcome.NotInFlight());
        assertThat(engine.abort(99)).isEqualTo(new AbortOutcome.NotInFlight());
        engine.abort(2);
        book.awaitCovered(4);
        book.finish();
        assertThat(book.samples("service")).isEqualTo(Map.of("aborted", 2L, "ok", 2L));
        assertThat(book.covered().cardinality()).isEqualTo(4);
    }

    @Test
    void a_write_whose_answer_is_lost_by_that_is_aborted_too() throws Exception {
        EngineSpec spec = Specs.of(1).build(FakeTarget.each(() -> new Waiting(Kind.UNKNOWN)));
        Book book = run(spec, 1);
        awaitRunning(engine, 0);
        engine.abort(0);
        book.awaitCovered(1);
        book.finish();
        assertThat(book.samples("service")).isEqualTo(Map.of("aborted", 1L));
    }

    @Test
    void what_waits_to_be_tried_again_is_ended_at_once() throws Exception {
        EngineSpec spec = Specs.of(1).retries(3, Duration.ofSeconds(1_000)).build(FakeTarget.each(() -> (t, p) -> {
            throw new OperationFailure(Kind.TRANSIENT, "Busy", "try again");
        }));
        Book book = run(spec, 1);
        awaitRunning(engine, 0);
        while (engine.abort(0) instanceof AbortOutcome.StillRunning) {
            Thread.onSpinWait();
        }
        book.awaitCovered(1);
        book.finish();
        assertThat(book.samples("service")).isEqualTo(Map.of("aborted", 1L));
    }

    @Test
    void what_the_target_cannot_end_goes_on_and_a_later_failure_keeps_its_name() throws Exception {
        AtomicInteger open = new AtomicInteger();
        EngineSpec spec = Specs.of(1).build(FakeTarget.each(() -> (t, p) -> {
            while (open.get() == 0) {
                LockSupport.parkNanos(100_000);
            }
            throw new OperationFailure(Kind.PERMANENT, "Its own", "of itself");
        }));
        Book book = run(spec, 1);
        awaitRunning(engine, 0);
        assertThat(engine.abort(0))
                .isInstanceOfSatisfying(
                        AbortOutcome.StillRunning.class,
                        it -> assertThat(it.why()).isEqualTo("not in this test"));
        open.set(1);
        book.awaitCovered(1);
        book.finish();
        assertThat(book.samples("service")).isEqualTo(Map.of("Its own", 1L));
    }

    /**
     * Each session says which operation it executes; one that is ended must be the one that was asked for, which may be about
     * to reach the session.
     */
    private static final class Fast implements FakeTarget.Body {
        private final AtomicLong asked;
        private final AtomicInteger wrong;
        private volatile long executing = -1;
        private volatile long ended = -1;

        Fast(AtomicLong asked, AtomicInteger wrong) {
            this.asked = asked;
            this.wrong = wrong;
        }

        @Override
        public void execute(Transaction transaction, Probe probe) throws OperationFailure {
            executing = ((NoopOperation) transaction.operation(0)).index();
            for (int i = 0; i < 50; i++) {
                Thread.onSpinWait();
            }
            if (ended == executing) {
                throw new OperationFailure(Kind.TRANSIENT, "Ended", "it was ended");
            }
            if (ended != -1) {
                wrong.incrementAndGet();
            }
        }

        /** While this lasts, no other operation may begin. */
        @Override
        public AbortResult abort() {
            long seen = executing;
            ended = asked.get();
            LockSupport.parkNanos(20_000);
            long now = executing;
            if (now != seen && now != ended) {
                wrong.incrementAndGet();
            }
            ended = -1;
            return AbortResult.confirmed("perhaps");
        }
    }

    @Test
    void while_one_is_ended_its_client_begins_no_other_and_each_is_counted_once() throws Exception {
        AtomicInteger wrong = new AtomicInteger();
        AtomicLong asked = new AtomicLong(-1);
        long operations = 200_000;
        Book book = new Book(Specs.of(8).build(FakeTarget.each(() -> new Fast(asked, wrong))), 5_000, operations);
        engine = book.open();
        engine.start(Specs.nowNs(), 0);
        int aborted = 0;
        while (book.coveredPositions() < operations) {
            List<RunningOperation> running = engine.running();
            if (!running.isEmpty()) {
                RunningOperation one = running.get(ThreadLocalRandom.current().nextInt(running.size()));
                assertThat(one.index()).isBetween(0L, operations - 1);
                asked.set(one.index());
                aborted += engine.abort(one.index()) instanceof AbortOutcome.Aborted ? 1 : 0;
            }
        }
        book.finish();
        assertThat(wrong)
                .as("operations that were ended or begun though another was meant")
                .hasValue(0);
        assertThat(book.covered().cardinality()).isEqualTo((int) operations);
        assertThat(book.samples("service").getOrDefault("aborted", 0L)).isEqualTo(aborted);
    }
}
