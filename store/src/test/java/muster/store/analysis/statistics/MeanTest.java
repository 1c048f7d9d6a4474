package muster.store.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanTest {
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
        Interval interval = Mean.of(new double[] {1, 2, 3});
        assertThat(interval.estimate()).isEqualTo(2);
        assertThat(interval.low()).isCloseTo(2 - 2.48414, within(1e-4));
        assertThat(interval.high()).isCloseTo(2 + 2.48414, within(1e-4));
    }

    @Test
    void one_value_has_no_interval_and_equal_ones_have_no_width() {
        assertThat(Mean.of(new double[] {7}).bounded()).isFalse();
        assertThat(Mean.of(new double[] {})).isEqualTo(Interval.NONE);
        double[] equal = new double[12];
        Arrays.fill(equal, 7);
        assertThat(Mean.of(equal)).isEqualTo(new Interval(7, 7, 7));
    }

    /** One-sided, 80 %. */
    @ParameterizedTest
    @CsvSource({"1, 1.376", "5, 0.920", "10, 0.879", "120, 0.845"})
    void the_one_sided_quantile_is_that_of_the_tables(int freedom, double expected) {
        assertThat(Student.oneSided(0.8, freedom)).isCloseTo(expected, within(0.0006));
    }
}
