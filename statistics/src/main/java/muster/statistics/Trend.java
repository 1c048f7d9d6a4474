package muster.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * How a figure changed over the trials of a sweep, whichever step was measured: a line through the logarithms of all figures, each
 * step on a level of its own, in the order in which they were measured.
 *
 * @param change from the first measurement to the last, as a share
 * @param shown whether the line's slope is not 0, at 95 %, and the change is of practical size
 */
public record Trend(double change, boolean shown) {
    /** Nothing is known of one. */
    public static final Trend NONE = new Trend(0, false);

    /** One figure. */
    private record Point(int step, double time, double log) {}

    /**
     * Finds it.
     *
     * @param figures positive numbers, by step and trial; NaN for a trial that a step has not
     * @param places of each figure: how many steps of its trial ran before it
     */
    public static Trend of(double[][] figures, int[][] places) {
        List<Point> points = new ArrayList<>();
        for (int step = 0; step < figures.length; step++) {
            for (int trial = 0; trial < figures[step].length; trial++) {
                if (figures[step][trial] > 0) {
                    double time = trial + (double) places[step][trial] / figures.length;
                    points.add(new Point(step, time, Math.log(figures[step][trial])));
                }
            }
        }
        return of(points);
    }

    private static Trend of(List<Point> points) {
        double[] times =
                withoutLevels(points, points.stream().mapToDouble(Point::time).toArray());
        double[] logs =
                withoutLevels(points, points.stream().mapToDouble(Point::log).toArray());
        int steps = (int) points.stream().mapToInt(Point::step).distinct().count();
        int freedom = points.size() - steps - 1;
        double squares = product(times, times);
        long trials =
                points.stream().mapToInt(point -> (int) point.time()).distinct().count();
        if (trials < Gate.MIN_TRIALS || freedom < 1 || !(squares > 0)) {
            return NONE;
        }
        double slope = product(times, logs) / squares;
        double rest = Math.max(0, product(logs, logs) - slope * slope * squares);
        double error = Math.sqrt(rest / freedom / squares);
        double first = points.stream().mapToDouble(Point::time).min().orElse(0);
        double last = points.stream().mapToDouble(Point::time).max().orElse(0);
        double change = Math.expm1(slope * (last - first));
        boolean shown = Math.abs(slope) > Student.quantile(freedom) * error && Math.abs(change) > Steadiness.SMALL;
        return new Trend(change, shown);
    }

    /** Less the mean of each step. */
    private static double[] withoutLevels(List<Point> points, double[] values) {
        double[] rest = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int step = points.get(i).step();
            double sum = 0;
            int count = 0;
            for (int j = 0; j < values.length; j++) {
                if (points.get(j).step() == step) {
                    sum += values[j];
                    count++;
                }
            }
            rest[i] = values[i] - sum / count;
        }
        return rest;
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
