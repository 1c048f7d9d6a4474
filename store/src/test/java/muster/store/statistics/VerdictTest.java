package muster.store.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static Paired ratios(double... ratios) {
        double[] standalone = new double[ratios.length];
        Arrays.fill(standalone, 1_000);
        return new Paired(
                standalone, Arrays.stream(ratios).map(ratio -> 1_000 * ratio).toArray(), 1);
    }

    @Test
    void a_ratio_is_the_mean_of_logarithms_and_swaps_with_its_sides() {
        Paired paired = new Paired(new double[] {100, 400}, new double[] {200, 200}, 1);
        assertThat(paired.ratio().estimate()).isCloseTo(1, within(1e-12));
        // Logarithms 0.693147 and -0.693147: standard error 0.693147, times 12.706.
        assertThat(paired.ratio().high()).isCloseTo(Math.exp(0.693147 * 12.7062), within(2.0));
        assertThat(1 / paired.ratio().low()).isCloseTo(paired.ratio().high(), within(1e-6));
        assertThat(paired.difference().estimate()).isEqualTo(-50);
        assertThat(paired.medianOfStandalone()).isEqualTo(250);
    }

    @Test
    void a_figure_that_one_run_lacks_has_no_ratio() {
        assertThat(new Paired(new double[] {1, Double.NaN}, new double[] {1, 1}, 1).ratio())
                .isEqualTo(Interval.NONE);
        assertThat(new Paired(new double[] {0, 1}, new double[] {1, 1}, 1).ratio())
                .isEqualTo(Interval.NONE);
        assertThatThrownBy(() -> new Paired(new double[1], new double[2], 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_interval_below_one_is_a_cost() {
        Verdict verdict = Verdict.of(ratios(0.98, 0.981, 0.979, 0.98, 0.981, 0.979), null);
        assertThat(verdict.text()).isEqualTo("the cluster costs 1.9 % to 2.1 % of throughput");
        assertThat(verdict.decided()).isTrue();
        assertThat(verdict.pairs()).isZero();
        assertThat(verdict.within()).isTrue();
    }

    @Test
    void an_interval_above_one_is_no_cost() {
        Verdict verdict = Verdict.of(ratios(1.05, 1.051, 1.049, 1.05, 1.051, 1.049), null);
        assertThat(verdict.text()).isEqualTo("the cluster costs nothing: its throughput is 4.9 % to 5.1 % higher");
    }

    @Test
    void a_narrow_interval_around_one_says_that_there_is_no_difference_to_speak_of() {
        Verdict verdict = Verdict.of(ratios(1.001, 0.999, 1.002, 0.998, 1.001, 0.999), null);
        assertThat(verdict.text())
                .isEqualTo("no difference to speak of: the cluster costs at most 0.2 % of throughput");
        assertThat(verdict.decided()).isTrue();
    }

    @Test
    void a_wide_interval_is_no_verdict_and_says_how_many_pairs_would_do() {
        Verdict verdict = Verdict.of(ratios(0.97, 1.05, 1.0, 1.06, 0.98, 1.03), null);
        assertThat(verdict.text())
                .startsWith("no verdict: the interval -2.4 % .. +5.4 % contains no difference; about ")
                .endsWith(verdict.pairs() + " pairs would do");
        // Deviation of the logarithms 3.67 %, effect 1.43 %: 2.052 * 3.67 / sqrt(28) = 1.42.
        assertThat(verdict.pairs()).isEqualTo(28);
        assertThat(verdict.decided()).isFalse();
        assertThat(verdict.within()).isTrue();
    }

    @Test
    void so_many_pairs_of_the_same_spread_do() {
        double[] few = {0.97, 1.05, 1.0, 1.06, 0.98, 1.03};
        int wanted = Verdict.of(ratios(few), null).pairs();
        Random random = new Random(4);
        double[] many = new double[wanted];
        Arrays.setAll(many, i -> Math.exp(Math.log(1.0144) + 0.0367 * random.nextGaussian()));
        Interval ratio = ratios(many).ratio();
        assertThat(ratio.high() - ratio.low()).isBetween(0.014, 0.045);
    }

    @Test
    void what_is_allowed_must_be_shown() {
        double[] about2 = {0.98, 0.981, 0.979, 0.98, 0.981, 0.979};
        assertThat(Verdict.of(ratios(about2), 3.0).text()).endsWith("; that is within 3.0 %");
        assertThat(Verdict.of(ratios(about2), 3.0).within()).isTrue();
        assertThat(Verdict.of(ratios(about2), 1.0).text()).endsWith("; that is more than 1.0 %");
        assertThat(Verdict.of(ratios(about2), 1.0).within()).isFalse();
        Verdict open = Verdict.of(ratios(about2), 2.01);
        assertThat(open.text()).contains("; not shown to be within 2.0 %; about ");
        assertThat(open.within()).isFalse();
    }

    @Test
    void fewer_than_six_pairs_are_said_to_decide_nothing_exactly() {
        assertThat(Verdict.of(ratios(0.9, 0.9001, 0.8999), null).text())
                .isEqualTo("no exact test can decide by 3 pairs, 6 are the least; by Student's t: the cluster costs "
                        + "10.0 % to 10.0 % of throughput");
        Verdict one = Verdict.of(ratios(0.9), 5.0);
        assertThat(one.text())
                .isEqualTo(
                        "no verdict: one pair has no interval; 6 pairs are the least that an exact test can decide by");
        assertThat(one.within()).isFalse();
        assertThat(Verdict.of(ratios(0.9), null).within()).isTrue();
    }
}
