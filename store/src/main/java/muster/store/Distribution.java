package muster.store;

import java.util.OptionalLong;

/** Values in nanoseconds, with HdrHistogram's resolution of 3 digits. Immutable. */
public final class Distribution {
    Distribution() {}

    public long samples() {
        return 0;
    }

    public long minNs() {
        return 0;
    }

    public long maxNs() {
        return 0;
    }

    public double meanNs() {
        return 0;
    }

    /** The value at a percentile (99.9), or empty if there are too few samples to say (SEMANTICS 12). */
    public OptionalLong percentileNs(double percentile) {
        return OptionalLong.empty();
    }
}
