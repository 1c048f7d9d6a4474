package muster.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How surely figures are known that were computed from trials, each cut into blocks of time. With several trials whole
 * trials are drawn again, for only they are independent of each other (Davison and Hinkley, Bootstrap Methods and their
 * Application, 3.8: to draw within them once more would count what varies there twice). With one trial its blocks are
 * drawn: they tell what varies within the run, and nothing of what varies from run to run.
 *
 * <p>The spread of the drawn figures gives the standard error, Student's t the interval: so that few pieces give a wide
 * interval, which percentiles of so few combinations would not.
 */
public final class BlockBootstrap {
    private static final int RESAMPLES = 1_000;
    /** So many blocks tell their variance well enough; longer ones are nearer to independent of each other. */
    private static final int MAX_BLOCKS = 20;

    private BlockBootstrap() {}

    /** Computes figures, positive or NaN, from pieces that count as often as {@code weights} say. */
    public interface Figures {
        double[] of(int[] weights);
    }

    /** How many blocks {@code seconds} of one trial are cut into: longer than their cube root, and at most 20. */
    public static int blocks(int seconds) {
        int length = Math.max((int) Math.cbrt(seconds + 0.5), Math.ceilDiv(seconds, MAX_BLOCKS));
        return Math.max(1, seconds / Math.max(1, length));
    }

    /**
     * All figures with their errors.
     *
     * @param pieces how many trials there are, or blocks of the only trial
     */
    public static List<Estimate> estimates(int pieces, Figures figures, long seed) {
        int[] once = new int[pieces];
        Arrays.fill(once, 1);
        double[] values = figures.of(once);
        double[] errors = pieces < 2 ? new double[values.length] : errors(pieces, figures, seed);
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            boolean known = values[i] > 0 && pieces > 1;
            estimates.add(known ? new Estimate(values[i], errors[i], pieces - 1) : unknown(values[i]));
        }
        return estimates;
    }

    private static Estimate unknown(double value) {
        return value > 0 ? new Estimate(value, Double.NaN, 0) : Estimate.NONE;
    }

    private static double[] errors(int pieces, Figures figures, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] logs = new double[RESAMPLES][];
        for (int i = 0; i < RESAMPLES; i++) {
            int[] weights = drawn(pieces, random);
            logs[i] = Arrays.stream(figures.of(weights)).map(Math::log).toArray();
        }
        // The variance of n drawn pieces is that of a population, smaller by (n - 1) / n than that of a sample.
        double correction = Math.sqrt(pieces / (pieces - 1.0));
        return IntStream.range(0, logs[0].length)
                .mapToDouble(figure -> correction * spread(logs, figure))
                .toArray();
    }

    /** As many pieces as there are, each with the same chance at every draw. */
    private static int[] drawn(int pieces, SplittableRandom random) {
        int[] weights = new int[pieces];
        for (int i = 0; i < pieces; i++) {
            weights[random.nextInt(pieces)]++;
        }
        return weights;
    }

    /** NaN if a figure could not be computed from some drawing: then nothing is known of its spread. */
    private static double spread(double[][] logs, int figure) {
        double[] values = Arrays.stream(logs).mapToDouble(row -> row[figure]).toArray();
        return Mean.deviation(values);
    }
}
