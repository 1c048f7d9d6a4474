package muster.statistics;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Whether throughput stayed on one level throughout a phase (docs/semantics.md rule 25). Two rank tests, for a drift (Mann and Kendall) and
 * for a level shift (Mann and Whitney at the worst place), with limits for as much as blocks resemble their neighbours: neither a
 * tail nor a correlation of 0.5 makes an alarm more often than 5 times in 100 (docs/decisions/0059-steadiness.md, 0105).
 *
 * @param change of throughput, as a share of what it was before: from the first to the last fifth, or at the shift
 * @param atSecond when the level shifted; 0 otherwise
 * @param seconds that were looked at
 */
public record Steadiness(Kind kind, double change, int atSecond, int seconds) {
    /** With fewer seconds no order of them is improbable. */
    public static final int MIN_SECONDS = 8;

    /** Changes up to this are none of practical size. */
    public static final double SMALL = 0.05;

    private static final int MAX_BLOCKS = 120;
    private static final int MIN_SIDE = 2;

    /** What 97.5 % of phases without a change stay below, by number of blocks, where each is correlated to the next by 0.5. */
    private static final int[] BLOCKS = {8, 10, 15, 20, 30, 60, 120};

    private static final double[] DRIFT = {2.75, 2.80, 3.15, 3.35, 3.45, 3.70, 3.90};
    private static final double[] SHIFT = {2.35, 2.65, 3.20, 3.55, 3.95, 4.55, 5.15};

    /** The same in standard deviations that allow for the correlation that was seen, as most phases have less. */
    private static final double[] ALLOWED_DRIFT = {2.75, 2.80, 3.05, 3.20, 3.10, 2.75, 2.55};

    private static final double[] ALLOWED_SHIFT = {2.35, 2.65, 3.20, 3.55, 3.85, 3.75, 3.65};
    private static final double MAX_CORRELATION = 0.5;

    /** What it did. */
    public enum Kind {
        STEADY,
        RISING,
        FALLING,
        SHIFTED,
        /** Too short to tell. */
        UNKNOWN
    }

    /**
     * Judges.
     *
     * @param completed operations in each whole second of the phase, in order
     */
    public static Steadiness of(long[] completed) {
        if (completed.length < MIN_SECONDS) {
            return new Steadiness(Kind.UNKNOWN, 0, 0, completed.length);
        }
        int width = (completed.length + MAX_BLOCKS - 1) / MAX_BLOCKS;
        Blocks blocks = new Blocks(IntStream.range(0, completed.length / width)
                .mapToDouble(block -> mean(completed, block * width, (block + 1) * width))
                .toArray());
        return blocks.judge(width, completed.length);
    }

    private static double mean(long[] completed, int from, int until) {
        return Arrays.stream(completed, from, until).average().orElse(0);
    }

    /** Whether a change of practical size was found. */
    public boolean unsteady() {
        return kind != Kind.STEADY && kind != Kind.UNKNOWN;
    }

    /** As people read it: "still warming up: throughput rose by 240 %". */
    public String text() {
        return switch (kind) {
            case STEADY -> "steady";
            case UNKNOWN -> "too short to tell: " + seconds + " s, at least " + MIN_SECONDS;
            case RISING -> "still warming up: throughput rose " + by(change);
            case FALLING -> "throughput fell " + by(-change);
            case SHIFTED ->
                String.format(
                        Locale.ROOT,
                        "a level shift at %d s (%s)",
                        atSecond,
                        Double.isInfinite(change) ? "from 0" : Percent.signed(change));
        };
    }

    private static String by(double share) {
        return Double.isInfinite(share) ? "from 0" : String.format(Locale.ROOT, "by %.0f %%", 100 * share);
    }

    /** The mean throughput of equal parts of the phase. */
    private record Blocks(double[] values) {
        Steadiness judge(int width, int seconds) {
            int at = worstSplit();
            double slope = slope();
            double[] fromLine = fromLine(slope);
            double drift = drift(slope, median(fromLine));
            double shift = share(median(last(values.length - at)), median(first(at)));
            double allowance = allowance(fromLine, fromLevels(at));
            boolean drifts = Math.abs(drift) > SMALL && Math.abs(trend()) > limit(DRIFT, ALLOWED_DRIFT, allowance);
            boolean shifts = Math.abs(shift) > SMALL
                    && Math.abs(apart(at, above(at, values.length))) > limit(SHIFT, ALLOWED_SHIFT, allowance);
            if (drifts && (!shifts || driftFitsBetter(fromLine, fromLevels(at)))) {
                return new Steadiness(drift > 0 ? Kind.RISING : Kind.FALLING, drift, 0, seconds);
            }
            return shifts
                    ? new Steadiness(Kind.SHIFTED, shift, at * width, seconds)
                    : new Steadiness(Kind.STEADY, 0, 0, seconds);
        }

        /** From the first to the last fifth; a line's is larger by a quarter, and better known, where that looks small. */
        private double drift(double slope, double start) {
            double fifths = share(median(last(fifth())), median(first(fifth())));
            return Math.abs(fifths) > SMALL ? fifths : share(start + slope * (values.length - 1), start);
        }

