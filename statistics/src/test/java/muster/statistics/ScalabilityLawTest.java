package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScalabilityLawTest {
    private static final double[] CLIENTS = {1, 2, 4, 8, 16, 32, 64, 128};
    private static final int SEEDS = 2_000;

    private static double[][] measured(DoubleUnaryOperator truth, int trials, double noise, SplittableRandom random) {
        double[][] throughput = new double[CLIENTS.length][trials];
        for (int trial = 0; trial < trials; trial++) {
            double drift = Math.exp(0.2 * random.nextGaussian());
            for (int i = 0; i < CLIENTS.length; i++) {
                throughput[i][trial] =
                        truth.applyAsDouble(CLIENTS[i]) * drift * Math.exp(noise * random.nextGaussian());
            }
        }
        return throughput;
    }

    private static DoubleUnaryOperator law(double rate, double contention, double coherency) {
        return n -> rate * n / (1 + contention * (n - 1) + coherency * n * (n - 1));
    }

    @Test
    void without_noise_the_three_parameters_are_found() {
        ScalabilityLaw law =
                ScalabilityLaw.of(CLIENTS, measured(law(100, 0.05, 0.0004), 3, 0, new SplittableRandom(1)));
        assertThat(law.contention()).isCloseTo(0.05, within(1e-6));
        assertThat(law.coherency()).isCloseTo(0.0004, within(1e-8));
        assertThat(law.peak().estimate()).isCloseTo(Math.sqrt(0.95 / 0.0004), within(0.01));
        assertThat(law.fits()).isTrue();
    }

    /** At least 90 of 100, with the trials that a user has: 3 and 5. */
    @Tag("thorough")
    @Test
    void the_interval_of_the_peak_holds_the_truth() {
        long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        for (int trials : new int[] {3, 5}) {
            for (double noise : new double[] {0.02, 0.06}) {
                SplittableRandom random = new SplittableRandom(seed);
                int held = 0;
                int refused = 0;
                for (int i = 0; i < SEEDS; i++) {
                    ScalabilityLaw law =
                            ScalabilityLaw.of(CLIENTS, measured(law(100, 0.03, 0.0006), trials, noise, random.split()));
                    held += law.peak().contains(Math.sqrt(0.97 / 0.0006)) ? 1 : 0;
                    refused += law.fits() ? 0 : 1;
                }
                System.out.printf(
                        "%d trials, noise %.0f %%: held %.1f %%, called no fit %.1f %%, seed %d%n",
                        trials, 100 * noise, 100.0 * held / SEEDS, 100.0 * refused / SEEDS, seed);
                assertThat(held).as("seed %d", seed).isGreaterThan(SEEDS * 90 / 100);
                assertThat(refused).as("seed %d", seed).isLessThan(SEEDS * 11 / 100);
            }
        }
    }

    @Test
    void a_curve_of_another_shape_does_not_fit() {
        DoubleUnaryOperator broken = n -> n <= 16 ? 100 * n : 1_600 / (n / 16) / (n / 16);
        int refused = 0;
        for (int seed = 1; seed <= 50; seed++) {
            refused += ScalabilityLaw.of(CLIENTS, measured(broken, 3, 0.03, new SplittableRandom(seed)))
                            .fits()
                    ? 0
                    : 1;
        }
        assertThat(refused).isEqualTo(50);
    }

    @Test
    void one_that_only_approaches_a_limit_has_no_peak_that_is_known() {
        ScalabilityLaw law = ScalabilityLaw.of(CLIENTS, measured(law(100, 0.05, 0), 5, 0.02, new SplittableRandom(3)));
        assertThat(law.peak().high()).isInfinite();
    }
}
