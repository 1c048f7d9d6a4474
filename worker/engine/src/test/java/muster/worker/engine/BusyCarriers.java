package muster.worker.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Virtual threads that never give way: while they run, no other one does. */
public final class BusyCarriers {
    private BusyCarriers() {}

    /** What happens meanwhile. */
    public interface Body {
        void run() throws Exception;
    }

    /** Runs it once every carrier is taken. */
    public static void during(Body body) throws Exception {
        int carriers = Runtime.getRuntime().availableProcessors();
        CountDownLatch running = new CountDownLatch(carriers);
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < carriers; i++) {
            Thread.startVirtualThread(() -> spin(running, over));
        }
        running.await();
        try {
            body.run();
        } finally {
            over.set(true);
        }
    }

    private static void spin(CountDownLatch running, AtomicBoolean over) {
        running.countDown();
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }
}
