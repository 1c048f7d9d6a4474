package muster.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    private static final Pattern DURATION = Pattern.compile("-?(\\d+(?:\\.\\d+)?) (ns|us|ms|s)");
    private static final Pattern RATE = Pattern.compile("-?(\\d+(?:\\.\\d+)?)(| k| M| G)/s");
    private static final Map<String, Double> SIZES =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "", 1.0, " k", 1e3, " M", 1e6, " G", 1e9);

    @ParameterizedTest
    @CsvSource({
        "999.9e3, 1.00 ms",
        "999.4e3, 999 us",
        "999.5e3, 1.00 ms",
        "9.995e6, 10.0 ms",
        "99.95e6, 100 ms",
        "999_950_000, 1.00 s",
        "999.9, 1.00 us",
        "0, 0 ns",
        "-0.0, 0 ns",
        "0.5, 0.500 ns",
        "0.9999, 1.00 ns",
        "-83.04, -83.0 ns",
        "41582591, 41.6 ms",
        "1234e9, '1,234 s'",
        "999.9e9, '1,000 s'"
    })
    void a_duration_is_rounded_before_it_gets_its_unit(String ns, String text) {
        assertThat(Quantity.duration(Double.parseDouble(ns.replace("_", "")))).isEqualTo(text);
    }

    @Test
    void durations_of_all_magnitudes_have_three_digits_the_largest_unit_that_fits_and_no_exponent() {
        Random random = seeded();
        for (int i = 0; i < 200_000; i++) {
            double ns = (random.nextBoolean() ? 1 : -1) * Math.pow(10, random.nextDouble() * 11.99);
            holds(DURATION, ns, Quantity.duration(ns));
        }
    }

    @Test
    void durations_next_to_a_change_of_unit_or_of_digits_do_too() {
        for (double power = 1; power < 1e12; power *= 10) {
            for (double ns = Math.max(1, power * 0.9985); ns < power * 1.0015 && ns < 999.5e9; ns += power * 1e-6) {
                holds(DURATION, ns, Quantity.duration(ns));
            }
        }
    }

    @Test
    void rates_of_all_magnitudes_do_too() {
        Random random = seeded();
        for (int i = 0; i < 100_000; i++) {
            double perS = Math.pow(10, random.nextDouble() * 11.99);
            holds(RATE, perS, Quantity.rate(perS));
        }
    }

    private static void holds(Pattern form, double value, String text) {
        Matcher matcher = form.matcher(text);
        assertThat(matcher.matches()).as("%s: %s", value, text).isTrue();
        assertThat(matcher.group(1).replace(".", "")).as("%s: %s", value, text).hasSize(3);
        double size = Double.parseDouble(matcher.group(1));
        assertThat(size).as("%s: %s", value, text).isGreaterThanOrEqualTo(1).isLessThan(1_000);
        double told = size * SIZES.getOrDefault(matcher.group(2), Double.NaN);
        assertThat(told).as("%s: %s", value, text).isCloseTo(Math.abs(value), within(0.00501 * Math.abs(value)));
    }

    @Test
    void a_longer_duration_is_never_written_as_a_shorter_one() {
        double last = 0;
        for (double ns = 1; ns < 999e9; ns *= 1.0007) {
            Matcher matcher = DURATION.matcher(Quantity.duration(ns));
            assertThat(matcher.matches()).isTrue();
            double told = Double.parseDouble(matcher.group(1)) * SIZES.getOrDefault(matcher.group(2), Double.NaN);
            assertThat(told).isGreaterThanOrEqualTo(last * (1 - 1e-12));
            last = told;
        }
    }

    @Test
    void numbers_have_no_exponent_whatever_their_size() {
        Random random = seeded();
        for (int i = 0; i < 50_000; i++) {
            double value = Math.pow(10, random.nextDouble() * 30 - 12);
            assertThat(Quantity.number(value)
                            + Quantity.percent(value)
                            + Quantity.compact(value)
                            + Quantity.tick(value))
                    .doesNotContainPattern("\\d[eE]");
        }
        assertThat(Quantity.number(1_234_567)).isEqualTo("1,234,567");
        assertThat(Quantity.number(999.96)).isEqualTo("1,000");
        assertThat(Quantity.number(0.000012)).isEqualTo("0.000012");
        assertThat(Quantity.compact(25_000)).isEqualTo("25 k");
        assertThat(Quantity.compact(1_500_000)).isEqualTo("1.5 M");
        assertThat(Quantity.percent(0.1)).isEqualTo("0.1 %");
        assertThat(Quantity.tick(1e6)).isEqualTo("1 ms");
        assertThat(Quantity.tick(50e3)).isEqualTo("50 us");
        assertThat(Quantity.rate(312.4)).isEqualTo("312/s");
        assertThat(Quantity.rate(0)).isEqualTo("0/s");
    }

    @ParameterizedTest
    @CsvSource({"0.0512, 0.05", "0.97, 0.97", "2.306, 2.31", "9.994, 9.99", "9.996, 10.0", "23.06, 23.1", "230.6, 231"})
    void so_many_times_as_much_has_three_digits(double factor, String text) {
        assertThat(Quantity.times(factor)).isEqualTo(text);
        assertThat(Quantity.times(1_234.4)).isEqualTo("1,234");
    }

    @Test
    void what_is_no_number_is_a_dash() {
        assertThat(Quantity.duration(Double.NaN)
                        + Quantity.rate(Double.POSITIVE_INFINITY)
                        + Quantity.number(Double.NaN)
                        + Quantity.percent(Double.NaN)
                        + Quantity.times(Double.NaN)
                        + Quantity.compact(Double.NEGATIVE_INFINITY))
                .isEqualTo("------");
    }

    private static Random seeded() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        return new Random(seed);
    }
}
