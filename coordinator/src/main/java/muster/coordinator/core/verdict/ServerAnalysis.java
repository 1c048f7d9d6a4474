package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.BottleneckAnalysis.found;

import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.verdict.BottleneckAnalysis.Culprit;
import muster.coordinator.core.verdict.BottleneckAnalysis.Finding;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** Names the resource of an observed server that is full (docs/decisions/0047-bottleneck.md). */
final class ServerAnalysis {
    private static final double FULL = 0.85;
    /** A host is out of processors when so little of them is left. */
    private static final double LEFT = 0.1;
    /** With so little left a server whose threads wait for a core lacks it, though at other moments it is idle. */
    private static final double SCARCE = 0.25;

    private static final double WAITED = 0.5;
    /** Of what was used on a full host the server must have used so much for this to be its limit, too. */
    private static final double NOTABLE = 0.2;

    /** Where operations are at it, or wait for a core there, for less of their time, free cores would not make them much faster. */
    private static final double MATTERS = 0.25;

    /** Less than this is no reason for anything. */
    private static final double IDLE = 0.2;

    private static final double DISK_FULL = 0.7;

    private ServerAnalysis() {}

    /**
     * Null if nothing that can be observed is full.
     *
     * @param underWay operations in service on average
     */
    @Nullable
    static Finding full(ServerUse use, double underWay, String generator) {
        if (use.cpuCores() >= FULL * use.allowedCores()) {
            return found(
                    Culprit.SERVER_CPU,
                    "the server's processor time is the limit: %s used %.2f of %s; the generator %s"
                            .formatted(use.name(), use.cpuCores(), cores(use.allowedCores()), generator));
        }
        if (isLimitedByCores(use, underWay)) {
            return found(
                    Culprit.HOST_CPU,
                    "the processors of the server's host are the limit: of %s %s used %.2f and waited for %.2f, others used %.2f, and %.2f were idle; the generator %s"
                            .formatted(
                                    cores(use.hostCores()),
                                    use.name(),
                                    use.cpuCores(),
                                    use.waitedCores(),
                                    Math.max(0, use.hostCores() - use.hostIdleCores() - use.cpuCores()),
                                    use.hostIdleCores(),
                                    generator));
        }
        return single(use, generator);
    }

    /**
     * Whether cores are what it lacks. Where others have them, a server that waits for a lock or sleeps waits for a core, too, after
     * each wait; one that uses little is limited by cores only if one of its threads always wants one, or if operations want one for
     * much of their time.
     */
    private static boolean isLimitedByCores(ServerUse use, double underWay) {
        boolean matters = usesNotable(use)
                || use.runnableThreadCores() >= FULL
                || use.cpuCores() + use.waitedCores() >= MATTERS * underWay;
        return matters && waitsForCores(use, underWay);
    }

    /**
     * Whether its threads waited for a processor much of the time, and not longer for a disk. As much as a thread, or half of the
     * operations if these are few, must run or wait for a core at any moment: a server that others leave little, and that
     * sleeps, waits for none.
     */
    static boolean waitsForCores(ServerUse use, double underWay) {
        if (use.cpuCores() + use.waitedCores() < Math.min(FULL, WAITED * underWay)) {
            return false;
        }
        boolean full = use.hostIdleCores() <= LEFT * use.hostCores() && usesNotable(use);
        boolean scarce =
                use.hostIdleCores() <= SCARCE * use.hostCores() && use.waitedCores() >= WAITED * use.cpuCores();
        return (full || scarce) && use.waitedCores() >= use.threadsOnDisk();
    }

    private static boolean usesNotable(ServerUse use) {
        return use.cpuCores() >= NOTABLE * use.hostCores();
    }

    private static @Nullable Finding single(ServerUse use, String generator) {
        if (use.busiestThreadCores() >= FULL) {
            return found(
                    Culprit.SERVER_THREAD,
                    "one thread of the server is the limit: %s used %.2f of a core, all of %s %.2f of %s; the generator %s"
                            .formatted(
                                    use.busiestThread(),
                                    use.busiestThreadCores(),
                                    use.name(),
                                    use.cpuCores(),
                                    cores(use.allowedCores()),
                                    generator));
        }
        return waitsForDisk(use) ? disk(use, generator) : null;
    }

    /** The pressure is that of all programs of the host, so the server must have its part in it. */
    private static boolean waitsForDisk(ServerUse use) {
        boolean pressed = use.diskPressure() >= DISK_FULL && use.threadsOnDisk() >= IDLE;
        return use.diskBusy() >= DISK_FULL || use.threadsOnDisk() >= DISK_FULL || pressed;
    }

    private static Finding disk(ServerUse use, String generator) {
        return found(
                Culprit.DISK,
                "%s: %.2f threads of %s waited for it at any time, %.2f of them in fsync; some task did %s of the time, it was busy %s, %s flushes/s; %s used %.2f of %s; the generator %s"
                        .formatted(
                                use.threadsInFsync() >= IDLE
                                        ? "commits wait for the disk"
                                        : "the server's disk is the limit",
                                use.threadsOnDisk(),
                                use.name(),
                                use.threadsInFsync(),
                                Quantity.percent(100 * use.diskPressure()),
                                Quantity.percent(100 * use.diskBusy()),
                                Quantity.number(use.flushesPerS()),
                                use.name(),
                                use.cpuCores(),
                                cores(use.allowedCores()),
                                generator));
    }

    /** What it is not, where nothing is full. */
    static String idle(ServerUse use) {
        boolean idle = use.busiestThreadCores() <= IDLE
                && use.diskBusy() <= IDLE
                && use.waitedCores() <= IDLE * use.allowedCores();
        return "nothing observed is full (%s)%s"
                .formatted(notFull(use), idle ? ", so it waits for a lock, its own pool or the network" : "");
    }

    static String notFull(ServerUse use) {
        return "%s used %.2f of %s and waited for %.2f, no thread used more than %.2f of a core, disk busy %s"
                .formatted(
                        use.name(),
                        use.cpuCores(),
                        cores(use.allowedCores()),
                        use.waitedCores(),
                        use.busiestThreadCores(),
                        Quantity.percent(100 * use.diskBusy()));
    }

    private static String cores(double count) {
        return count == 1 ? "the 1 core" : Quantity.number(count) + " cores";
    }
}
