package muster.coordinator.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * The coordinator's clock: unix nanoseconds when it began, continued by the monotonic clock. The wall clock is read
 * once; setting it later changes no figure.
 */
public final class SteadyClock {
    /** Keys in a run's environment: by them another coordinator on this machine goes on with the same clock. */
    static final String BOOT = "clock.boot";

    static final String OFFSET = "clock.offset_ns";

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final long offsetNs;

    /** Begins with the wall clock of now. */
    public SteadyClock() {
        this(wallNs() - System.nanoTime());
    }

    private SteadyClock(long offsetNs) {
        this.offsetNs = offsetNs;
    }

    /**
     * Goes on with the clock of a coordinator that died, if this machine was not booted since: workers and the times of an
     * interrupted phase are bound to it, and the wall clock may have been set meanwhile. On Linux System.nanoTime is the
     * same in all processes.
     *
     * @param environment of the interrupted run, empty if there is none
     */
    static SteadyClock after(Map<String, String> environment) {
        String boot = environment.getOrDefault(BOOT, "");
        return boot.isEmpty() || !boot.equals(boot())
                ? new SteadyClock()
                : new SteadyClock(Long.parseLong(environment.get(OFFSET)));
    }

    /** What the store keeps with a run. */
    Map<String, String> environment() {
        return Map.of(BOOT, boot(), OFFSET, Long.toString(offsetNs));
    }

    /** "" where the machine has none. */
    private static String boot() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException notLinux) {
            return "";
        }
    }

    private static long wallNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    public long nowNs() {
        return System.nanoTime() + offsetNs;
    }

    /** How far the wall clock is ahead of this one now, in seconds. */
    double wallAheadS() {
        return (wallNs() - nowNs()) / 1e9;
    }
}
