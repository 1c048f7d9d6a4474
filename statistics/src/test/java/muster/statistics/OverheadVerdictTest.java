package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OverheadVerdictTest {
    private static Paired ratios(double... ratios) {
        double[] standalone = new double[ratios.length];
        Arrays.fill(standalone, 1_000);
        return new Paired(
                standalone, Arrays.stream(ratios).map(ratio -> 1_000 * ratio).toArray());
    }

    @Test
    void a_ratio_is_the_mean_of_logarithms_and_swaps_with_its_sides() {
        Paired paired = new Paired(new double[] {100, 400}, new double[] {200, 200});
        assertThat(paired.ratio().estimate()).isCloseTo(1, within(1e-12));
        // Logarithms 0.693147 and -0.693147: standard error 0.693147, times 12.706.
        assertThat(paired.ratio().high()).isCloseTo(Math.exp(0.693147 * 12.7062), within(2.0));
        assertThat(1 / paired.ratio().low()).isCloseTo(paired.ratio().high(), within(1e-6));
        assertThat(paired.difference().estimate()).isEqualTo(-50);
        assertThat(paired.medianOfStandalone()).isEqualTo(250);
    }

    @Test
    void a_figure_that_one_run_lacks_has_no_ratio() {
        assertThat(new Paired(new double[] {1, Double.NaN}, new double[] {1, 1}).ratio())
                .isEqualTo(Interval.NONE);
        assertThat(new Paired(new double[] {0, 1}, new double[] {1, 1}).ratio()).isEqualTo(Interval.NONE);
        assertThatThrownBy(() -> new Paired(new double[1], new double[2])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_interval_below_one_is_a_cost() {
        OverheadVerdict verdict = OverheadVerdict.of(ratios(0.98, 0.981, 0.979, 0.98, 0.981, 0.979), null);
        assertThat(verdict.text()).isEqualTo("the cluster costs 1.9 % to 2.1 % of throughput");
        assertThat(verdict.decided()).isTrue();
        assertThat(verdict.pairs()).isZero();
        assertThat(verdict.gate()).isEqualTo(Gate.PASSED);
    }

    @Test
    void an_interval_above_one_is_no_cost() {
        OverheadVerdict verdict = OverheadVerdict.of(ratios(1.05, 1.051, 1.049, 1.05, 1.051, 1.049), null);
        assertThat(verdict.text()).isEqualTo("the cluster costs nothing: its throughput is 4.9 % to 5.1 % higher");
    }

    @Test
    void a_narrow_interval_around_one_says_that_there_is_no_difference_to_speak_of() {
        OverheadVerdict verdict = OverheadVerdict.of(ratios(1.001, 0.999, 1.002, 0.998, 1.001, 0.999), null);
        assertThat(verdict.text())
                .isEqualTo("no difference to speak of: the cluster costs at most 0.2 % of throughput");
        assertThat(verdict.decided()).isTrue();
    }

    @Test
    void a_wide_interval_is_no_verdict_and_says_how_many_pairs_would_decide_it() {
        OverheadVerdict verdict = OverheadVerdict.of(ratios(0.97, 1.05, 1.0, 1.06, 0.98, 1.03), null);
        assertThat(verdict.text())
                .startsWith("no verdict: the interval -2.4 % .. +5.4 % contains no difference; about ")
                .endsWith(verdict.pairs() + " pairs would decide it (80 % power)");
        // Deviation of the logarithms 3.67 %, effect 1.42 %: (2.007 + 0.849) * 3.67 / sqrt(54) = 1.43.
        assertThat(verdict.pairs()).isBetween(53, 57);
        assertThat(verdict.decided()).isFalse();
        assertThat(verdict.gate()).isEqualTo(Gate.PASSED);
    }

    /** What 80 % power means; the arithmetic before gave 28 pairs, which decide in about half of the cases. */
    @Test
    void so_many_pairs_of_the_same_spread_decide_in_80_of_100_cases() {
        double[] few = {0.97, 1.05, 1.0, 1.06, 0.98, 1.03};
        int wanted = OverheadVerdict.of(ratios(few), null).pairs();
        double effect = Mean.mean(ratios(few).logs());
        double deviation = Mean.deviation(ratios(few).logs());
        assertThat(decided(wanted, effect, deviation)).isBetween(0.75, 0.85);
        assertThat(decided(wanted / 2, effect, deviation)).isLessThan(0.65);
    }

    private static double decided(int pairs, double effect, double deviation) {
        long seed = 20261122;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int found = 0;
        for (int i = 0; i < 2_000; i++) {
            double[] many = new double[pairs];
            Arrays.setAll(many, k -> Math.exp(effect + deviation * random.nextGaussian()));
            found += ratios(many).ratio().contains(1) ? 0 : 1;
        }
        return found / 2_000.0;
    }

    @Test
    void what_is_allowed_passes_or_fails_on_the_whole_interval_only() {
        double[] about2 = {0.98, 0.981, 0.979, 0.98, 0.981, 0.979};
        assertThat(OverheadVerdict.of(ratios(about2), 3.0).text()).endsWith("; that is within 3.0 %");
        assertThat(OverheadVerdict.of(ratios(about2), 3.0).gate()).isEqualTo(Gate.PASSED);
        assertThat(OverheadVerdict.of(ratios(about2), 1.0).text()).endsWith("; that is more than 1.0 %");
        assertThat(OverheadVerdict.of(ratios(about2), 1.0).gate()).isEqualTo(Gate.FAILED);
        OverheadVerdict open = OverheadVerdict.of(ratios(about2), 2.01);
        assertThat(open.text()).contains("; not shown to be within 2.0 %; about ");
        assertThat(open.gate()).isEqualTo(Gate.UNDECIDED);
        assertThat(open.decided()).isFalse();
        assertThat(open.pairs()).isGreaterThan(6);
    }

    @Test
    void fewer_than_six_pairs_decide_nothing_however_alike_they_are() {
        for (double[] few : new double[][] {{0.9, 0.9001, 0.8999}, {0.9, 0.9001, 0.8999, 0.9, 0.9001}}) {
            OverheadVerdict verdict = OverheadVerdict.of(ratios(few), null);
            assertThat(verdict.text())
                    .isEqualTo("undecided: " + few.length + " pairs are too few, 6 are the least; by Student's t: the"
                            + " cluster costs 10.0 % to 10.0 % of throughput");
            assertThat(verdict.decided()).isFalse();
            assertThat(verdict.pairs()).isEqualTo(6);
            assertThat(OverheadVerdict.of(ratios(few), 5.0).gate()).isEqualTo(Gate.UNDECIDED);
            assertThat(OverheadVerdict.of(ratios(few), 20.0).gate()).isEqualTo(Gate.UNDECIDED);
        }
        OverheadVerdict one = OverheadVerdict.of(ratios(0.9), 5.0);
        assertThat(one.text()).isEqualTo("no verdict: one pair has no interval; at least 6 pairs are needed");
        assertThat(one.gate()).isEqualTo(Gate.UNDECIDED);
        assertThat(OverheadVerdict.of(ratios(0.9), null).gate()).isEqualTo(Gate.PASSED);
    }
}
