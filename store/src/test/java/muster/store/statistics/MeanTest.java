package muster.store.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanTest {
    private static final long SEED = 20261121;
    private static final int SERIES = 1_000;

    /** From printed tables of Student's distribution, two-sided, 95 %. */
    @ParameterizedTest
    @CsvSource({
        "1, 12.706",
        "2, 4.303",
        "3, 3.182",
        "4, 2.776",
        "5, 2.571",
        "6, 2.447",
        "8, 2.306",
        "9, 2.262",
        "30, 2.042",
        "120, 1.980"
    })
    void the_quantile_is_that_of_the_tables(int freedom, double expected) {
        assertThat(Student.quantile(freedom)).isCloseTo(expected, within(0.0006));
    }

    @Test
    void three_values_have_the_interval_that_is_computed_by_hand() {
        // Mean 2, deviation 1, standard error 0.57735, times 4.30265.
        Interval interval = Mean.of(new double[] {1, 2, 3}, 1);
        assertThat(interval.estimate()).isEqualTo(2);
        assertThat(interval.low()).isCloseTo(2 - 2.48414, within(1e-4));
        assertThat(interval.high()).isCloseTo(2 + 2.48414, within(1e-4));
    }

    @Test
    void one_value_has_no_interval_and_equal_ones_have_no_width() {
        assertThat(Mean.of(new double[] {7}, 1).bounded()).isFalse();
        assertThat(Mean.of(new double[] {}, 1)).isEqualTo(Interval.NONE);
        double[] equal = new double[12];
        Arrays.fill(equal, 7);
        assertThat(Mean.of(equal, 1)).isEqualTo(new Interval(7, 7, 7));
    }

    @Test
    void the_bootstrap_gives_the_same_interval_for_the_same_seed_and_leans_to_the_long_tail() {
        double[] skewed = {1, 1, 1.1, 1.2, 1.2, 1.3, 1.4, 1.6, 2, 4};
        Interval interval = Mean.of(skewed, SEED);
        assertThat(interval).isEqualTo(Mean.of(skewed, SEED)).isNotEqualTo(Mean.of(skewed, SEED + 1));
        assertThat(interval.high() - interval.estimate()).isGreaterThan(interval.estimate() - interval.low());
    }

    @ParameterizedTest
    @CsvSource({"2", "6", "9", "10", "16"})
    @Tag("slow")
    void about_95_of_100_intervals_of_normal_values_contain_the_truth(int values) {
        assertThat(coverage(values, normal -> 3 + normal, 3)).isBetween(0.93, 0.97);
    }

    @Test
    @Tag("slow")
    void with_a_long_tail_the_bootstrap_still_contains_the_truth_in_most_cases() {
        double truth = Math.exp(0.125);
        assertThat(coverage(16, normal -> Math.exp(normal / 2), truth)).isBetween(0.92, 0.97);
    }

    private static double coverage(int values, DoubleUnaryOperator shape, double truth) {
        Random random = new Random(SEED);
        int contained = 0;
        for (int i = 0; i < SERIES; i++) {
            double[] drawn = new double[values];
            Arrays.setAll(drawn, k -> shape.applyAsDouble(random.nextGaussian()));
            contained += Mean.of(drawn, i).contains(truth) ? 1 : 0;
        }
        return contained / (double) SERIES;
    }
}
