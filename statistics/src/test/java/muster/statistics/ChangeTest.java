package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import muster.statistics.Change.Kind;
import muster.statistics.Change.Sense;
import org.junit.jupiter.api.Test;

class ChangeTest {
    private static final Estimate A = new Estimate(1_000, 0.01, 9);

    @Test
    void a_ratio_has_the_interval_of_welch() {
        // Equal errors of 9 degrees of freedom each make 18: t = 2.101.
        Interval ratio = new Estimate(1_100, 0.01, 9).by(A);
        assertThat(ratio.estimate()).isCloseTo(1.1, within(1e-12));
        assertThat(ratio.high()).isCloseTo(1.1 * Math.exp(2.101 * Math.sqrt(2) * 0.01), within(1e-4));
        assertThat(ratio.low()).isCloseTo(1.1 / Math.exp(2.101 * Math.sqrt(2) * 0.01), within(1e-4));
        // All the error is that of the side with 3: t = 3.182.
        Interval uneven = new Estimate(1_000, 0.02, 3).by(new Estimate(1_000, 0, 99));
        assertThat(uneven.high()).isCloseTo(Math.exp(3.182 * 0.02), within(1e-4));
    }

    @Test
    void more_throughput_is_faster_and_more_latency_slower() {
        Estimate more = new Estimate(1_100, 0.01, 9);
        assertThat(Change.of(A, more, Sense.RATE, 5).text()).isEqualTo("B is 6.8 % to 13.3 % faster");
        assertThat(Change.of(A, more, Sense.RATE, 5).kind()).isEqualTo(Kind.BETTER);
        assertThat(Change.of(A, more, Sense.TIME, 5).text()).isEqualTo("B is 6.8 % to 13.3 % slower");
        assertThat(Change.of(A, more, Sense.TIME, 5).kind()).isEqualTo(Kind.WORSE);
        assertThat(Change.of(more, A, Sense.TIME, 5).text()).endsWith(" faster").startsWith("B is ");
    }

    @Test
    void an_interval_around_one_is_undecided_and_says_how_many_trials_would_do() {
        Change change = Change.of(A, new Estimate(1_015, 0.01, 4), Sense.RATE, 5);
        assertThat(change.kind()).isEqualTo(Kind.UNDECIDED);
        assertThat(change.text())
                .matches("undecided \\(-\\d\\.\\d % \\.\\. \\+\\d\\.\\d %\\), needs about \\d+ more trials a side"
                        + " \\(80 % power\\)");
        // (1.99 + 0.85) * 0.0141 / sqrt(7.2) = 0.0149: seven times as many as there are.
        assertThat(change.moreTrials()).isBetween(29, 35);
    }

    @Test
    void digits_of_bounds_that_are_far_off_are_left_out() {
        Change change = Change.of(A, new Estimate(1_000, 5, 2), Sense.RATE, 3);
        assertThat(change.text()).startsWith("undecided (-100.0 % .. more than +10000 %)");
    }

    @Test
    void a_narrow_interval_around_one_is_no_difference_to_speak_of() {
        Estimate sure = new Estimate(1_000, 0.001, 9);
        Change change = Change.of(sure, new Estimate(1_001, 0.001, 9), Sense.TIME, 5);
        assertThat(change.kind()).isEqualTo(Kind.SAME);
        assertThat(change.text()).startsWith("no difference to speak of: at most 0.4 %");
    }

    @Test
    void what_has_no_error_is_not_judged() {
        assertThat(Change.of(A, Estimate.NONE, Sense.TIME, 1).text()).isEqualTo("unknown: too few samples");
        assertThat(Change.of(A, new Estimate(900, Double.NaN, 0), Sense.TIME, 1).kind())
                .isEqualTo(Kind.UNKNOWN);
    }

    @Test
    void with_fewer_than_three_trials_nothing_is_decided_however_far_apart_they_are() {
        Estimate far = new Estimate(1_500, 0.001, 9);
        for (int trials = 1; trials <= 2; trials++) {
            Change change = Change.of(A, far, Sense.TIME, trials);
            assertThat(change.kind()).isEqualTo(Kind.UNDECIDED);
            assertThat(change.text()).matches("undecided \\(\\+.* % \\.\\. \\+.* %\\), needs 3 trials a side");
            assertThat(change.moreTrials()).isEqualTo(3 - trials);
        }
        assertThat(Change.of(A, far, Sense.TIME, 3).kind()).isEqualTo(Kind.WORSE);
    }

    @Test
    void pieces_that_all_fall_on_one_step_of_the_clock_are_not_known_better_than_that_step() {
        Estimate at60 = new Estimate(60, 0, 2).recordedIn(20.0 / 60);
        Estimate at80 = new Estimate(80, 0, 2).recordedIn(20.0 / 80);
        assertThat(Change.of(at60, at80, Sense.TIME, 3).kind()).isEqualTo(Kind.UNDECIDED);
        assertThat(Change.of(at60, at80, Sense.TIME, 3).moreTrials()).isEqualTo(-1);
        assertThat(Change.of(at60, new Estimate(600, 0, 2).recordedIn(20.0 / 600), Sense.TIME, 3)
                        .kind())
                .isEqualTo(Kind.WORSE);
    }

    @Test
    void a_gate_passes_or_fails_on_the_whole_interval_and_is_undecided_without_one() {
        Interval ratio = new Interval(1.05, 1.02, 1.08);
        assertThat(Gate.atMost(1.01, ratio)).isEqualTo(Gate.FAILED);
        assertThat(Gate.atMost(1.05, ratio)).isEqualTo(Gate.UNDECIDED);
        assertThat(Gate.atMost(1.08, ratio)).isEqualTo(Gate.PASSED);
        assertThat(Gate.atLeast(1.09, ratio)).isEqualTo(Gate.FAILED);
        assertThat(Gate.atLeast(1.05, ratio)).isEqualTo(Gate.UNDECIDED);
        assertThat(Gate.atLeast(1.02, ratio)).isEqualTo(Gate.PASSED);
        assertThat(Gate.atLeast(1, new Interval(2, Double.NaN, Double.NaN))).isEqualTo(Gate.UNDECIDED);
        assertThat(Gate.atMost(1, Interval.NONE)).isEqualTo(Gate.UNDECIDED);
    }

    @Test
    void blocks_are_longer_than_the_cube_root_of_the_seconds_and_at_most_twenty() {
        assertThat(new int[] {1, 5, 10, 30, 60, 3_600})
                .satisfies(seconds -> assertThat(Arrays.stream(seconds)
                                .map(BlockBootstrap::blocks)
                                .toArray())
                        .containsExactly(1, 5, 5, 10, 20, 20));
    }

    @Test
    void the_error_of_a_mean_is_that_of_its_formula() {
        double[] values = {90, 100, 110, 95, 105, 100, 98, 102};
        Estimate estimate = BlockBootstrap.estimates(
                        values.length,
                        weights -> {
                            double sum = 0;
                            for (int i = 0; i < values.length; i++) {
                                sum += weights[i] * values[i];
                            }
                            return new double[] {sum / values.length};
                        },
                        7)
                .getFirst();
        // Deviation 6.118 of a mean of 100, by the root of 8: 2.16 %.
        assertThat(estimate.error()).isCloseTo(0.0216, within(0.002));
        assertThat(estimate.freedom()).isEqualTo(7);
    }
}
