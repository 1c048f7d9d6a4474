package muster.workloads.random;

import muster.workloads.plan.PhaseSpec;

public final class Arrivals {
    private final PhaseSpec.Rate rate;

    private Arrivals(PhaseSpec.Rate rate) {
        this.rate = rate;
    }

    public static Arrivals of(PhaseSpec.Rate rate, long key) {
        return new Arrivals(rate);
    }

    public long first() {
        return 0;
    }

    public long timeNs(long fromIndex, long fromNs, long toIndex) {
        return toIndex * rate.periodNs() / rate.arrivals();
    }
}
