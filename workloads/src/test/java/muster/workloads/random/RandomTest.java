package muster.workloads.random;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.PhaseSpec.Rate;
import org.junit.jupiter.api.Test;

class RandomTest {
    private static final long SEED = 42;

    @Test
    void logarithms_and_powers_are_close_to_the_real_ones() {
        for (long value : new long[] {1, 2, 3, 10, 999, 4097, 1_234_567, Long.MAX_VALUE}) {
            double expected = Math.log((double) value) / Math.log(2);
            assertThat(FixedPoint.log2(value) / 0x1p32).isCloseTo(expected, within(1e-7));
        }
        for (long y : new long[] {0, 1, 1L << 31, 1L << 32, 5_000_000_000L, 100_000_000_000L}) {
            double expected = Math.pow(2, -(y / 0x1p32)) * 0x1p42;
            assertThat((double) FixedPoint.exp2Negative(y, 42)).isCloseTo(expected, within(expected * 1e-7 + 1));
        }
    }

    @Test
    void zipf_weights_never_grow_with_the_rank() {
        for (int exponent : new int[] {0, 500, 750, 1000, 1370, 2000}) {
            long[] weights = Zipf.weights(100_000, exponent);
            for (int i = 1; i < weights.length; i++) {
                assertThat(weights[i]).isLessThanOrEqualTo(weights[i - 1]).isPositive();
            }
            double ratio = (double) weights[999] / weights[0];
            assertThat(ratio).isCloseTo(Math.pow(1000, -exponent / 1000.0), within(ratio * 1e-5));
        }
    }

    @Test
    void a_weight_table_finds_what_a_linear_search_finds() {
        long[] weights = {0, 3, 0, 0, 1, 1000, 0, 2, 0};
        WeightTable table = WeightTable.of(weights);
        assertThat(table.total()).isEqualTo(1006);
        for (long x = 0; x < table.total(); x++) {
            int i = 0;
            while (table.start(i) + table.weight(i) <= x) {
                i++;
            }
            assertThat(table.find(x)).isEqualTo(i);
        }
    }

    @Test
    void a_permutation_of_any_size_is_one() {
        for (int size : new int[] {1, 2, 3, 4, 5, 7, 8, 9, 100, 1023, 1024, 1025, 10_000}) {
            Permutation permutation = new Permutation(size, Mix.mix(SEED, size));
            BitSet seen = new BitSet();
            for (int i = 0; i < size; i++) {
                long element = permutation.at(i);
                assertThat(permutation.place(element)).isEqualTo(i);
                seen.set((int) element);
            }
            assertThat(seen.cardinality()).isEqualTo(size);
        }
    }

    @Test
    void a_permutation_spreads_neighbours_evenly() {
        int size = 10_000;
        int[] cells = new int[10];
        Permutation permutation = new Permutation(size, Mix.mix(SEED));
        for (int i = 0; i < 1000; i++) {
            cells[(int) (permutation.at(i) * 10 / size)]++;
        }
        assertThat(Arrays.stream(cells).min().orElseThrow()).isGreaterThan(70);
    }

    @Test
    void a_shuffle_holds_every_element_once() {
        int[] elements = Shuffle.of(1000, SEED);
        int[] inverse = Shuffle.inverse(elements);
        for (int i = 0; i < 1000; i++) {
            assertThat(elements[inverse[i]]).isEqualTo(i);
        }
        assertThat(elements).isNotEqualTo(Shuffle.of(1000, SEED + 1));
    }

    @Test
    void the_committed_degree_tables_are_what_the_generator_writes() throws IOException {
        for (String profile : DegreeTable.PROFILES) {
            try (var in = DegreeTable.class.getResourceAsStream("degrees-" + profile + ".txt")) {
                assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(DegreeTableGenerator.text(profile));
            }
        }
    }

    @Test
    void degrees_of_2011_have_the_published_shape() {
        int[] degrees = degrees("wikipedia-2011", 1_000_000);
        double mean = Arrays.stream(degrees).average().orElseThrow();
        double top = Arrays.stream(degrees, 990_000, 1_000_000).average().orElseThrow();
        System.out.printf("wikipedia-2011: mean %.3f, top 1 %% hold %.1f %%%n", mean, top / mean);
        assertThat(mean).isCloseTo(14.05, within(0.3));
        assertThat(top / mean).isCloseTo(17.6, within(0.9));
        assertThat(share(degrees, 0)).isCloseTo(0.028, within(0.001));
        assertThat(share(degrees, 1)).isCloseTo(0.401, within(0.002));
        assertThat(percentiles(degrees, 500_000, 750_000, 900_000, 950_000)).containsExactly(5, 18, 32, 47);
        assertThat((double) degrees[990_000]).isCloseTo(115, within(3.0));
        assertThat((double) degrees[999_000]).isCloseTo(461, within(25.0));
        assertThat(degrees[999_999]).isBetween(2000, 4081);
    }

