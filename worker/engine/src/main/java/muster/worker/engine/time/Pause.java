package muster.worker.engine.time;

/** How a thread waits that must not park: for a lock held for nanoseconds, or for its next turn on the core. */
public final class Pause {
    private static final int TRIES_BEFORE_YIELD = 64;

    private Pause() {}

    /** Between two tries for something that another thread is about to release. */
    public static void retry(int tries) {
        if (tries % TRIES_BEFORE_YIELD == 0) {
            giveWay();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Virtual threads are never preempted: one that does not block has to let the others in by itself. */
    @SuppressWarnings("ThreadPriorityCheck")
    public static void giveWay() {
        Thread.yield();
    }
}
