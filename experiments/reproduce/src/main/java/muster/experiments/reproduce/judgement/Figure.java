package muster.experiments.reproduce.judgement;

import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Mean;
import muster.text.Quantity;

/**
 * One number that was measured once a round, and the range in which the claim holds. Ratios are averaged on the logarithmic scale.
 *
 * @param name what it is of
 * @param values one a round
 * @param tooLow below which the claim does not hold; above low where a difference may be too small to count
 */
record Figure(String name, double[] values, boolean logarithmic, double low, double high, double tooLow) {
    /** A ratio of exactly 1 is no order. */
    private static final double MORE = Math.nextUp(1.0);

    /** A ratio below which one value is not called larger than another. */
    private static final double ALIKE = 1.05;

    static Figure ratio(String name, double[] values, double low, double high) {
        return new Figure(name, values, true, low, high, low);
    }

    /** Of one that is to be larger: no number of rounds would tell it from an equal one, but that it is hardly larger can be told. */
    static Figure larger(String name, double[] values) {
        return new Figure(name, values, true, MORE, Double.POSITIVE_INFINITY, ALIKE);
    }

    static Figure plain(String name, double[] values, double low, double high) {
        return new Figure(name, values, false, low, high, low);
    }

    Interval interval() {
        return logarithmic ? Mean.ofLogs(values) : Mean.of(values);
    }

    ClaimVerdict verdict() {
        Interval interval = interval();
        if (!interval.bounded() || values.length < Gate.MIN_TRIALS) {
            return ClaimVerdict.NOT_DECIDED;
        }
        if (interval.low() >= low && interval.high() <= high) {
            return ClaimVerdict.REPRODUCED;
        }
        return interval.high() < tooLow || interval.low() > high ? ClaimVerdict.DIFFERS : ClaimVerdict.NOT_DECIDED;
    }

    /** What would decide it. */
    String cure() {
        if (values.length < Gate.MIN_TRIALS) {
            return Gate.MIN_TRIALS - values.length + " more rounds at least";
        }
        double estimate = interval().estimate();
        double lower = distance(estimate, low) > distance(estimate, tooLow) ? low : tooLow;
        double bound = distance(estimate, lower) < distance(estimate, high) ? lower : high;
        int needed = logarithmic ? Mean.neededOfLogs(values, bound) : Mean.needed(values, bound);
        return needed < 0
                ? name + " is too near to " + Quantity.number(bound) + " for any number of rounds"
                : "about " + (needed - values.length) + " more rounds";
    }

    private static double distance(double estimate, double bound) {
        return Math.abs(Math.log(estimate / bound));
    }

    @Override
    public String toString() {
        Interval interval = interval();
        String range = interval.bounded()
                ? " (" + Quantity.number(interval.low()) + " to " + Quantity.number(interval.high()) + ")"
                : "";
        return name + " " + Quantity.number(interval.estimate()) + range;
    }
}
