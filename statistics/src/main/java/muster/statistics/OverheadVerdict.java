package muster.statistics;

import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What pairs of throughputs say of the cost of the cluster, in plain words.
 *
 * @param decided whether they answer what was asked: is there a cost, and is it within what was allowed? Never with fewer
 *     than {@value #MIN_PAIRS} pairs
 * @param pairs that would decide it in 80 of 100 cases, about; 0 where these do
 * @param gate whether the cost is within what was allowed; passed if nothing was asked
 */
public record OverheadVerdict(String text, boolean decided, int pairs, Gate gate) {
    /** With fewer, no outcome is rarer than one in twenty by chance: of 5 pairs all lie on one side once in 16 times. */
    public static final int MIN_PAIRS = 6;

    /** An interval around no difference that is nowhere farther away than this says that there is none to speak of. */
    private static final double SMALL = 0.01;

    private static final int MAX_PAIRS = 10_000;

    /**
     * Judges pairs of throughputs.
     *
     * @param maxPercent the most that the cluster may cost, in per cent of throughput; null for any
     */
    public static OverheadVerdict of(Paired throughput, @Nullable Double maxPercent) {
        Interval ratio = throughput.ratio();
        if (!ratio.bounded()) {
            String text = "no verdict: " + count(throughput.pairs()) + " no interval; at least " + MIN_PAIRS
                    + " pairs are needed";
            return new OverheadVerdict(text, false, MIN_PAIRS, maxPercent == null ? Gate.PASSED : Gate.UNDECIDED);
        }
        OverheadVerdict plain = plain(throughput, ratio);
        OverheadVerdict whole = maxPercent == null ? plain : plain.bounded(throughput, ratio, maxPercent / 100);
        return throughput.pairs() < MIN_PAIRS ? whole.withFew(throughput.pairs(), maxPercent != null) : whole;
    }

    private static String count(int pairs) {
        return pairs == 1 ? "one pair has" : pairs + " pairs have";
    }

    private static OverheadVerdict plain(Paired throughput, Interval ratio) {
        double least = 1 - ratio.high();
        double most = 1 - ratio.low();
        if (least > 0) {
            return sure("the cluster costs " + Percent.of(least) + " to " + Percent.of(most) + " of throughput");
        }
        if (most < 0) {
            return sure("the cluster costs nothing: its throughput is " + Percent.of(-most) + " to "
                    + Percent.of(-least) + " higher");
        }
        if (Math.max(most, -least) <= SMALL) {
            return sure("no difference to speak of: the cluster costs at most " + Percent.of(most) + " of throughput");
        }
        double effect = Math.abs(Math.log(ratio.estimate()));
        int pairs = Math.min(
                pairsFor(throughput, effect, Power::beyond),
                pairsFor(throughput, Math.log1p(SMALL) - effect, Power::between));
        return open(
                "no verdict: the interval " + Percent.signed(-most) + " .. " + Percent.signed(-least)
                        + " contains no difference",
                pairs);
    }

    private static OverheadVerdict sure(String text) {
        return new OverheadVerdict(text, true, 0, Gate.PASSED);
    }

    private static OverheadVerdict open(String text, int pairs) {
        return new OverheadVerdict(text + wanted(pairs), false, pairs, Gate.PASSED);
    }

    private static String wanted(int pairs) {
        return pairs >= MAX_PAIRS
                ? "; no number of pairs would decide it"
                : "; about " + pairs + " pairs would decide it (80 % power)";
    }

    private OverheadVerdict bounded(Paired throughput, Interval ratio, double allowed) {
        String limit = Percent.of(allowed);
        return switch (Gate.atLeast(1 - allowed, ratio)) {
            case PASSED -> new OverheadVerdict(text + "; that is within " + limit, true, 0, Gate.PASSED);
            case FAILED -> new OverheadVerdict(text + "; that is more than " + limit, true, 0, Gate.FAILED);
            case UNDECIDED -> unbounded(throughput, ratio, allowed, limit);
        };
    }

    private OverheadVerdict unbounded(Paired throughput, Interval ratio, double allowed, String limit) {
        double distance = Math.abs(Math.log(ratio.estimate() / (1 - allowed)));
        int needed = pairsFor(throughput, distance, Power::beyond);
        String open = text + "; not shown to be within " + limit;
        return new OverheadVerdict(
                decided ? open + wanted(needed) : open, false, Math.max(pairs, needed), Gate.UNDECIDED);
    }

    private OverheadVerdict withFew(int few, boolean asked) {
        String head = "undecided: " + (few == 1 ? "one pair is" : few + " pairs are") + " too few, " + MIN_PAIRS
                + " are the least; by Student's t: ";
        return new OverheadVerdict(
                head + text, false, Math.max(pairs, MIN_PAIRS), asked ? Gate.UNDECIDED : Gate.PASSED);
    }

    /**
     * As many pairs of this spread as decide in 80 of 100 cases, if the truth is what was seen.
     *
     * @param distance from what is seen to what is to be left out, of logarithms
     * @param errors how many standard errors that must be, by degrees of freedom
     */
    private static int pairsFor(Paired throughput, double distance, IntToDoubleFunction errors) {
        double deviation = Mean.deviation(throughput.logs());
        for (int pairs = MIN_PAIRS; pairs < MAX_PAIRS; pairs += 1 + pairs / 20) {
            if (errors.applyAsDouble(pairs - 1) * deviation / Math.sqrt(pairs) <= distance) {
                return Math.max(pairs, throughput.pairs() + 1);
            }
        }
        return MAX_PAIRS;
    }
}
