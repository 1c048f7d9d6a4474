package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Warm-ups of known shape: what is left to rise when they are called settled, and how long that takes. */
class SettledThroughputTest {
    private static final int RUNS = 2_000;
    private static final int MAX = 180;

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"0, 0.02", "0, 0.05", "3, 0.02", "3, 0.05", "10, 0.02", "10, 0.05", "20, 0.05"})
    void what_is_left_to_rise_is_little(double tau, double noise) {
        littleIsLeft(tau, noise);
    }

    /** Much noise settles late, so that each warm-up is judged up to 180 times: nine tenths of the time of this class. */
    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"0, 0.10", "3, 0.10", "10, 0.10"})
    void of_a_noisy_server_what_is_left_to_rise_is_little_too(double tau, double noise) {
        littleIsLeft(tau, noise);
    }

    /** Rises from a fifth to the full rate: 1 - 0.8 exp(-t / tau); noise of a second with correlation 0.5. */
    private static void littleIsLeft(double tau, double noise) {
        long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        SplittableRandom random = new SplittableRandom(seed);
        double[] left = new double[RUNS];
        double[] seconds = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            int end = end(tau, noise, random.split());
            left[run] = level(tau, end) < 1 ? 1 / level(tau, end) - 1 : 0;
            seconds[run] = end;
        }
        Arrays.sort(left);
        Arrays.sort(seconds);
        System.out.printf(
                "tau %4.0f s, noise %2.0f %%: settled after %3.0f s (95 %%: %3.0f s); left to rise %.1f %% (90 %%: %.1f %%), seed %d%n",
                tau,
                100 * noise,
                seconds[RUNS / 2],
                seconds[RUNS * 95 / 100],
                100 * left[RUNS / 2],
                100 * left[RUNS * 9 / 10],
                seed);
        assertThat(left[RUNS * 9 / 10]).as("seed %d", seed).isLessThan(0.05);
        assertThat(seconds[RUNS * 95 / 100]).as("seed %d", seed).isLessThan(MAX);
    }

    private static double level(double tau, double second) {
        return tau == 0 ? 1 : 1 - 0.8 * Math.exp(-second / tau);
    }

    private static int end(double tau, double noise, SplittableRandom random) {
        long[] completed = new long[0];
        double before = 0;
        while (completed.length < MAX) {
            before = 0.5 * before + Math.sqrt(0.75) * noise * random.nextGaussian();
            completed = Arrays.copyOf(completed, completed.length + 1);
            completed[completed.length - 1] =
                    Math.round(2_000 * level(tau, completed.length) * Math.max(0, 1 + before));
            if (SettledThroughput.of(completed).settled()) {
                return completed.length;
            }
        }
        return MAX;
    }

    @Test
    void a_line_upwards_never_settles() {
        long[] rising = new long[60];
        Arrays.setAll(rising, second -> 100 + 10L * second);
        for (int seconds = 8; seconds <= rising.length; seconds++) {
            assertThat(SettledThroughput.of(Arrays.copyOf(rising, seconds)).settled())
                    .as("%d s", seconds)
                    .isFalse();
        }
    }

    @Test
    void a_few_seconds_say_nothing() {
        SettledThroughput few = SettledThroughput.of(new long[] {100, 100, 100});
        assertThat(few.settled()).isFalse();
        assertThat(few.text()).isEqualTo("too short to tell: 3 s, at least 8");
    }

    @Test
    void what_was_before_the_later_half_is_forgotten() {
        long[] stepped = new long[24];
        Arrays.setAll(stepped, second -> second < 10 ? 100 : 1_000);
        assertThat(SettledThroughput.of(stepped).settled()).isTrue();
        assertThat(SettledThroughput.of(Arrays.copyOf(stepped, 14)).settled()).isFalse();
    }
}
