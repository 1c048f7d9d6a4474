package muster.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The Universal Scalability Law (Gunther, Guerrilla Capacity Planning, chapter 5), fitted to throughput against clients:
 * X(N) = rate N / (1 + contention (N - 1) + coherency N (N - 1)). Its reciprocal N / X is linear in three unknowns, and is fitted
 * by weighted least squares, none of them below 0. Errors are relative; what all steps of a trial have in common is taken out first.
 *
 * @param rate of one client, a second
 * @param peak clients at which throughput is highest, with its 95 % interval; infinite where throughput only approaches a limit
 * @param fit how probable it is that a curve of this law lies as far off its points by chance; below 0.05 it does not fit
 */
public record ScalabilityLaw(double rate, double contention, double coherency, Interval peak, double fit) {
    /** With fewer points a curve of three unknowns fits anything. */
    public static final int MIN_POINTS = 6;

    private static final int DRAWS = 1_000;
    private static final double LOW = 0.025;
    private static final double MIN_FIT = 0.05;
    /** A figure is not known better than this, however alike its trials are. */
    private static final double MIN_ERROR = 1e-3;

    /**
     * Fits it.
     *
     * @param clients of each step, at least {@link #MIN_POINTS}
     * @param throughput by step and trial, all positive; at least two trials
     */
    public static ScalabilityLaw of(double[] clients, double[][] throughput) {
        int trials = throughput[0].length;
        double[] logs = new double[clients.length];
        double squares = centred(throughput, logs);
        int freedom = (clients.length - 1) * (trials - 1);
        double error = Math.max(MIN_ERROR, Math.sqrt(squares / freedom)) / Math.sqrt(trials);
        double[] fitted = fitted(clients, exp(logs));
        double off = off(clients, logs, fitted);
        SplittableRandom random = new SplittableRandom(1);
        double[] peaks = new double[DRAWS];
        int further = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            // The error itself is known from few trials: drawn with it, the interval is as wide as by Student's t.
            double own = error * Math.sqrt(freedom / chiSquare(freedom, random));
            double[] drawn = new double[clients.length];
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = Math.log(at(fitted, clients[i])) + own * random.nextGaussian();
            }
            double[] again = fitted(clients, exp(drawn));
            peaks[draw] = peak(again);
            further += off(clients, drawn, again) >= off ? 1 : 0;
        }
        Arrays.sort(peaks);
        Interval peak = new Interval(peak(fitted), peaks[(int) (LOW * DRAWS)], peaks[DRAWS - 1 - (int) (LOW * DRAWS)]);
        return new ScalabilityLaw(
                1 / fitted[0], fitted[1] / fitted[0], fitted[2] / fitted[0], peak, (double) further / DRAWS);
    }

    /** Whether the points are those of such a curve, as far as can be told. */
    public boolean fits() {
        return fit >= MIN_FIT;
    }

    /** Operations a second with so many clients. */
    public double at(double clients) {
        return rate * clients / (1 + contention * (clients - 1) + coherency * clients * (clients - 1));
    }

    /** The mean logarithm of each step into {@code logs}; returns the squares of what neither step nor trial explains. */
    private static double centred(double[][] throughput, double[] logs) {
        int trials = throughput[0].length;
        double[] ofTrial = new double[trials];
        for (int i = 0; i < logs.length; i++) {
            for (int trial = 0; trial < trials; trial++) {
                double log = Math.log(throughput[i][trial]);
                logs[i] += log / trials;
                ofTrial[trial] += log / logs.length;
            }
        }
        double all = Arrays.stream(ofTrial).average().orElse(0);
        double squares = 0;
        for (int i = 0; i < logs.length; i++) {
            for (int trial = 0; trial < trials; trial++) {
                double left = Math.log(throughput[i][trial]) - logs[i] - ofTrial[trial] + all;
                squares += left * left;
            }
        }
        return squares;
    }

    private static double[] exp(double[] logs) {
        return Arrays.stream(logs).map(Math::exp).toArray();
    }

    /** Squares of the relative distances from the curve. */
    private static double off(double[] clients, double[] logs, double[] fitted) {
        double squares = 0;
        for (int i = 0; i < logs.length; i++) {
            double left = logs[i] - Math.log(at(fitted, clients[i]));
            squares += left * left;
        }
        return squares;
    }

    private static double at(double[] fitted, double clients) {
        return clients / (fitted[0] + fitted[1] * (clients - 1) + fitted[2] * clients * (clients - 1));
    }

    private static double peak(double[] fitted) {
        return fitted[2] <= 0 ? Double.POSITIVE_INFINITY : Math.sqrt(Math.max(0, fitted[0] - fitted[1]) / fitted[2]);
    }

    /** The three unknowns of N / X; the best of those fits in which some are 0 and none is below. */
    private static double[] fitted(double[] clients, double[] throughput) {
        double[] best = {0, 0, 0};
        double least = Double.POSITIVE_INFINITY;
        for (int kept = 1; kept < 8; kept += 2) {
            double[] solved = solved(clients, throughput, kept);
            double squares = squares(clients, throughput, solved);
            if (solved[0] > 0 && solved[1] >= 0 && solved[2] >= 0 && squares < least) {
                best = solved;
                least = squares;
            }
        }
        return best;
    }

    private static double[] terms(double clients, int kept) {
        double[] terms = {1, clients - 1, clients * (clients - 1)};
        for (int i = 0; i < terms.length; i++) {
            terms[i] = (kept >> i & 1) == 1 ? terms[i] : 0;
        }
        return terms;
    }

    private static double squares(double[] clients, double[] throughput, double[] unknowns) {
        double squares = 0;
        for (int i = 0; i < clients.length; i++) {
            double[] terms = terms(clients[i], 7);
            double fit = terms[0] * unknowns[0] + terms[1] * unknowns[1] + terms[2] * unknowns[2];
            double left = fit * throughput[i] / clients[i] - 1;
            squares += left * left;
        }
        return squares;
    }

    /** Weighted by the squared throughput, as errors are relative: normal equations, by Gauss. */
    private static double[] solved(double[] clients, double[] throughput, int kept) {
        double[][] rows = new double[3][4];
        for (int i = 0; i < clients.length; i++) {
            double[] terms = terms(clients[i], kept);
            double scale = throughput[i] / clients[i];
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 3; column++) {
                    rows[row][column] += terms[row] * terms[column] * scale * scale;
                }
                rows[row][3] += terms[row] * scale;
            }
        }
        for (int i = 0; i < 3; i++) {
            rows[i][i] += (kept >> i & 1) == 1 ? 0 : 1;
        }
        return gauss(rows);
    }

    /** The matrix is positive definite, so that no row needs to be exchanged. */
    private static double[] gauss(double[][] rows) {
        for (int pivot = 0; pivot < 3; pivot++) {
            for (int row = 0; row < 3; row++) {
                double factor = row == pivot ? 0 : rows[row][pivot] / rows[pivot][pivot];
                for (int column = pivot; column < 4; column++) {
                    rows[row][column] -= factor * rows[pivot][column];
                }
            }
        }
        return new double[] {rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]};
    }

    private static double chiSquare(int freedom, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < freedom; i++) {
            double one = random.nextGaussian();
            sum += one * one;
        }
        return sum;
    }
}
