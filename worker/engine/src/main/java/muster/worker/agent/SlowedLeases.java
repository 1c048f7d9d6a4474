package muster.worker.agent;

import java.util.function.LongSupplier;
import muster.worker.engine.lease.LeaseSource;

/**
 * Leases that cost the one client of an engine a known share of its time, so that a comparison can be checked: it must find
 * just that. The client is busy with it, as it would be with a slower path to its coordinator.
 */
final class SlowedLeases implements LeaseSource {
    private final LeaseSource leases;
    private final double share;
    /** Stands still while it is another's turn. */
    private final LongSupplier activeNs;

    private long askedNs;

    SlowedLeases(LeaseSource leases, double share, LongSupplier activeNs) {
        this.leases = leases;
        this.share = share;
        this.activeNs = activeNs;
    }

    @Override
    public synchronized void want(long total, double ratePerS) {
        long nowNs = activeNs.getAsLong();
        long costNs = askedNs == 0 ? 0 : (long) (share * (nowNs - askedNs));
        long untilNs = System.nanoTime() + costNs;
        while (System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
        askedNs = nowNs + costNs;
        leases.want(total, ratePerS);
    }
}
