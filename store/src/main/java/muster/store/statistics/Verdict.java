package muster.store.statistics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What pairs of throughputs say of the cost of the cluster, in plain words.
 *
 * @param decided whether they say anything but that there are too few
 * @param pairs that would do, about; 0 where these do
 * @param within whether the cost is shown to be within what was allowed: all of the interval; true if nothing was asked
 */
public record Verdict(String text, boolean decided, int pairs, boolean within) {
    /** With fewer, no outcome is rarer than one in twenty by chance: of 5 pairs all lie on one side once in 16 times. */
    public static final int LEAST_FOR_EXACT = 6;

    /** An interval around no difference that is nowhere farther away than this says that there is none to speak of. */
    private static final double SMALL = 0.01;

    private static final int MOST_PAIRS = 10_000;

    /**
     * Judges pairs of throughputs.
     *
     * @param maxPercent the most that the cluster may cost, in per cent of throughput; null for any
     */
    public static Verdict of(Paired throughput, @Nullable Double maxPercent) {
        Interval ratio = throughput.ratio();
        if (!ratio.bounded()) {
            String text = "no verdict: " + count(throughput.pairs()) + " no interval; " + LEAST_FOR_EXACT
                    + " pairs are the least that an exact test can decide by";
            return new Verdict(text, false, LEAST_FOR_EXACT, maxPercent == null);
        }
        Verdict plain = plain(throughput, ratio);
        Verdict whole = maxPercent == null ? plain : plain.bounded(throughput, ratio, maxPercent / 100);
        return throughput.pairs() < LEAST_FOR_EXACT ? whole.withFew(throughput.pairs()) : whole;
    }

    private static String count(int pairs) {
        return pairs == 1 ? "one pair has" : pairs + " pairs have";
    }

    private static Verdict plain(Paired throughput, Interval ratio) {
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
        double effect = Math.abs(1 - ratio.estimate());
        int pairs = pairsFor(throughput, Math.max(effect, SMALL - effect));
        return open(
                "no verdict: the interval " + Percent.signed(-most) + " .. " + Percent.signed(-least)
                        + " contains no difference",
                pairs);
    }

    private static Verdict sure(String text) {
        return new Verdict(text, true, 0, true);
    }

    private static Verdict open(String text, int pairs) {
        return new Verdict(text + wanted(pairs), false, pairs, true);
    }

    private static String wanted(int pairs) {
        return pairs >= MOST_PAIRS ? "; no number of pairs would do" : "; about " + pairs + " pairs would do";
    }

    private Verdict bounded(Paired throughput, Interval ratio, double allowed) {
        double most = 1 - ratio.low();
        String limit = Percent.of(allowed);
        if (most <= allowed) {
            return new Verdict(text + "; that is within " + limit, true, 0, true);
        }
        if (1 - ratio.high() > allowed) {
            return new Verdict(text + "; that is more than " + limit, true, 0, false);
        }
        int needed = pairsFor(throughput, Math.abs(1 - ratio.estimate() - allowed));
        String undecided = text + "; not shown to be within " + limit;
        return new Verdict(
                pairs == 0 ? undecided + wanted(needed) : undecided, decided, Math.max(pairs, needed), false);
    }

    private Verdict withFew(int few) {
        String head = "no exact test can decide by " + (few == 1 ? "one pair" : few + " pairs") + ", " + LEAST_FOR_EXACT
                + " are the least; by Student's t: ";
        return new Verdict(head + text, decided, Math.max(pairs, decided ? 0 : LEAST_FOR_EXACT), within);
    }

    /** As many pairs of this spread as make the interval no wider than this to either side. */
    private static int pairsFor(Paired throughput, double half) {
        double[] logs = throughput.logs();
        double mean = Arrays.stream(logs).average().orElseThrow();
        double deviation = Mean.deviation(logs, mean);
        for (int pairs = LEAST_FOR_EXACT; pairs < MOST_PAIRS; pairs++) {
            // Beyond this the quantile differs from the normal one by less than one in a hundred.
            double quantile = Student.quantile(Math.min(pairs - 1, 200));
            if (quantile * deviation / Math.sqrt(pairs) <= half) {
                return Math.max(pairs, throughput.pairs() + 1);
            }
        }
        return MOST_PAIRS;
    }
}
