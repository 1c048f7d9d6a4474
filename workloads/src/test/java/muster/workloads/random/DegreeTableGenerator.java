package muster.workloads.random;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Wrote the committed tables of {@link DegreeTable}; a test compares. StrictMath gives the same bits everywhere. To write
 * them again, run main with the folder as its argument.
 *
 * <p>wikipedia-2011: P(0) and P(1) as published, then a lognormal through each pair of published percentiles, and power
 * laws through p99, p99.9 and the maximum. wikipedia-2004: P(0) and alpha as published, P(1) = 10 % assumed, a lognormal
 * with sigma 0.92 and the mu that gives the published mean, a power tail above 100.
 */
final class DegreeTableGenerator {
    static final int MOST = 4081;
    private static final int IN_LINE = 20;

    /** Published percentiles as the upper end of the degree, so that rounding does not pull the mean down. */
    private static final double[] DEGREE = {1.5, 5.45, 18.45, 32.45, 47.45, 115.45};

    /** Quantiles of the standard normal at 0.429, 0.5, 0.75, 0.9, 0.95 and 0.99. */
    private static final double[] NORMAL = {
        -0.17892066027131207, 0, 0.6744897501960817, 1.2815515655446008, 1.6448536269514715, 2.3263478740408408
    };

    private static final double[] TAIL_DEGREE = {115.45, 461.45, 4081};
    private static final double[] TAIL_ABOVE = {1e-2, 1e-3, 1 / 2_057_781.0};

    private DegreeTableGenerator() {}

    public static void main(String[] arguments) throws IOException {
        for (String profile : DegreeTable.PROFILES) {
            Files.writeString(Path.of(arguments[0], "degrees-" + profile + ".txt"), text(profile));
        }
    }

    static String text(String profile) {
        StringBuilder text = new StringBuilder(
                "# The weights of the degrees 0, 1, ..., of 2^32 in all, %d a line; written by DegreeTableGenerator\n"
                        .formatted(IN_LINE));
        long before = 0;
        for (int degree = 0; degree <= MOST; degree++) {
            long upTo = scaled(upTo(profile, degree));
            boolean ends = degree % IN_LINE == IN_LINE - 1 || degree == MOST;
            text.append(upTo - before).append(ends ? '\n' : ' ');
            before = upTo;
        }
        return text.toString();
    }

    private static long scaled(double probability) {
        return (long) StrictMath.floor(probability * 0x1p32 + 0.5);
    }

    private static double upTo(String profile, long degree) {
        if (degree >= MOST) {
            return 1;
        }
        return profile.equals("wikipedia-2011") ? upTo2011(degree) : upTo2004(degree);
    }

    private static double upTo2011(long degree) {
        if (degree < 2) {
            return degree == 0 ? 0.028 : 0.429;
        }
        double x = degree + 0.5;
        return x < 115.45 ? body(x) : 1 - tail(x);
    }

    private static double body(double x) {
        int i = 0;
        while (x > DEGREE[i + 1]) {
            i++;
        }
        return normal(between(x, DEGREE[i], DEGREE[i + 1], NORMAL[i], NORMAL[i + 1]));
    }

    private static double tail(double x) {
        int i = x > TAIL_DEGREE[1] ? 1 : 0;
        double low = StrictMath.log(TAIL_ABOVE[i]);
        double high = StrictMath.log(TAIL_ABOVE[i + 1]);
        return StrictMath.exp(between(x, TAIL_DEGREE[i], TAIL_DEGREE[i + 1], low, high));
    }

    private static double upTo2004(long degree) {
        if (degree < 2) {
            return degree == 0 ? 0.65 : 0.75;
        }
        double x = degree + 0.5;
        return 1 - (x < 100 ? above2004(x) : above2004(100) * (100 / x) * (100 / x));
    }

    private static double above2004(double x) {
        return 0.25 * (1 - normal((StrictMath.log(x) - 2.577) / 0.92));
    }

    /** Linear in the logarithm of x. */
    private static double between(double x, double fromX, double toX, double from, double to) {
        double share = StrictMath.log(x / fromX) / StrictMath.log(toX / fromX);
        return from + share * (to - from);
    }

    /** The distribution function of the standard normal: 1/2 + density * (z + z^3/3 + z^5/15 + ...). */
    private static double normal(double z) {
        double term = z;
        double sum = z;
        for (int i = 3; i < 201; i += 2) {
            term = term * z * z / i;
            sum += term;
        }
        return 0.5 + sum * StrictMath.exp(-z * z / 2) / StrictMath.sqrt(2 * StrictMath.PI);
    }
}
