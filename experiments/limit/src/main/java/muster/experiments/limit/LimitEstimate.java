package muster.experiments.limit;

/**
 * The highest rate that holds the bound, as far as it is known.
 *
 * @param rate the median, operations a second
 * @param low below it the limit lies with a probability of 2.5 %; 0 if not even the lowest rate of the search may hold
 * @param high above it the limit lies with a probability of 2.5 %; infinite if the highest rate of the search may hold
 */
public record LimitEstimate(double rate, double low, double high) {
    /** Half the width of the interval, as a share of the rate; infinite at an open end. */
    public double halfWidth() {
        return low <= 0 ? Double.POSITIVE_INFINITY : (high - low) / 2 / rate;
    }
}
