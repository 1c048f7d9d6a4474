package muster.statistics;

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
    void groups_that_lie_apart_have_the_interval_that_is_computed_by_hand() {
        // Means 2 and 12; variance within (2 + 2) / 4 = 1; standard error sqrt(1/3 + 1/3) / 2 = 0.40825, times 2.77645.
        Interval even = Mean.ofGroups(new double[] {1, 11, 2, 12, 3, 13}, new int[] {0, 1, 0, 1, 0, 1});
        assertThat(even.estimate()).isEqualTo(7);
        assertThat(even.high()).isCloseTo(7 + 1.13348, within(1e-4));
        // Means 2 and 11; variance within (2 + 2) / 3; standard error sqrt(4/3 (1/2 + 1/3)) / 2 = 0.52705, times
        // 3.18245.
        Interval uneven = Mean.ofGroups(new double[] {1, 3, 10, 11, 12}, new int[] {7, 7, 2, 2, 2});
        assertThat(uneven.estimate()).isEqualTo(6.5);
        assertThat(uneven.low()).isCloseTo(6.5 - 1.67731, within(1e-4));
    }

    @Test
    void one_group_is_none_and_groups_of_one_have_no_interval() {
        double[] values = {1, 2, 4};
        assertThat(Mean.ofGroups(values, new int[3])).isEqualTo(Mean.of(values));
        assertThat(Mean.ofGroups(values, new int[] {0, 1, 2}).bounded()).isFalse();
        assertThat(Mean.ofGroups(values, new int[] {0, 1, 2}).estimate()).isEqualTo(7 / 3.0);
        assertThat(Mean.ofGroups(new double[] {}, new int[] {})).isEqualTo(Interval.NONE);
    }

    @Test
    void as_many_values_are_needed_as_is_computed_by_hand() {
        // Deviation 1; times 2.571 by the root of 6 is 1.05, times 2.447 by the root of 7 is 0.92.
        assertThat(Mean.neededForWidth(new double[] {1, 2, 3}, new int[3], 1)).isEqualTo(7);
        assertThat(Mean.neededForWidth(new double[] {1, 2, 3}, new int[3], 100)).isEqualTo(4);
        assertThat(Mean.neededForWidth(new double[] {1, 2, 3}, new int[3], 0.001))
                .isEqualTo(Mean.MAX_VALUES);
        // Deviation within groups 1, of two degrees of freedom less: 2.571 by the root of 7 is 0.97, 2.447 by that of 8
        // is 0.87.
        double[] apart = {1, 11, 2, 12, 3, 13};
        assertThat(Mean.neededForWidth(apart, new int[] {0, 1, 0, 1, 0, 1}, 1)).isEqualTo(7);
        assertThat(Mean.neededForWidth(apart, new int[] {0, 1, 0, 1, 0, 1}, 0.9))
                .isEqualTo(8);
        assertThat(Mean.neededForWidth(apart, new int[6], 1)).isGreaterThan(100);
        assertThat(Mean.neededForWidth(new double[] {1, 2}, new int[] {0, 1}, 1))
                .isEqualTo(Mean.MAX_VALUES);
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
