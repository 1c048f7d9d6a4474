package muster.worker.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import muster.worker.engine.Book;
import muster.worker.engine.Engine;
import muster.worker.engine.Engines;
import muster.worker.engine.FakeTarget;
import muster.worker.engine.Specs;
import muster.worker.engine.client.EngineSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the engine asks for when leases are taken back and clients come and go. */
@Timeout(600)
class LeaseDemandTest {
    private final AtomicLong wanted = new AtomicLong();
    private final Book sink = new Book(Specs.of(1).build(FakeTarget.nothing()), 1, 0);

    private Engine engine(int clients, int leaseSize) throws Exception {
        EngineSpec spec = Specs.of(clients).leaseSize(leaseSize).build(FakeTarget.nothing());
        return Engines.create(spec, (total, rate) -> wanted.accumulateAndGet(total, Math::max), sink);
    }

    private void awaitWanted(long total) {
        long untilNs = System.nanoTime() + 100_000_000_000L;
        while (wanted.get() < total && System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
        assertThat(wanted).hasValue(total);
    }

    @Test
    void a_client_that_leaves_while_it_waits_takes_its_request_along() throws Exception {
        try (Engine engine = engine(4, 1)) {
            awaitWanted(4);
            resize(engine, 1);
            resize(engine, 4);
            resize(engine, 4);
            awaitWanted(4);
            resize(engine, 6);
            awaitWanted(6);
        }
    }

    private static void resize(Engine engine, int clients) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        engine.clients(clients, taken::countDown);
        assertThat(taken.await(100, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void leases_of_automatic_size_are_held_two_at_a_time() throws Exception {
        try (Engine engine = engine(64, 0)) {
            assertThat(wanted).hasValue(2);
            engine.offer(new LeaseGrant(0, 0, 100, 1, 0));
            engine.offer(new LeaseGrant(1, 100, 100, 1, 0));
            assertThat(wanted).hasValue(2);
            engine.start(Specs.nowNs(), 0);
            awaitWanted(4);
        }
    }

    @Test
    void leases_of_a_set_size_are_held_for_two_indexes_a_client_at_least() throws Exception {
        try (Engine engine = engine(64, 10)) {
            assertThat(wanted).hasValue(14);
            assertThat(engine.gauges().clientsRunning()).isEqualTo(64);
        }
    }

    @Test
    void a_client_that_was_woken_for_nothing_wakes_the_next_one_for_what_is_left() throws Exception {
        LeaseQueue leases = new LeaseQueue(1);
        LeaseWaiters waiters = new LeaseWaiters(leases);
        CountDownLatch woken = new CountDownLatch(1);

        Thread thread = Thread.ofPlatform().start(() -> {
            waiters.await(new LeaseWaiters.Waiter(Thread.currentThread()), new ClientSlot());
            woken.countDown();
        });
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        leases.offer(new LeaseGrant(0, 0, 1, 1, 0), 0);
        waiters.passOn();
        assertThat(woken.await(100, TimeUnit.SECONDS)).isTrue();
    }
}
