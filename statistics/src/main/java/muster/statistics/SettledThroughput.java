package muster.statistics;

import java.util.Arrays;
import java.util.Locale;

/**
 * Whether a warm-up may end: the later half of its seconds, eight at least, is on one level. {@link Steadiness} must find neither
 * a drift nor a shift in them. As few seconds give its tests little power, the change from the earlier to the later half of them
 * must be small as well, with its standard error added, so that noise makes a warm-up longer and not shorter
 * (docs/decisions/0059-steadiness.md).
 *
 * @param change of throughput between the two halves of the seconds that were looked at, as a share
 * @param error its standard error
 */
public record SettledThroughput(Steadiness steadiness, double change, double error) {
    /** Changes up to this are none of practical size. */
    private static final double SMALL = 0.05;

    /** Seconds that resemble their neighbours by 0.5 make the variance of a mean so many times larger. */
    private static final double RESEMBLANCE = 3;

    /**
     * Judges.
     *
     * @param completed operations in each whole second so far, in order
     */
    public static SettledThroughput of(long[] completed) {
        int looked = Math.min(completed.length, Math.max(Steadiness.MIN_SECONDS, completed.length / 2));
        int half = looked / 2;
        long[] earlier = Arrays.copyOfRange(completed, completed.length - looked, completed.length - half);
        long[] later = Arrays.copyOfRange(completed, completed.length - half, completed.length);
        double level = mean(earlier);
        double spread = (squares(earlier) + squares(later)) / Math.max(1, looked - 2);
        double error = Math.sqrt(RESEMBLANCE * spread * (1.0 / earlier.length + 1.0 / Math.max(1, half)));
        return new SettledThroughput(
                Steadiness.of(Arrays.copyOfRange(completed, completed.length - looked, completed.length)),
                share(mean(later) - level, level),
                share(error, level));
    }

    private static double mean(long[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static double squares(long[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
    }

    private static double share(double part, double of) {
        return part == 0 ? 0 : part / of;
    }

    public boolean settled() {
        return steadiness.kind() == Steadiness.Kind.STEADY && Math.abs(change) + error <= SMALL;
    }

    /** As people read it. */
    public String text() {
        return steadiness.kind() != Steadiness.Kind.STEADY || settled()
                ? steadiness.text()
                : String.format(
                        Locale.ROOT,
                        "throughput changed by %s within its later half, known to %.1f %%",
                        Percent.signed(change),
                        100 * error);
    }
}
