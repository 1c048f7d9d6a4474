package zmq.util;

/**
 * Takes the place of jeromq 0.5.4's class of this name, whose milliseconds are the wall clock's: where that is set back, a
 * socket that waits 50 ms waits for hours, and a connection that broke is not tried again (docs/decisions/0057-restarts-and-clocks.md).
 * This module stands before jeromq on every class path; ClockTest fails where it does not.
 */
public final class Clock {
    private static final long NS_IN_MS = 1_000_000;

    private Clock() {}

    /** Milliseconds of the monotonic clock: only their differences mean something. */
    public static long nowMS() {
        return System.nanoTime() / NS_IN_MS;
    }

    /** The same in microseconds. */
    public static long nowUS() {
        return System.nanoTime() / 1_000;
    }

    /** The same in nanoseconds. */
    public static long nowNS() {
        return System.nanoTime();
    }
}
