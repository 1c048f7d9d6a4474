package muster.worker.agent;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import muster.protocol.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What the process used and lacked between the start and the end of a phase. A thread reads the meters at those two
 * moments: a difference of snapshots would also hold the preparation and the drain, in which nothing is lacking, and so
 * hide what was lacking in a short phase.
 */
public final class PhaseWindow implements AutoCloseable {
    public static final PhaseWindow NONE = new PhaseWindow();

    private volatile @Nullable Resources first;
    private volatile @Nullable Resources last;
    private volatile boolean closed;
    private final @Nullable Thread reader;

    private PhaseWindow() {
        reader = null;
    }

    /**
     * Reads at both times, and now: a phase may be over before a thread that is to wake at its start gets a core.
     *
     * @param startNs by System.nanoTime
     * @param endNs by System.nanoTime; Long.MAX_VALUE if the end is not known yet
     */
    public PhaseWindow(Supplier<Resources> meter, long startNs, long endNs) {
        first = meter.get();
        reader = Thread.ofPlatform().daemon().name("muster-window").start(() -> {
            sleepUntil(startNs);
            first = meter.get();
            if (endNs != Long.MAX_VALUE) {
                sleepUntil(endNs);
                last = closed ? null : meter.get();
            }
        });
    }

    private void sleepUntil(long untilNs) {
        long leftNs = untilNs - System.nanoTime();
        while (leftNs > 0 && !closed) {
            LockSupport.parkNanos(this, leftNs);
            leftNs = untilNs - System.nanoTime();
        }
    }

    /**
     * Sums from the start to the end, or to this reading if the end has not come. What the engine
     * counts for the phase alone is as of this reading. Nothing for a reading that the thread of the start has overtaken.
     */
    public Resources until(Resources now) {
        Resources from = first;
        Resources frozen = last;
        Resources to = frozen == null ? now : frozen;
        if (from == null || to.getReadAtNs() < from.getReadAtNs()) {
            return Resources.getDefaultInstance();
        }
        return difference(from, to, now);
    }

    private static Resources difference(Resources from, Resources to, Resources now) {
        return Resources.newBuilder()
                .setReadAtNs(to.getReadAtNs() - from.getReadAtNs())
                .setCpuNs(to.getCpuNs() - from.getCpuNs())
                .setCpuAllowedNs(to.getCpuAllowedNs() - from.getCpuAllowedNs())
                .setCpuIdleNs(to.getCpuIdleNs() - from.getCpuIdleNs())
                .setGcPauseNs(to.getGcPauseNs() - from.getGcPauseNs())
                .setRunQueueWaitNs(Math.max(0, to.getRunQueueWaitNs() - from.getRunQueueWaitNs()))
                .setHiccupNs(to.getHiccupNs() - from.getHiccupNs())
                .setCanaryLateNs(Math.max(0, to.getCanaryLateNs() - from.getCanaryLateNs()))
                .setCanarySamples(to.getCanarySamples() - from.getCanarySamples())
                .setCanaryOver1Ms(to.getCanaryOver1Ms() - from.getCanaryOver1Ms())
                .setCanaryOver10Ms(to.getCanaryOver10Ms() - from.getCanaryOver10Ms())
                .setCanaryOver100Ms(to.getCanaryOver100Ms() - from.getCanaryOver100Ms())
                .setTimerLateNs(to.getTimerLateNs() - from.getTimerLateNs())
                .setThrottledNs(to.getThrottledNs() - from.getThrottledNs())
                .setStealNs(to.getStealNs() - from.getStealNs())
                .setServiceNs(now.getServiceNs() - from.getServiceNs())
                .setServiceSamples(now.getServiceSamples() - from.getServiceSamples())
                .setClientsWithoutCompletion(now.getClientsWithoutCompletion())
                .setPacingLagMaxNs(now.getPacingLagMaxNs())
                .setLateStartNs(now.getLateStartNs())
                .setHandoverNs(now.getHandoverNs())
                .setHandovers(now.getHandovers())
                .build();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(reader);
    }
}
