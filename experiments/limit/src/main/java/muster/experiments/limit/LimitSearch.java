package muster.experiments.limit;

import java.util.Arrays;

/**
 * Searches the highest rate that holds a bound, where what is seen at one rate is noisy. A distribution is kept over the limit,
 * over how steeply the observed figure rises there, and over the noise; each step is taken at the median of the limit, and the
 * interval is read from the distribution (docs/decisions/0016-small-choices.md).
 */
public final class LimitSearch {
    /** Distance of two rates that are told apart, on the logarithmic scale. */
    private static final double CELL = 0.004;

    /** Growth of ln(observed) with ln(rate) at the limit: from one without a queue to one that falls off a cliff. */
    private static final double[] SLOPES = {0.7, 1.4, 2.8, 5.6, 11, 22, 45, 90};

    /** Noise of one step, as a share of the rate. */
    private static final double[] NOISES = {0.01, 0.02, 0.04, 0.08, 0.16, 0.32};

    /** How probable each is before the first step: only where steps contradict each other was the machine in several states. */
    private static final double[] NOISE_WEIGHTS = {1, 1, 1, 1, 0.1, 0.02};

    /** Farther below the bound only the side counts: an idle server's latency may be little less than the bound. */
    private static final double MIN = -0.1;

    /** Farther above it, too: there the curve is not a line any more. */
    private static final double MAX = 0.35;

    /** Steps that a neighbour has disturbed, which makes them look worse, and those that look better for any reason. */
    private static final double WORSENED = 0.03;

    private static final double IMPROVED = 0.002;

    /** Of the expectation, on the logarithmic scale: half of limits lie within it. */
    private static final double SCALE = 0.35;

    /** The limit may lie outside of the rates that are searched. */
    private static final double OUTSIDE = 0.01;

    /** Of steps of a search whose limit lies outside, as many come near to the bound. */
    private static final double CLOSE = 0.1;

    private static final double TAIL = 0.025;

    private final double lowest;
    /** By limit, then by slope and noise; the first limit stands for all below, the last for all above. */
    private final double[][] density;

    /**
     * Before the first step.
     *
     * @param expected where the limit is thought to be, operations a second; what it is wrong by costs steps, no truth
     * @param lowest rate that may be tried
     * @param highest rate that may be tried
     */
    public LimitSearch(double expected, double lowest, double highest) {
        this.lowest = lowest;
        int cells = 2 + (int) Math.ceil(Math.log(highest / lowest) / CELL);
        this.density = new double[cells][SLOPES.length * NOISES.length];
        for (int cell = 1; cell < cells - 1; cell++) {
            double off = off(rate(cell), expected);
            Arrays.setAll(density[cell], at -> NOISE_WEIGHTS[at % NOISES.length] / (1 + off * off));
        }
        double below = Math.max(OUTSIDE, 0.5 + Math.atan(off(lowest, expected)) / Math.PI);
        double above = Math.max(OUTSIDE, 0.5 - Math.atan(off(highest, expected)) / Math.PI);
        normalise(density, 1 - below - above);
        Arrays.fill(density[0], below / density[0].length);
        Arrays.fill(density[cells - 1], above / density[0].length);
    }

    private static double off(double rate, double expected) {
        return Math.log(rate / expected) / SCALE;
    }

    private LimitSearch(double lowest, double[][] density) {
        this.lowest = lowest;
        this.density = density;
    }

    /** With what one more step has shown. */
    public LimitSearch after(LimitStep step) {
        double[][] next = new double[density.length][];
        for (int cell = 0; cell < density.length; cell++) {
            next[cell] = density[cell].clone();
            double above = Math.log(step.rate() / rate(cell));
            for (int slope = 0; slope < SLOPES.length; slope++) {
                for (int noise = 0; noise < NOISES.length; noise++) {
                    next[cell][slope * NOISES.length + noise] *= isOutside(cell)
                            ? outside(step, cell == 0)
                            : likelihood(step.margin(), SLOPES[slope] * above, SLOPES[slope] * NOISES[noise]);
                }
            }
        }
        normalise(next, 1);
        return new LimitSearch(lowest, next);
    }

    /** The rate to try next, operations a second. */
    public double next() {
        return rate(quantile(0.5));
    }

    public LimitEstimate estimate() {
        int low = quantile(TAIL);
        int high = quantile(1 - TAIL);
        return new LimitEstimate(
                rate(quantile(0.5)),
                low == 0 ? 0 : rate(low) * Math.exp(-CELL / 2),
                high == density.length - 1 ? Double.POSITIVE_INFINITY : rate(high) * Math.exp(CELL / 2));
    }

    /** How probable it is that not even the lowest rate holds the bound. */
    public double below() {
        return sum(density[0]);
    }

    /** How probable it is that the highest rate holds the bound. */
    public double above() {
        return sum(density[density.length - 1]);
    }

    private boolean isOutside(int cell) {
        return cell == 0 || cell == density.length - 1;
    }

    private double rate(int cell) {
        return lowest * Math.exp((Math.clamp(cell, 1, density.length - 2) - 1) * CELL);
    }

    /** If the limit is not among the rates, how near to the bound a step comes says nothing. */
    private static double outside(LimitStep step, boolean below) {
        double held = below ? IMPROVED : 1 - WORSENED;
        double side = step.holds() ? held : 1 - held;
        boolean far = step.margin() <= MIN || step.margin() >= MAX;
        return far ? side * (1 - CLOSE) : side * CLOSE / (MAX - MIN);
    }

    /** A density near the bound, a probability farther from it. */
    private static double likelihood(double margin, double expected, double deviation) {
        double undisturbed = 1 - WORSENED - IMPROVED;
        if (margin >= MAX) {
            return WORSENED / 2 + undisturbed * (1 - student((MAX - expected) / deviation));
        }
        if (margin <= MIN) {
            return IMPROVED + undisturbed * student((MIN - expected) / deviation);
        }
        return WORSENED / 2 / (MAX - MIN) + undisturbed * density((margin - expected) / deviation) / deviation;
    }

    /** Student's distribution with four degrees of freedom: its tails forgive what fits badly. */
    private static double student(double t) {
        double s = 1 + t * t / 4;
        return 0.5 + 0.375 * t / Math.sqrt(s) * (1 - t * t / (12 * s));
    }

    private static double density(double t) {
        double s = 1 + t * t / 4;
        return 0.375 / (s * s * Math.sqrt(s));
    }

    private int quantile(double share) {
        double seen = 0;
        for (int cell = 0; cell < density.length; cell++) {
            seen += sum(density[cell]);
            if (seen >= share) {
                return cell;
            }
        }
        return density.length - 1;
    }

    private static void normalise(double[][] density, double to) {
        double all = Arrays.stream(density).mapToDouble(LimitSearch::sum).sum();
        for (double[] row : density) {
            for (int at = 0; at < row.length; at++) {
                row[at] *= to / all;
            }
        }
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
