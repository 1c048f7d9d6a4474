package muster.experiments.turns;

import java.util.Locale;
import muster.statistics.Interval;
import muster.statistics.Percent;

/**
 * What turns say of one arm and the first, in one sentence.
 *
 * @param decided whether one completes more, or no difference larger than the precision is there
 */
public record ArmVerdict(String text, boolean decided) {
    /**
     * Judges two arms by their turns.
     *
     * @param precision that was asked for: half the width of the interval, as a share
     */
    public static ArmVerdict of(InterleavedComparison comparison, double precision) {
        Interval ratio = comparison.ratio("throughput");
        if (!ratio.bounded()) {
            return new ArmVerdict(comparison.withoutInterval(), false);
        }
        if (comparison.different()) {
            return new ArmVerdict(faster(comparison, ratio), true);
        }
        if (comparison.precise(precision)) {
            return new ArmVerdict(
                    "no difference larger than " + Percent.of(Math.max(ratio.high() - 1, 1 - ratio.low())) + ": "
                            + ratio(comparison, ratio),
                    true);
        }
        return new ArmVerdict(
                "undecided: " + ratio(comparison, ratio) + "; " + comparison.untilDecided(precision) + " (--max-time)",
                false);
    }

    /** Said of the one that completes more. */
    private static String faster(InterleavedComparison comparison, Interval ratio) {
        boolean arm = ratio.low() > 1;
        return String.format(
                Locale.ROOT,
                "%s completes %s times (%s to %s) as much as %s",
                arm ? comparison.arm() : comparison.base(),
                factor(arm ? ratio.estimate() : 1 / ratio.estimate()),
                factor(arm ? ratio.low() : 1 / ratio.high()),
                factor(arm ? ratio.high() : 1 / ratio.low()),
                arm ? comparison.base() : comparison.arm());
    }

    private static String ratio(InterleavedComparison comparison, Interval ratio) {
        return comparison.arm() + " completes " + factor(ratio.estimate()) + " times (" + factor(ratio.low()) + " to "
                + factor(ratio.high()) + ") as much as " + comparison.base();
    }

    private static String factor(double factor) {
        return String.format(Locale.ROOT, factor < 10 ? "%.3f" : "%.1f", factor);
    }
}
