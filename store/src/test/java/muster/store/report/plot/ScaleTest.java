package muster.store.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import muster.text.Quantity;
import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void a_linear_scale_starts_at_0_and_has_round_ticks() {
        assertThat(labels(LinearScale.upTo(374.2, Quantity::compact))).containsExactly("0", "100", "200", "300", "400");
        assertThat(labels(LinearScale.upTo(0.37, Quantity::number))).containsExactly("0", "0.1", "0.2", "0.3", "0.4");
        assertThat(labels(LinearScale.upTo(0, Quantity::number)))
                .hasSizeGreaterThan(1)
                .startsWith("0");
        assertThat(labels(LinearScale.seconds(3_600)))
                .containsExactly("0 s", "10:00", "20:00", "30:00", "40:00", "50:00", "1:00:00");
        assertThat(labels(LinearScale.seconds(10))).containsExactly("0 s", "2 s", "4 s", "6 s", "8 s", "10 s");
        assertThat(labels(LinearScale.seconds(2))).containsExactly("0 s", "0.5 s", "1 s", "1.5 s", "2 s");
        assertThat(labels(LinearScale.seconds(0.3)))
                .containsExactly("0 s", "0.05 s", "0.1 s", "0.15 s", "0.2 s", "0.25 s", "0.3 s");
    }

    @Test
    void a_logarithmic_scale_has_decades_and_also_2_and_5_where_there_are_few() {
        assertThat(labels(LogScale.between(150e3, 8e9, Quantity::tick)))
                .containsExactly("100 us", "1 ms", "10 ms", "100 ms", "1 s", "10 s");
        assertThat(labels(LogScale.between(1.3e6, 4e6, Quantity::tick))).containsExactly("1 ms", "2 ms", "5 ms");
        assertThat(LogScale.between(1e6, 100e6, Quantity::tick).at(10e6)).isCloseTo(0.5, within(1e-9));
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
            LogScale log = LogScale.between(small, large, Quantity::tick);
            assertThat(log.low()).as("%s..%s", small, large).isLessThanOrEqualTo(small * (1 + 1e-6));
            assertThat(log.high()).isGreaterThanOrEqualTo(large * (1 - 1e-6));
            assertThat(log.ticks()).hasSizeBetween(2, 11);
            LinearScale linear = LinearScale.upTo(large, Quantity::number);
            assertThat(linear.high()).isGreaterThanOrEqualTo(large * (1 - 1e-6));
            assertThat(linear.ticks()).hasSizeBetween(3, 6);
            assertThat(LinearScale.seconds(0.01 + large % 86_400).ticks()).hasSizeBetween(2, 10);
        }
    }

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(Tick::label).toList();
    }
}