        /** Blocks that resemble their neighbours vary so many times as much in the mean. */
        private double allowance(double[] fromLine, double[] fromLevels) {
            double correlation = Math.min(correlation(fromLine), correlation(fromLevels));
            return Math.sqrt((1 + correlation) / (1 - correlation));
        }

        /** Of the ranks of neighbours, with what few blocks make too little of it; from 0 to {@link #MAX_CORRELATION}. */
        private static double correlation(double[] rest) {
            int n = rest.length;
            double[] centred = ranks(rest);
            double squares = 0;
            double products = 0;
            for (int i = 0; i < n; i++) {
                squares += centred[i] * centred[i];
                products += i == 0 ? 0 : centred[i] * centred[i - 1];
            }
            double seen = squares == 0 ? 0 : products / squares;
            return Math.clamp((seen * n + 1.5) / (n - 4), 0, MAX_CORRELATION);
        }

        private static double[] ranks(double[] of) {
            return IntStream.range(0, of.length).mapToDouble(at -> rank(of, at)).toArray();
        }

        /** How many others are lower less how many are higher. */
        private static int rank(double[] of, int at) {
            int rank = 0;
            for (double other : of) {
                rank += (int) Math.signum(of[at] - other);
            }
            return rank;
        }

        private static double share(double later, double before) {
            return before == 0 && later == 0 ? 0 : later / before - 1;
        }

        /** The lower of the limits for a correlation of 0.5 and for the one that was seen. */
        private double limit(double[] limits, double[] allowed, double allowance) {
            return Math.min(limit(limits), allowance * limit(allowed));
        }

        /** Between the simulated numbers the limits grow with the logarithm. */
        private double limit(double[] limits) {
            int at = 1;
            while (at < BLOCKS.length - 1 && BLOCKS[at] < values.length) {
                at++;
            }
            double part =
                    Math.log((double) values.length / BLOCKS[at - 1]) / Math.log((double) BLOCKS[at] / BLOCKS[at - 1]);
            return limits[at - 1] + part * (limits[at] - limits[at - 1]);
        }

        /** Pairs in rising order less those in falling order, in standard deviations of independent blocks. */
        private double trend() {
            int n = values.length;
            long sum = IntStream.range(1, n).mapToLong(at -> above(at, at + 1)).sum();
            return sum / Math.sqrt(n * (n - 1.0) * (2 * n + 5) / 18);
        }

        /**
         * How much higher the blocks from here on are than those before, in standard deviations of independent blocks.
         *
         * @param above of the pairs of one before and one from here on: those that rise less those that fall
         */
        private double apart(int at, long above) {
            int n = values.length;
            return above / Math.sqrt((double) at * (n - at) * (n + 1) / 3);
        }

        private long above(int at, int until) {
            long sum = 0;
            for (int before = 0; before < at; before++) {
                for (int later = at; later < until; later++) {
                    sum += (long) Math.signum(values[later] - values[before]);
                }
            }
            return sum;
        }

        /** From one split to the next only the pairs of the block between them change sides. */
        private int worstSplit() {
            int worst = MIN_SIDE;
            double most = 0;
            long above = above(MIN_SIDE, values.length);
            for (int at = MIN_SIDE; at <= values.length - MIN_SIDE; at++) {
                double apart = Math.abs(apart(at, above));
                if (apart > most) {
                    worst = at;
                    most = apart;
                }
                above -= rank(values, at);
            }
            return worst;
        }

        /** Whether a line is nearer to the blocks than two levels. */
        private static boolean driftFitsBetter(double[] fromLine, double[] fromLevels) {
            double start = median(fromLine);
            double line =
                    Arrays.stream(fromLine).map(one -> Math.abs(one - start)).sum();
            return line <= Arrays.stream(fromLevels).map(Math::abs).sum();
        }

        private double[] fromLine(double slope) {
            return IntStream.range(0, values.length)
                    .mapToDouble(i -> values[i] - slope * i)
                    .toArray();
        }

        private double[] fromLevels(int at) {
            double before = median(first(at));
            double after = median(last(values.length - at));
            return IntStream.range(0, values.length)
                    .mapToDouble(i -> values[i] - (i < at ? before : after))
                    .toArray();
        }

        /** The median of the slopes of all pairs (Theil and Sen). */
        private double slope() {
            int n = values.length;
            double[] slopes = new double[n * (n - 1) / 2];
            int pairs = 0;
            for (int from = 0; from < n; from++) {
                for (int to = from + 1; to < n; to++) {
                    slopes[pairs++] = (values[to] - values[from]) / (to - from);
                }
            }
            return median(slopes);
        }

        private int fifth() {
            return Math.max(MIN_SIDE, values.length / 5);
        }

        private double[] first(int count) {
            return Arrays.copyOf(values, count);
        }

        private double[] last(int count) {
            return Arrays.copyOfRange(values, values.length - count, values.length);
        }

        private static double median(double[] of) {
            double[] sorted = of.clone();
            Arrays.sort(sorted);
            int half = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        }
    }
}
