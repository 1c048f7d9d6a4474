package muster.worker.agent;

import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.time.TurnGate;

/**
 * Leases that cost the one client of an engine a known share of its time, so that a comparison can be checked: it must find
 * just that. The client is busy with it, as it would be with a slower path to its coordinator.
 */
final class SlowedLeases implements LeaseSource {
    private final LeaseSource leases;
    private final double share;
    private final TurnGate turns;
    private long askedNs;

    SlowedLeases(LeaseSource leases, double share, TurnGate turns) {
        this.leases = leases;
        this.share = share;
        this.turns = turns;
    }

    @Override
    public synchronized void want(long total, double ratePerS) {
        long nowNs = turns.activeNs();
        long costNs = askedNs == 0 ? 0 : (long) (share * (nowNs - askedNs));
        long untilNs = System.nanoTime() + costNs;
        while (System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
        askedNs = nowNs + costNs;
        leases.want(total, ratePerS);
    }
}
