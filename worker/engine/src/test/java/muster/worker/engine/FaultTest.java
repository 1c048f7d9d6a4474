package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import muster.worker.agent.meter.Quiet;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.client.SessionOpener;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class FaultTest {
    @Test
    void an_exception_that_a_session_must_not_throw_fails_the_run_and_is_still_counted() throws Exception {
        EngineSpec spec = Specs.of(4).build(FakeTarget.of((transaction, probe) -> {
            throw new IllegalStateException("a bug");
        }));
        Book book = new Book(spec, 100, 1_000);
        book.open().start(Specs.nowNs(), 0);
        book.awaitFailure();
        book.finish();
        assertThat(book.failure()).hasMessage("a bug");
        assertThat(book.covered().cardinality()).isBetween(1, 4);
        assertThat(book.samples("service")).containsOnlyKeys("java.lang.IllegalStateException");
    }

    @Test
    void an_operation_that_cannot_be_built_fails_the_run_and_stays_unstarted() throws Exception {
        EngineSpec spec = Specs.of(1).operations(new Specs.Failing()).build(FakeTarget.nothing());
        Book book = new Book(spec, 10, 10);
        book.open().start(Specs.nowNs(), 0);
        book.awaitFailure();
        book.finish();
        assertThat(book.failure()).isInstanceOf(ArithmeticException.class);
        assertThat(book.unstarted().cardinality()).isEqualTo(10);
    }

    @Test
    void where_one_session_cannot_be_opened_none_stays_open() {
        FakeTarget target = FakeTarget.refusing(5);
        assertThatThrownBy(() -> new Book(Specs.of(8).build(target), 1, 1).open())
                .isInstanceOf(TargetException.class)
                .hasMessage("session 5 refused");
        assertThat(target.closed).hasValue(target.opened.get() - 1);
    }

    @Test
    void closing_interrupts_what_runs_and_closes_every_session() throws Exception {
        CountDownLatch executing = new CountDownLatch(4);
        FakeTarget target = FakeTarget.of((transaction, probe) -> {
            executing.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Book book = new Book(Specs.of(4).build(target), 10, 100);
        Engine engine = book.open();
        engine.start(Specs.nowNs(), 0);
        executing.await();
        engine.close();
        assertThat(target.closed).hasValue(4);
        assertThat(book.failure()).isNull();
    }

    /** A worker that is silent for 2.5 s is gone, so its loop must not wait for drivers, one client after another. */
    @Test
    void closing_waits_for_no_session_of_a_silent_server() throws Exception {
        CountDownLatch executing = new CountDownLatch(4);
        CountDownLatch answered = new CountDownLatch(1);
        FakeTarget target = FakeTarget.of((transaction, probe) -> {
                    executing.countDown();
                    whatever(answered);
                })
                .closing(() -> whatever(answered));
        Engine engine = new Book(Specs.of(4).build(target), 10, 100).open();
        engine.start(Specs.nowNs(), 0);
        executing.await();
        Thread closer = Thread.ofVirtual().start(engine::close);
        closer.join(Duration.ofSeconds(100));
        assertThat(closer.isAlive()).isFalse();
        assertThat(target.closed).hasValue(0);
        answered.countDown();
        for (Instant end = Instant.now().plusSeconds(100); target.closed.get() < 4; LockSupport.parkNanos(1_000_000)) {
            assertThat(Instant.now()).isBefore(end);
        }
    }

    /** As drivers do that were not made to be interrupted. */
    private static void whatever(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shrinking_is_reported_when_it_is_true_and_growing_opens_more_sessions() throws Exception {
        Hold four = new Hold(4);
        Hold six = new Hold(6);
        AtomicReference<Hold> hold = new AtomicReference<>(four);
        FakeTarget target = FakeTarget.of((transaction, probe) -> hold.get().pass());
        Book book = new Book(Specs.of(4).build(target), 1, 1_000_000);
        Engine engine = book.open();
        engine.start(Specs.nowNs(), 0);
        four.full.await();
        CountDownLatch taken = new CountDownLatch(1);
        engine.clients(1, taken::countDown);
        assertThat(taken.await(50, TimeUnit.MILLISECONDS)).isFalse();
        hold.set(six);
        four.open.countDown();
        taken.await();
        assertThat(engine.gauges().clientsRunning()).isEqualTo(1);
        engine.clients(6, () -> {});
        six.full.await();
        six.open.countDown();
        book.finish();
        assertThat(target.opened).hasValue(9);
        assertThat(book.unstarted().cardinality() + book.covered().cardinality())
                .isEqualTo(book.granted().cardinality());
    }

    /** Holds operations until it is opened, and tells when so many are in it at once. */
    private record Hold(CountDownLatch full, CountDownLatch open) {
        Hold(int count) {
            this(new CountDownLatch(count), new CountDownLatch(1));
        }

        void pass() {
            full.countDown();
            FaultTest.await(open);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void the_barrier_opens_at_its_time_and_reports_how_late_it_was() throws Exception {
        Quiet.within(5_000_000, () -> {
            Book book = new Book(Specs.of(8).build(FakeTarget.nothing()), 100, 800);
            Engine engine = book.open();
            long startNs = Specs.nowNs() + 50_000_000;
            engine.start(startNs, 0);
            book.awaitCovered(800);
            EngineGauges gauges = engine.gauges();
            book.finish();
            assertThat(gauges.lateStartNs()).isBetween(0L, 40_000_000L);
            assertThat(book.intervals().getFirst().figures().window().startNs()).isGreaterThanOrEqualTo(startNs);
        });
    }

    @Test
    void a_start_that_has_passed_already_is_late_by_that_much() throws Exception {
        Book book = new Book(Specs.of(1).build(FakeTarget.nothing()), 1, 1);
        Engine engine = book.open();
        engine.start(Specs.nowNs() - 80_000_000, 0);
        book.awaitCovered(1);
        assertThat(engine.gauges().lateStartNs()).isGreaterThanOrEqualTo(80_000_000);
        assertThat(book.maxNs("response")).isGreaterThanOrEqualTo(79_000_000);
        book.finish();
    }

    @Test
    void no_clients_are_a_legal_share() throws Exception {
        Book book = new Book(Specs.of(0).build(FakeTarget.nothing()), 10, 100);
        Engine engine = book.open();
        engine.start(Specs.nowNs(), 0);
        assertThat(book.wanted()).isZero();
        engine.clients(2, () -> {});
        book.awaitCovered(100);
        book.finish();
        assertThat(book.covered().cardinality()).isEqualTo(100);
    }

    @Test
    void sessions_are_opened_at_the_depth_that_was_asked_for() throws Exception {
        Depth[] seen = new Depth[1];
        Session session = new SessionOpener(FakeTarget.noting(depth -> seen[0] = depth), Depth.NOTHING)
                .open(1)
                .getFirst();
        session.close();
        assertThat(seen[0]).isEqualTo(Depth.NOTHING);
    }
}
