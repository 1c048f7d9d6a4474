package muster.coordinator.server;

import java.time.Instant;

/** The coordinator's clock: unix nanoseconds as they were at start, going on with the monotonic clock. */
public final class SteadyClock {
    private final long offsetNs;

    public SteadyClock() {
        Instant now = Instant.now();
        this.offsetNs = now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
    }

    public long nowNs() {
        return System.nanoTime() + offsetNs;
    }

    /** Coordinator's clock minus this process's System.nanoTime. */
    public long offsetNs() {
        return offsetNs;
    }
}
