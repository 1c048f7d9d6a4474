package muster.store.analysis.statistics;

/**
 * Student's t distribution with a whole number of degrees of freedom: its distribution function is a finite sum then
 * (Abramowitz and Stegun, 26.7.3 and 26.7.4), so no library is needed for it.
 */
final class Student {
    private static final double PROBABILITY = 0.95;
    private static final double HIGHEST = 64;
    private static final int HALVINGS = 50;
    /** Beyond this the quantile differs from the normal one by less than one in a hundred. */
    private static final int MOST_FREEDOM = 200;

    private Student() {}

    /** What |t| stays below with a probability of 95 %: 12.706 for 1, 2.571 for 5, 1.960 for many. */
    static double quantile(int freedom) {
        return twoSided(PROBABILITY, freedom);
    }

    /** What t stays below with this probability from 0.5 up to 0.99: 0.920 for 0.80 and 5. */
    static double oneSided(double probability, int freedom) {
        return twoSided(2 * probability - 1, freedom);
    }

    private static double twoSided(double probability, int freedom) {
        int counted = Math.min(freedom, MOST_FREEDOM);
        double low = 0;
        double high = HIGHEST;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (within(middle, counted) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The probability that |t| is less than this. */
    static double within(double t, int freedom) {
        double angle = Math.atan(t / Math.sqrt(freedom));
        boolean odd = freedom % 2 == 1;
        double square = Math.cos(angle) * Math.cos(angle);
        double term = odd ? Math.cos(angle) : 1;
        double sum = freedom == 1 ? 0 : term;
        for (int k = odd ? 3 : 2; k < freedom; k += 2) {
            term *= square * (k - 1) / k;
            sum += term;
        }
        double product = Math.sin(angle) * sum;
        return odd ? 2 / Math.PI * (angle + product) : product;
    }
}
