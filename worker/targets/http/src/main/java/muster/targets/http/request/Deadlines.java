package muster.targets.http.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends what takes longer than it may. One thread looks at all connections now and then: an operation pays for two
 * stores, where a timed wait in each read would arm a timer.
 */
public final class Deadlines implements AutoCloseable {
    private static final long SHORTEST_TICK_MS = 1;
    private static final long MAX_TICK_MS = 50;
    private static final int TICKS_PER_TIMEOUT = 50;

    private final Set<Deadline> watched = ConcurrentHashMap.newKeySet();
    private final Thread thread;

    /**
     * Begins to watch.
     *
     * @param shortest of the time-outs: what ends late is late by a fiftieth of it, and 50 ms at most
     */
    public Deadlines(Duration shortest) {
        long tickMs = Math.clamp(shortest.toMillis() / TICKS_PER_TIMEOUT, SHORTEST_TICK_MS, MAX_TICK_MS);
        thread = Thread.ofPlatform().name("muster-http-deadlines").daemon().start(() -> watch(tickMs));
    }

    private void watch(long tickMs) {
        try {
            while (true) {
                Thread.sleep(tickMs);
                long nowNs = System.nanoTime();
                watched.forEach(deadline -> deadline.expireIfDue(nowNs));
            }
        } catch (InterruptedException closed) {
            return;
        }
    }

    /**
     * Adds something that may take too long.
     *
     * @param expire called by another thread when the time is over; once for each start at most
     */
    public Deadline watch(Runnable expire) {
        Deadline deadline = new Deadline(expire);
        watched.add(deadline);
        return deadline;
    }

    public void forget(Deadline deadline) {
        watched.remove(deadline);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /** The time until which something must have ended. */
    public static final class Deadline {
        private static final long NONE = Long.MIN_VALUE;
        private static final long EXPIRED = Long.MIN_VALUE + 1;
        private static final VarHandle END = handle();

        private final Runnable expire;

        @SuppressWarnings("unused") // By END.
        private volatile long endNs = NONE;

        private Deadline(Runnable expire) {
            this.expire = expire;
        }

        private static VarHandle handle() {
            try {
                return MethodHandles.lookup().findVarHandle(Deadline.class, "endNs", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        public void start(long nowNs, Duration most) {
            END.setRelease(this, nowNs + most.toNanos());
        }

        /** Ends the watch; whether the time was over before. */
        public boolean end() {
            return (long) END.getAndSet(this, NONE) == EXPIRED;
        }

        private void expireIfDue(long nowNs) {
            long seenNs = (long) END.getAcquire(this);
            boolean due = seenNs != NONE && seenNs != EXPIRED && nowNs - seenNs >= 0;
            if (due && END.compareAndSet(this, seenNs, EXPIRED)) {
                expire.run();
            }
        }
    }
}
