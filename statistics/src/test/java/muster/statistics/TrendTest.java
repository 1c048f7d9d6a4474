package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendTest {
    private static final long SEED = 20_261_129;
    private static final int[][] PLACES = {{0, 1, 2, 0}, {1, 2, 0, 2}, {2, 0, 1, 1}};

    private static double[][] sweep(Random random, double drift, double noise) {
        double[][] figures = new double[3][4];
        for (int step = 0; step < 3; step++) {
            for (int trial = 0; trial < 4; trial++) {
                double share = (trial * 3 + PLACES[step][trial]) / 11.0;
                figures[step][trial] = (step + 1) * 100 * Math.exp(drift * share + noise * random.nextGaussian());
            }
        }
        return figures;
    }

    private static double shown(double drift, double noise) {
        Random random = new Random(SEED);
        int shown = 0;
        for (int i = 0; i < 2_000; i++) {
            shown += Trend.of(sweep(random, drift, noise), PLACES).shown() ? 1 : 0;
        }
        return shown / 2e3;
    }

    @Test
    void its_size_is_that_from_the_first_measurement_to_the_last_whatever_the_steps_do() {
        Trend trend = Trend.of(sweep(new Random(SEED), -0.2, 0), PLACES);
        assertThat(trend.shown()).isTrue();
        assertThat(trend.change()).isCloseTo(Math.expm1(-0.2), within(1e-9));
    }

    @Test
    void it_is_shown_where_there_is_none_in_at_most_5_of_100_sweeps() {
        assertThat(shown(0, 0.03)).isLessThan(0.05);
    }

    @Test
    void one_of_four_times_the_noise_is_shown_in_nine_of_ten() {
        assertThat(shown(-0.12, 0.03)).isGreaterThan(0.9);
    }

    @Test
    void one_that_is_none_to_speak_of_is_not_shown_nor_one_of_too_few_figures() {
        assertThat(Trend.of(sweep(new Random(SEED), 0.005, 0), PLACES).shown()).isFalse();
        assertThat(Trend.of(new double[][] {{100}, {50}}, new int[][] {{0}, {1}}))
                .isEqualTo(Trend.NONE);
        assertThat(Trend.of(new double[0][], new int[0][])).isEqualTo(Trend.NONE);
    }
}
