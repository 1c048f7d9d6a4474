package muster.coordinator.core.phase;

import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseIssuer;
import muster.coordinator.core.membership.ConcurrencyShares;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/**
 * One load of a phase: who holds which of its indexes, who gets the next ones, and how its clients are divided.
 *
 * @param number from 0; its indexes are those of this number ({@link muster.model.StreamIndex})
 * @param name "" for the only one of a phase
 * @param load what it executes
 * @param profile how many clients run at a time; null if that does not change
 */
public record PhaseStream(
        int number,
        String name,
        ExecutedPhase load,
        LeaseBook book,
        LeaseIssuer issuer,
        ConcurrencyShares shares,
        @Nullable ClientsProfile profile) {
    private static final double NANO = 1e9;

    /** Of so many seconds of the phase those that its throughput is of. */
    public double measuredSeconds(double ofPhase) {
        return load.measuredNs(Math.round(ofPhase * NANO)) / NANO;
    }
}
