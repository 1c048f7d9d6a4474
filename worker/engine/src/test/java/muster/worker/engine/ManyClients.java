package muster.worker.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.client.EngineSpec;
import muster.workloads.target.Outcome;
import muster.workloads.target.Stage;

/** Runs so many clients until each has completed something, and prints what it took; {@link ManyClientsTest} starts it. */
final class ManyClients {
    private ManyClients() {}

    public static void main(String[] args) throws Exception {
        int clients = Integer.parseInt(args[0]);
        CountDownLatch all = new CountDownLatch(clients);
        EngineSpec spec = Specs.of(clients).build(FakeTarget.each(() -> session(all)));
        Book book = new Book(spec, 50_000, Integer.MAX_VALUE);
        Engine engine = book.open();
        engine.start(Specs.nowNs(), 0);
        all.await();
        book.awaitCovered(clients);
        long starving = engine.gauges().clientsWithoutCompletion();
        System.gc();
        long heapMb = (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20;
        book.finish();
        System.out.printf("clients %d starving %d heap %d MB%n", clients, starving, heapMb);
        boolean right = book.failure() == null
                && starving == 0
                && book.count("service") == book.covered().cardinality();
        System.exit(right ? 0 : 1);
    }

    private static FakeTarget.Body session(CountDownLatch all) {
        AtomicBoolean first = new AtomicBoolean(true);
        return (transaction, probe) -> {
            LockSupport.parkNanos(100_000_000);
            for (Stage stage : Stage.values()) {
                probe.stage(stage);
            }
            probe.outcome(0, transaction.operation(0).digest() % 2 == 0 ? Outcome.OK : Outcome.ABSENT);
            if (first.getAndSet(false)) {
                all.countDown();
            }
        };
    }
}
