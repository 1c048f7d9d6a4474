package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import muster.statistics.TurnsRatio.Turns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnsRatioTest {
    private static final int DRAWS = 1_000;
    private static final double WINDOW_S = 0.4;
    private static final double PER_S = 1_000;

    /**
     * How turns of one machine vary, as standard deviations of logarithms.
     *
     * @param lasting noise of an arm of its own that lasts for blocks
     * @param memory its correlation from block to block
     * @param drift of both arms, from the first turn to the last
     * @param shifts standard deviation of the level of both after a shift; three are expected in all
     * @param bursts share of turns that a neighbour slows by up to three quarters
     */
    private record Machine(double white, double lasting, double memory, double drift, double shifts, double bursts) {
        TurnsRatio draw(Random random, int blocks, double ratio) {
            double[][] operations = new double[2][blocks];
            double[] own = {lasting * random.nextGaussian(), lasting * random.nextGaussian()};
            double level = 0;
            for (int block = 0; block < blocks; block++) {
                int first = random.nextInt(2);
                for (int place = 0; place < 2; place++) {
                    int arm = (first + place) % 2;
                    own[arm] = memory * own[arm] + Math.sqrt(1 - memory * memory) * lasting * random.nextGaussian();
                    level = random.nextInt(2 * blocks) < 3 ? shifts * random.nextGaussian() : level;
                    double log = level
                            + drift * (2 * block + place) / (2 * blocks)
                            + own[arm]
                            + white * random.nextGaussian()
                            - (random.nextDouble() < bursts ? 1.4 * random.nextDouble() : 0)
                            + (arm == 1 ? Math.log(ratio) : 0);
                    double expected = PER_S * WINDOW_S * Math.exp(log);
                    operations[arm][block] =
                            Math.max(0, Math.rint(expected + Math.sqrt(expected) * random.nextGaussian()));
                }
            }
            return new TurnsRatio(throughput(operations[0]), throughput(operations[1]));
        }
    }

    private static Turns throughput(double... operations) {
        return new Turns(
                operations,
                DoubleStream.generate(() -> WINDOW_S).limit(operations.length).toArray());
    }

    /** In per cent. */
    private static double share(int seed, Predicate<Random> holds) {
        Random random = new Random(seed);
        double share = 100.0
                * IntStream.range(0, DRAWS).filter(i -> holds.test(random)).count()
                / DRAWS;
        System.out.println("seed " + seed + ": " + share + " of 100");
        return share;
    }

    @ParameterizedTest
    @CsvSource({
        "15, 0.1, 0, 0, 0, 0, 0",
        "15, 0.1, 0.05, 0.5, 0.3, 0.2, 0.05",
        "20, 0.05, 0.05, 0.5, 0.3, 0.2, 0",
        "40, 0.1, 0.05, 0.5, 0.3, 0.2, 0.05",
        "40, 0.1, 0.1, 0.5, 0.5, 0.2, 0",
        "120, 0.1, 0.1, 0.5, 0.3, 0.2, 0.05",
        "120, 0.1, 0.1, 0.7, 0.3, 0.2, 0"
    })
    void equal_arms_differ_in_at_most_5_of_100_whatever_the_machine_does(
            int blocks, double white, double lasting, double memory, double drift, double shifts, double bursts) {
        Machine machine = new Machine(white, lasting, memory, drift, shifts, bursts);
        assertThat(share(
                        blocks,
                        random -> !machine.draw(random, blocks, 1).ratio().contains(1)))
                .isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.95, 3})
    void the_interval_holds_the_true_ratio_in_95_of_100(double truth) {
        Machine machine = new Machine(0.1, 0.05, 0.5, 0.3, 0.2, 0.05);
        assertThat(share(7, random -> machine.draw(random, 60, truth).ratio().contains(truth)))
                .isGreaterThanOrEqualTo(95);
    }

    /** Three minutes of two arms with turns of half a second. */
    @Test
    void arms_5_percent_apart_are_found_and_never_the_wrong_way_round() {
        Machine machine = new Machine(0.05, 0.02, 0.5, 0.3, 0.2, 0);
        assertThat(share(1, random -> machine.draw(random, 180, 1.05).ratio().low() > 1))
                .isGreaterThanOrEqualTo(90);
        assertThat(share(1, random -> machine.draw(random, 180, 1.05).ratio().high() < 1))
                .isZero();
    }

    @Test
    void intervals_of_several_ratios_are_wider_and_that_of_one_is_the_usual() {
        TurnsRatio drawn = new Machine(0.1, 0, 0, 0, 0, 0).draw(new Random(4), 40, 1);
        assertThat(drawn.ratio(1)).isEqualTo(drawn.ratio());
        assertThat(drawn.ratio(3).low()).isLessThan(drawn.ratio().low());
        assertThat(drawn.ratio(3).estimate()).isEqualTo(drawn.ratio().estimate());
    }

    /** What both arms meet alike is none of their ratio's uncertainty. */
    @Test
    void drift_and_shifts_of_the_machine_widen_the_interval_of_an_arm_and_not_that_of_the_ratio() {
        Machine machine = new Machine(0.05, 0, 0, 1, 0.5, 0);
        double ofRatio = width(machine, TurnsRatio::ratio);
        assertThat(ofRatio).isLessThan(width(machine, draw -> draw.base().level()) / 4);
        assertThat(ofRatio).isLessThan(1.5 * width(new Machine(0.05, 0, 0, 0, 0, 0), TurnsRatio::ratio));
    }

    private static double width(Machine machine, Function<TurnsRatio, Interval> interval) {
        Random random = new Random(3);
        return IntStream.range(0, DRAWS)
                .mapToObj(i -> interval.apply(machine.draw(random, 60, 1)))
                .mapToDouble(known -> Math.log(known.high() / known.low()))
                .average()
                .orElseThrow();
    }

    @Test
    void the_ratio_is_that_of_the_totals_and_a_turn_without_a_completion_counts() {
        double[] steady = DoubleStream.generate(() -> 100).limit(40).toArray();
        double[] stalling =
                IntStream.range(0, 40).mapToDouble(i -> i % 5 == 0 ? 0 : 100).toArray();
        Interval ratio = new TurnsRatio(throughput(steady), throughput(stalling)).ratio();
        assertThat(ratio.estimate()).isEqualTo(0.8, within(1e-9));
        assertThat(ratio.high()).isLessThan(1);
    }

    @Test
    void an_operation_that_is_in_few_blocks_has_the_ratio_of_its_means() {
        double[] weights = IntStream.range(0, 40).mapToDouble(i -> i % 4).toArray();
        double[] base = IntStream.range(0, 40).mapToDouble(i -> i % 4 * 10.0).toArray();
        double[] arm = IntStream.range(0, 40).mapToDouble(i -> i % 4 * 20.0).toArray();
        Interval ratio = new TurnsRatio(new Turns(base, weights), new Turns(arm, weights)).ratio();
        assertThat(ratio.estimate()).isEqualTo(2, within(1e-9));
        assertThat(ratio.low()).isEqualTo(2, within(1e-6));
    }

    @Test
    void fewer_than_five_sections_of_three_blocks_have_no_interval_and_say_how_many_times_as_long_would_do() {
        Machine machine = new Machine(0.1, 0, 0, 0, 0, 0);
        TurnsRatio few = machine.draw(new Random(5), 10, 1);
        assertThat(few.ratio().bounded()).isFalse();
        assertThat(few.ratio().estimate()).isPositive();
        assertThat(few.timesToDecide(0.05, 1)).isEqualTo(1.5);
        assertThat(machine.draw(new Random(5), 15, 1).ratio().bounded()).isTrue();
        assertThat(new TurnsRatio(throughput(), throughput()).ratio()).isEqualTo(Interval.NONE);
    }

    @Test
    void an_arm_that_completed_nothing_has_no_ratio() {
        double[] some = DoubleStream.generate(() -> 100).limit(20).toArray();
        assertThat(new TurnsRatio(throughput(some), throughput(new double[20])).ratio())
                .isEqualTo(Interval.NONE);
        assertThat(throughput(new double[20]).level()).isEqualTo(Interval.NONE);
    }

    /** 80 are meant, if the spread were known; 20 blocks know it to a third. */
    @Test
    void so_many_times_as_long_decides_in_most_repetitions() {
        Machine machine = new Machine(0.1, 0, 0, 0.3, 0.2, 0);
        assertThat(share(2, random -> {
                    TurnsRatio first = machine.draw(random, 20, 1.1);
                    double times = first.timesToDecide(0.05, 1);
                    double seen = first.ratio().estimate();
                    return decides(machine.draw(random, (int) Math.ceil(20 * Math.max(1, times)), seen)
                            .ratio());
                }))
                .isBetween(60.0, 95.0);
    }

    private static boolean decides(Interval ratio) {
        return !ratio.contains(1) || (ratio.low() > 0.95 && ratio.high() < 1.05);
    }

    @Test
    void sections_are_as_long_as_each_other_or_differ_by_one_block() {
        for (int blocks = 15; blocks < 200; blocks++) {
            int[] lengths = new int[TurnsRatio.sections(blocks)];
            for (int block = 0; block < blocks; block++) {
                lengths[TurnsRatio.section(block, blocks)]++;
            }
            assertThat(IntStream.of(lengths).max().orElseThrow()
                            - IntStream.of(lengths).min().orElseThrow())
                    .isLessThanOrEqualTo(1);
            assertThat(IntStream.of(lengths).min().orElseThrow()).isGreaterThanOrEqualTo(TurnsRatio.MIN_BLOCKS);
        }
    }
}
