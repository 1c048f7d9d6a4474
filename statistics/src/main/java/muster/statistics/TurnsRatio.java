package muster.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a figure of one arm relates to that of another, where both took turns in blocks. A figure is a total by a weight: operations by
 * seconds, or response time by operations. The ratio is that of the totals, so a turn in which an arm stood still counts as what
 * it is, and so does an operation that is too rare for every turn. Its error comes from how the two arms differ within a
 * block, so that what changes for both alike adds none.
 *
 * <p>There are three intervals by Student's t: over blocks, over sections of about {@value #USUAL_BLOCKS} neighbouring blocks, and over
 * fewer and longer sections. Sections take the place of restarts: noise that lasts for several blocks makes them differ. The widest
 * one is used ({@code TurnsRatioTest} counts how often it leaves the truth out).
 *
 * @param base of each block
 * @param arm of each block, as many
 */
public record TurnsRatio(Turns base, Turns arm) {
    /** With fewer, how they differ is not known well enough to decide anything. */
    private static final int MIN_SECTIONS = 5;

    private static final int MAX_SECTIONS = 8;

    /** What lasts for blocks shows in few sections only if these are long; fewer know too little of how they differ. */
    private static final int MIN_LONG_SECTIONS = 4;

    /** Of a section: with fewer it says no more than a block. */
    static final int MIN_BLOCKS = 3;

    /** With fewer blocks in all nothing is decided. */
    public static final int LEAST_BLOCKS = MIN_SECTIONS * MIN_BLOCKS;

    /** So many in a section where there are enough. */
    private static final int USUAL_BLOCKS = 5;

    /** What is not reached within so many times the blocks that there are is not promised. */
    private static final int MAX_TIMES = 100;

    /**
     * An arm's turns, one a block.
     *
     * @param totals such as operations, or nanoseconds
     * @param weights such as seconds, or operations
     */
    public record Turns(double[] totals, double[] weights) {
        public Turns {
            if (totals.length != weights.length) {
                throw new IllegalArgumentException(totals.length + " totals, " + weights.length + " weights");
            }
        }

        /** NaN where there is none. */
        public double figure() {
            double weight = Arrays.stream(weights).sum();
            return weight > 0 ? Arrays.stream(totals).sum() / weight : Double.NaN;
        }

        /** The figure with its interval; unknown where it is 0 or there is none. */
        public Interval level() {
            double log = Math.log(figure());
            return !Double.isFinite(log)
                    ? Interval.NONE
                    : sections(totals.length) == 0
                            ? new Interval(figure(), Double.NaN, Double.NaN)
                            : widest(log, influences(), 1).interval().on(Math::exp);
        }

        /** By how much each block moves the logarithm of the figure, times their number: their mean is 0. */
        private double[] influences() {
            double total = Arrays.stream(totals).sum() / totals.length;
            double weight = Arrays.stream(weights).sum() / weights.length;
            return IntStream.range(0, totals.length)
                    .mapToDouble(i -> totals[i] / total - weights[i] / weight)
                    .toArray();
        }
    }

    public TurnsRatio {
        if (base.totals.length != arm.totals.length) {
            throw new IllegalArgumentException(base.totals.length + " blocks, " + arm.totals.length);
        }
    }

    public int blocks() {
        return base.totals.length;
    }

    /** How many sections so many blocks are cut into; 0 for too few. */
    public static int sections(int blocks) {
        return blocks < LEAST_BLOCKS ? 0 : Math.clamp(blocks / USUAL_BLOCKS, MIN_SECTIONS, MAX_SECTIONS);
    }

    /** The section that a block belongs to, both from 0: sections are as long as each other, or differ by one block. */
    public static int section(int block, int blocks) {
        return (int) ((long) block * sections(blocks) / blocks);
    }

    /** Arm by base. Unknown where one of them has no figure, or 0; without bounds for too few blocks. */
    public Interval ratio() {
        return ratio(1);
    }

    /**
     * As {@link #ratio()}, wide enough that of so many ratios all hold the truth in 95 of 100 cases: Bonferroni's intervals over blocks
     * and over the usual sections; the one over longer sections is the same as for one ratio.
     *
     * @param ratios 1 for this one alone
     */
    public Interval ratio(int ratios) {
        double log = Math.log(arm.figure() / base.figure());
        if (!Double.isFinite(log)) {
            return Interval.NONE;
        }
        return sections(blocks()) == 0
                ? new Interval(Math.exp(log), Double.NaN, Double.NaN)
                : spread(log, ratios).interval().on(Math::exp);
    }

    private Spread spread(double log, int ratios) {
        double[] ofArm = arm.influences();
        double[] ofBase = base.influences();
        return widest(
                log,
                IntStream.range(0, blocks())
                        .mapToDouble(i -> ofArm[i] - ofBase[i])
                        .toArray(),
                ratios);
    }

    /**
     * Logarithms of one part of the blocks each.
     *
     * @param ratios of which their interval is wide enough
     */
    private record Spread(double[] values, int ratios) {
        Interval interval() {
            return Mean.of(values, ratios);
        }

        double width() {
            Interval interval = interval();
            return interval.high() - interval.low();
        }
    }

    /** One value a block or one a section, whichever tell least; their mean is {@code log}. */
    private static Spread widest(double log, double[] influences, int ratios) {
        int blocks = influences.length;
        int few = Math.clamp(blocks / USUAL_BLOCKS, MIN_LONG_SECTIONS, MIN_SECTIONS);
        return Stream.of(
                        new Spread(values(log, influences, blocks), ratios),
                        new Spread(values(log, influences, sections(blocks)), ratios),
                        // Few know so little of how they differ that theirs is wide enough for several.
                        new Spread(values(log, influences, few), 1))
                .max(Comparator.comparingDouble(Spread::width))
                .orElseThrow();
    }

    private static double[] values(double log, double[] influences, int parts) {
        double[] values = new double[parts];
        Arrays.fill(values, log);
        for (int i = 0; i < influences.length; i++) {
            values[(int) ((long) i * parts / influences.length)] += influences[i] * parts / influences.length;
        }
        return values;
    }

    /**
     * How many times as long would decide, in 80 of 100 repetitions and if the true ratio is the one seen: either that the arms differ,
     * or that they differ by no more than {@code alike}. -1 if not {@value #MAX_TIMES} times as long would.
     *
     * @param alike 0.05 for a ratio from 1 / 1.05 to 1.05
     * @param ratios as of {@link #ratio(int)}
     */
    public double timesToDecide(double alike, int ratios) {
        double log = Math.log(arm.figure() / base.figure());
        int now = blocks();
        if (sections(now) == 0) {
            return LEAST_BLOCKS / (double) Math.max(1, now);
        }
        Spread spread = spread(log, ratios);
        double[] values = spread.values();
        double deviation = Mean.deviation(values);
        double margin = Math.log1p(alike) - Math.abs(log);
        for (double times = 1; times <= MAX_TIMES; times *= 1.05) {
            int freedom = (values.length == now ? (int) (now * times) : values.length) - 1;
            double error = deviation / Math.sqrt(values.length * times);
            if (Math.abs(log) >= Power.beyond(freedom, spread.ratios()) * error
                    || margin >= Power.between(freedom, spread.ratios()) * error) {
                return times;
            }
        }
        return -1;
    }
}
