package muster.experiments.turns;

import java.util.List;

/**
 * An interleaved comparison, as it starts.
 *
 * @param kind "overhead" or "ab"
 * @param seed of the order of turns
 * @param precision half the width of the interval at which it stops, as a share
 * @param arms the first is what the others are divided by
 */
public record ComparisonRow(String kind, long seed, long startedNs, double precision, List<Arm> arms) {
    public static final String OVERHEAD = "overhead";
    public static final String AB = "ab";

    /**
     * One arm.
     *
     * @param plan as JSON, every default written out, secrets as references
     */
    public record Arm(String name, String plan) {}
}