    @Test
    void degrees_of_2004_have_the_published_shape() {
        int[] degrees = degrees("wikipedia-2004", 1_000_000);
        double mean = Arrays.stream(degrees).average().orElseThrow();
        System.out.printf("wikipedia-2004: mean %.3f%n", mean);
        assertThat(mean).isCloseTo(5.31, within(0.1));
        assertThat(share(degrees, 0)).isCloseTo(0.65, within(0.002));
        assertThat(DegreeTable.of("wikipedia-2004").most()).isEqualTo(4081);
    }

    @Test
    void gaps_have_mean_one_exactly_and_follow_the_exponential_distribution() {
        BigInteger sum = BigInteger.ZERO;
        long longer = 0;
        for (long j = 0; j < 1 << 16; j++) {
            long gap = GapTable.draw(j << 48);
            sum = sum.add(BigInteger.valueOf(gap));
            longer += gap > 1L << 32 ? 1 : 0;
        }
        assertThat(sum).isEqualTo(BigInteger.ONE.shiftLeft(48));
        assertThat(longer / 65536.0).isCloseTo(Math.exp(-1), within(1e-4));
        assertThat(GapTable.draw(0) / 0x1p32).isCloseTo(12.1, within(0.1));
    }

    @Test
    void constant_arrivals_are_exact_up_to_the_last_index() {
        ArrivalSchedule arrivals = ArrivalSchedule.of(new Rate(999_983, 3_600_000_000_000L, false), SEED);
        for (long index : new long[] {0, 1, 2, 999_983, 1_000_000_007, 1L << 40}) {
            BigInteger exact = BigInteger.valueOf(index)
                    .multiply(BigInteger.valueOf(3_600_000_000_000L))
                    .divide(BigInteger.valueOf(999_983));
            assertThat(arrivals.timeNs(0, 0, index)).isEqualTo(exact.longValueExact());
        }
    }

    @Test
    void poisson_arrivals_are_the_same_however_they_are_stepped_through() {
        ArrivalSchedule arrivals = ArrivalSchedule.of(new Rate(1000, 1_000_000_000, true), SEED);
        long atOnce = arrivals.timeNs(0, arrivals.first(), 100_000);
        long stepped = arrivals.first();
        for (long index = 0; index < 100_000; index += 1000) {
            stepped = arrivals.timeNs(index, stepped, index + 1000);
        }
        assertThat(stepped).isEqualTo(atOnce);
        assertThat(atOnce / 1e9).isCloseTo(100, within(1.5));
    }

    @Test
    void poisson_arrivals_keep_a_high_rate_without_rounding_bias() {
        ArrivalSchedule arrivals = ArrivalSchedule.of(new Rate(30_000_000, 1_000_000_000, true), SEED);
        long ns = arrivals.timeNs(0, 0, 3_000_000);
        assertThat(ns / 1e8).isCloseTo(1, within(0.003));
    }

    @Test
    void a_drawn_think_time_has_its_mean() {
        double sum = 0;
        for (long i = 0; i < 100_000; i++) {
            sum += GapTable.ns(Mix.mix(SEED, i), 7_000_000_000L);
        }
        assertThat(sum / 100_000).isCloseTo(7e9, within(1e8));
    }

    private static int[] degrees(String profile, int count) {
        DegreeTable table = DegreeTable.of(profile);
        int[] degrees = new int[count];
        for (int i = 0; i < count; i++) {
            degrees[i] = table.draw(Mix.mix(SEED, i));
        }
        Arrays.sort(degrees);
        return degrees;
    }

    private static double share(int[] degrees, int degree) {
        return (double) Arrays.stream(degrees).filter(d -> d == degree).count() / degrees.length;
    }

    private static int[] percentiles(int[] sorted, int... ranks) {
        return Arrays.stream(ranks).map(rank -> sorted[rank]).toArray();
    }
}
