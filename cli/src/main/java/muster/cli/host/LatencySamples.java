package muster.cli.host;

import java.util.Arrays;
import java.util.OptionalLong;

/** Exact percentiles of a few samples; the one who made the array gives it away. */
public record LatencySamples(long[] sortedNs) {
    public static LatencySamples of(long[] ns) {
        Arrays.sort(ns);
        return new LatencySamples(ns);
    }

    /** Empty below the number of samples that a percentile takes (docs/semantics.md rule 12). */
    public OptionalLong at(double percentile) {
        double share = percentile / 100;
        int least = (int) Math.ceil(Math.log(0.05) / Math.log(share));
        return sortedNs.length < least
                ? OptionalLong.empty()
                : OptionalLong.of(sortedNs[(int) Math.ceil(share * sortedNs.length) - 1]);
    }

    public long maxNs() {
        return sortedNs.length == 0 ? 0 : sortedNs[sortedNs.length - 1];
    }

    public double sumAboveNs(long ns) {
        return Arrays.stream(sortedNs).filter(value -> value > ns).sum();
    }
}
