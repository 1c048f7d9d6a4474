package muster.store.analysis.limit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Searches the highest rate that holds a bound, where an answer at one rate may be wrong. Near the limit a step holds or fails
 * by chance, and anywhere a neighbour may disturb it. So this is the adaptive estimate of a threshold and of the width of its
 * neighbourhood, of Kontsevich and Tyler (1999): a distribution over both is kept, each step is taken at the rate that is expected
 * to say most of the threshold, and the interval is read from the distribution (docs/decisions/0058-limit.md).
 */
public final class LimitSearch {
    /** Distance of two rates that are told apart, on the logarithmic scale. */
    private static final double CELL = 0.004;

    /** Steps that say the opposite of the truth however far from the limit they are. */
    private static final double DISTURBED = 0.03;

    /** On either side of the limit steps hold by chance, on the logarithmic scale. */
    private static final double[] WIDTHS = {0.003, 0.01, 0.03, 0.1};

    /** Of the expectation, on the logarithmic scale: half of limits lie within it. */
    private static final double SCALE = 0.35;

    /** The limit may lie outside of the rates that are searched. */
    private static final double OUTSIDE = 0.01;

    private static final int CANDIDATES = 49;
    private static final double TAIL = 0.025;

    private final double lowest;
    private final int cells;
    /** By rate and width; the first rate stands for all below, the last for all above. */
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
        this.cells = 2 + (int) Math.ceil(Math.log(highest / lowest) / CELL);
        this.density = new double[cells][WIDTHS.length];
        for (int cell = 1; cell < cells - 1; cell++) {
            double off = Math.log(rate(cell) / expected) / SCALE;
            Arrays.fill(density[cell], 1 / (1 + off * off));
        }
        normalise(density, 1 - 2 * OUTSIDE);
        Arrays.fill(density[0], OUTSIDE / WIDTHS.length);
        Arrays.fill(density[cells - 1], OUTSIDE / WIDTHS.length);
    }

    private LimitSearch(LimitSearch before, double[][] density) {
        this.lowest = before.lowest;
        this.cells = before.cells;
        this.density = density;
    }

    /** With what one more step has shown. */
    public LimitSearch after(LimitStep step) {
        double[][] next = new double[cells][WIDTHS.length];
        for (int cell = 0; cell < cells; cell++) {
            for (int width = 0; width < WIDTHS.length; width++) {
                double holds = holds(step.rate(), cell, width);
                next[cell][width] = density[cell][width] * (step.holds() ? holds : 1 - holds);
            }
        }
        normalise(next, 1);
        return new LimitSearch(this, next);
    }

    /** With what several have shown. */
    public LimitSearch after(List<LimitStep> steps) {
        LimitSearch search = this;
        for (LimitStep step : steps) {
            search = search.after(step);
        }
        return search;
    }

    /** The rate at which a step is expected to say most, operations a second. */
    public double next() {
        return IntStream.rangeClosed(1, CANDIDATES)
                .mapToObj(at -> rate(quantile(at / (CANDIDATES + 1.0))))
                .distinct()
                .map(rate -> new double[] {rate, entropyAfter(rate)})
                .min((a, b) -> Double.compare(a[1], b[1]))
                .orElseThrow()[0];
    }

    public LimitEstimate estimate() {
        int low = quantile(TAIL);
        int high = quantile(1 - TAIL);
        return new LimitEstimate(
                rate(quantile(0.5)),
                low == 0 ? 0 : rate(low) * Math.exp(-CELL / 2),
                high == cells - 1 ? Double.POSITIVE_INFINITY : rate(high) * Math.exp(CELL / 2));
    }

    /** How probable it is that not even the lowest rate holds the bound. */
    public double below() {
        return sum(density[0]);
    }

    /** How probable it is that the highest rate holds the bound. */
    public double above() {
        return sum(density[cells - 1]);
    }

    private double rate(int cell) {
        return lowest * Math.exp((Math.clamp(cell, 1, cells - 2) - 1) * CELL);
    }

    private double holds(double rate, int cell, int width) {
        if (cell == 0 || cell == cells - 1) {
            return cell == 0 ? DISTURBED : 1 - DISTURBED;
        }
        double below = Math.log(rate(cell) / rate) / WIDTHS[width];
        return DISTURBED + (1 - 2 * DISTURBED) / (1 + Math.exp(-below));
    }

    private double entropyAfter(double rate) {
        double[] ifHeld = new double[cells];
        double[] ifNot = new double[cells];
        for (int cell = 0; cell < cells; cell++) {
            for (int width = 0; width < WIDTHS.length; width++) {
                double held = density[cell][width] * holds(rate, cell, width);
                ifHeld[cell] += held;
                ifNot[cell] += density[cell][width] - held;
            }
        }
        return weightedEntropy(ifHeld) + weightedEntropy(ifNot);
    }

    private static double weightedEntropy(double[] part) {
        double all = sum(part);
        return -Arrays.stream(part)
                .filter(value -> value > 0)
                .map(value -> value * Math.log(value / all))
                .sum();
    }

    private int quantile(double share) {
        double seen = 0;
        for (int cell = 0; cell < cells; cell++) {
            seen += sum(density[cell]);
            if (seen >= share) {
                return cell;
            }
        }
        return cells - 1;
    }

    private static void normalise(double[][] density, double to) {
        double all = Arrays.stream(density).mapToDouble(LimitSearch::sum).sum();
        for (double[] row : density) {
            for (int width = 0; width < row.length; width++) {
                row[width] *= to / all;
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
