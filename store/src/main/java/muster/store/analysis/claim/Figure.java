package muster.store.analysis.claim;

import muster.store.analysis.statistics.Gate;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Mean;
import muster.store.table.Quantity;

/**
 * One number that was measured once a round, and the range in which the claim holds. Ratios are averaged on the logarithmic scale.
 *
 * @param name what it is of
 * @param values one a round
 */
record Figure(String name, double[] values, boolean logarithmic, double low, double high) {
    static Figure ratio(String name, double[] values, double low, double high) {
        return new Figure(name, values, true, low, high);
    }

    static Figure plain(String name, double[] values, double low, double high) {
        return new Figure(name, values, false, low, high);
    }

    Interval interval() {
        return logarithmic ? Mean.ofLogs(values) : Mean.of(values);
    }

    ClaimVerdict verdict() {
        Interval interval = interval();
        if (!interval.bounded() || values.length < Gate.LEAST_TRIALS) {
            return ClaimVerdict.NOT_DECIDED;
        }
        if (interval.low() >= low && interval.high() <= high) {
            return ClaimVerdict.REPRODUCED;
        }
        return interval.high() < low || interval.low() > high ? ClaimVerdict.DIFFERS : ClaimVerdict.NOT_DECIDED;
    }

    /** What would decide it. */
    String cure() {
        if (values.length < Gate.LEAST_TRIALS) {
            return Gate.LEAST_TRIALS - values.length + " more rounds at least";
        }
        double estimate = interval().estimate();
        double bound = Math.abs(Math.log(estimate / low)) < Math.abs(Math.log(estimate / high)) ? low : high;
        int needed = logarithmic ? Mean.neededOfLogs(values, bound) : Mean.needed(values, bound);
        return needed < 0
                ? name + " is too near to " + Quantity.number(bound) + " for any number of rounds"
                : "about " + (needed - values.length) + " more rounds";
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
