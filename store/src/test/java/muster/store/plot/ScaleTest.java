package muster.store.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void a_linear_scale_starts_at_0_and_has_round_ticks() {
        assertThat(labels(LinearScale.upTo(374.2, Figures::shortNumber)))
                .containsExactly("0", "100", "200", "300", "400");
        assertThat(labels(LinearScale.upTo(0.37, Figures::number))).containsExactly("0", "0.1", "0.2", "0.3", "0.4");
        assertThat(labels(LinearScale.upTo(0, Figures::number)))
                .hasSizeGreaterThan(1)
                .startsWith("0");
        assertThat(labels(LinearScale.seconds(3_600)))
                .containsExactly("0 s", "10:00", "20:00", "30:00", "40:00", "50:00", "1:00:00");
        assertThat(labels(LinearScale.seconds(10))).containsExactly("0 s", "2 s", "4 s", "6 s", "8 s", "10 s");
    }

    @Test
    void a_logarithmic_scale_has_decades_and_also_2_and_5_where_there_are_few() {
        assertThat(labels(LogScale.between(150e3, 8e9, Figures::time)))
                .containsExactly("100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s");
        assertThat(labels(LogScale.between(1.3e6, 4e6, Figures::time))).containsExactly("1 ms", "2 ms", "5 ms");
        assertThat(LogScale.between(1e6, 100e6, Figures::time).at(10e6)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void each_nine_of_a_percentile_takes_the_same_room() {
        PercentileScale scale = new PercentileScale(0.9999);
        assertThat(scale.at(0.99) - scale.at(0.9)).isCloseTo(scale.at(0.999) - scale.at(0.99), within(1e-9));
        assertThat(scale.at(0.9999)).isCloseTo(1, within(1e-9));
        assertThat(labels(scale)).containsExactly("0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %");
    }

    @Test
    void every_value_lies_between_the_ends_of_its_scale_and_between_few_ticks() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double large = Math.exp(random.nextDouble() * 60 - 15);
            double small = large * Math.exp(-random.nextDouble() * 20);
            LogScale log = LogScale.between(small, large, Figures::time);
            assertThat(log.low()).as("%s..%s", small, large).isLessThanOrEqualTo(small * (1 + 1e-6));
            assertThat(log.high()).isGreaterThanOrEqualTo(large * (1 - 1e-6));
            assertThat(log.ticks()).hasSizeBetween(2, 11);
            LinearScale linear = LinearScale.upTo(large, Figures::number);
            assertThat(linear.high()).isGreaterThanOrEqualTo(large * (1 - 1e-6));
            assertThat(linear.ticks()).hasSizeBetween(3, 6);
            assertThat(LinearScale.seconds(1 + large % 86_400).ticks()).hasSizeBetween(1, 10);
        }
    }

    @Test
    void figures_have_three_digits_and_a_unit() {
        assertThat(List.of(Figures.time(999), Figures.time(41_582_591), Figures.time(0), Figures.time(Double.NaN)))
                .containsExactly("999 ns", "41.6 ms", "0", "–");
        assertThat(Figures.time(999_999)).isEqualTo("1 ms");
        assertThat(Figures.number(1_234_567)).isEqualTo("1,234,567");
        assertThat(Figures.shortNumber(25_000)).isEqualTo("25 k");
        assertThat(Figures.percent(0.1)).isEqualTo("0.1 %");
    }

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(Tick::label).toList();
    }
}
