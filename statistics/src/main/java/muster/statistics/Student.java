package muster.statistics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t distribution, as intervals and tests of means ask for it. */
final class Student {
    private static final double PROBABILITY = 0.95;

    /** A search for how many trials would decide asks for the same few hundred again and again; each costs 20 us. */
    private static final Map<Quantile, Double> KNOWN = new ConcurrentHashMap<>();

    private record Quantile(double probability, int freedom) {}

    private Student() {}

    /** What |t| stays below with a probability of 95 %: 12.706 for 1, 2.571 for 5, 1.960 for many. */
    static double quantile(int freedom) {
        return quantile(freedom, 1);
    }

    /** What all of so many |t| stay below with a probability of 95 % or more (Bonferroni). */
    static double quantile(int freedom, int many) {
        return oneSided(1 - (1 - PROBABILITY) / 2 / many, freedom);
    }

    /** What t stays below with this probability: 0.920 for 0.80 and 5. */
    static double oneSided(double probability, int freedom) {
        return KNOWN.computeIfAbsent(new Quantile(probability, freedom), Student::inverse);
    }

    private static double inverse(Quantile of) {
        return TDistribution.of(of.freedom).inverseCumulativeProbability(of.probability);
    }

    /** The probability that |t| is less than this. */
    static double within(double t, int freedom) {
        return TDistribution.of(freedom).probability(-t, t);
    }
}
