package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import muster.statistics.Best.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BestTest {
    private static final long SEED = 20_261_124;
    private static final int SWEEPS = 2_000;

    /** Steps with true throughputs; a trial has an effect on all of its steps, each step noise of its own. */
    private static double[][] sweep(Random random, int trials, double noise, double... truths) {
        double[][] figures = new double[truths.length][trials];
        for (int trial = 0; trial < trials; trial++) {
            double drift = Math.exp(0.3 * random.nextGaussian());
            for (int step = 0; step < truths.length; step++) {
                figures[step][trial] = drift * truths[step] * Math.exp(noise * random.nextGaussian());
            }
        }
        return figures;
    }

    /** In an order that is not known. */
    private static Best best(double[][] figures) {
        return Best.of(figures, new int[figures.length][figures.length == 0 ? 0 : figures[0].length]);
    }

    private static double share(Kind kind, int trials, double noise, double... truths) {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < SWEEPS; i++) {
            found += best(sweep(random, trials, noise, truths)).kind() == kind ? 1 : 0;
        }
        return (double) found / SWEEPS;
    }

    @Test
    void of_equal_steps_one_is_called_the_best_in_at_most_5_of_100_sweeps() {
        rarelyWrong(new int[] {2, 6}, new int[] {3, 5});
    }

    /** The same for more steps and trials; most of the time goes into how many more trials would decide. */
    @Tag("nightly")
    @Test
    void of_any_number_of_equal_steps_one_is_called_the_best_in_at_most_5_of_100_sweeps() {
        rarelyWrong(new int[] {2, 3, 6, 12}, new int[] {3, 5, 10});
    }

    private static void rarelyWrong(int[] stepCounts, int[] trialCounts) {
        System.out.println("seed " + SEED);
        for (int steps : stepCounts) {
            double[] equal = new double[steps];
            Arrays.fill(equal, 1_000);
            for (int trials : trialCounts) {
                double wrong = share(Kind.DECIDED, trials, 0.05, equal);
                System.out.printf("%d equal steps, %d trials: %.1f %% decided%n", steps, trials, 100 * wrong);
                assertThat(wrong).as("%d steps, %d trials", steps, trials).isLessThan(0.06);
            }
        }
    }

    @Test
    void what_drifts_from_trial_to_trial_hides_no_difference() {
        assertThat(share(Kind.DECIDED, 5, 0.03, 1_000, 900, 800)).isGreaterThan(0.8);
    }

    @Test
    void so_many_more_trials_do_decide() {
        Random random = new Random(SEED);
        Best undecided = best(sweep(random, 3, 0.1, 1_000, 900));
        assertThat(undecided.kind()).isEqualTo(Kind.UNDECIDED);
        assertThat(undecided.moreTrials()).isPositive();
        assertThat(share(Kind.DECIDED, 20, 0.1, 1_000, 900)).isGreaterThan(0.8);
    }

    @Test
    void an_interval_for_several_pairs_together_is_wider_and_decides_less() {
        double[][] figures = {{1_000, 1_000, 1_000}, {932, 905, 878}};
        int[][] places = new int[2][3];
        Best alone = Best.of(figures, places);
        Best ofThree = Best.of(figures, places, 3);
        assertThat(alone.kind()).isEqualTo(Kind.DECIDED);
        assertThat(ofThree.kind()).isEqualTo(Kind.UNDECIDED);
        double widening = Math.log(ofThree.ratio().high() / ofThree.ratio().estimate())
                / Math.log(alone.ratio().high() / alone.ratio().estimate());
        assertThat(widening)
                .as("Student's t of 2 at 1 - 0.05 / 6 by that at 0.975")
                .isEqualTo(7.649 / 4.303, within(0.001));
    }

    @Test
    void steps_that_differ_by_less_than_one_in_a_hundred_are_alike() {
        Best best = best(new double[][] {{1_000, 1_001, 1_002}, {999, 1_000.5, 1_001}});
        assertThat(best.kind()).isEqualTo(Kind.ALIKE);
        assertThat(best.ratio().estimate()).isCloseTo(1, within(0.01));
    }

    @Test
    void one_trial_decides_nothing() {
        Best best = best(new double[][] {{1_000}, {10}, {900}, {20}});
        assertThat(best.best()).isZero();
        assertThat(best.rival()).as("the second best").isEqualTo(2);
        assertThat(best.kind()).isEqualTo(Kind.UNDECIDED);
        assertThat(best.moreTrials()).isEqualTo(2);
    }

    @Test
    void two_of_which_one_ran_first_in_most_trials_are_not_told_apart() {
        double[][] figures = {{200, 181, 166, 150}, {180, 164, 151, 135}};
        assertThat(Best.of(figures, new int[][] {{0, 0, 0, 0}, {1, 1, 1, 1}}).kind())
                .isEqualTo(Kind.UNBALANCED);
        assertThat(Best.of(figures, new int[][] {{0, 0, 0, 1}, {1, 1, 1, 0}}).kind())
                .isEqualTo(Kind.UNBALANCED);
        assertThat(Best.of(figures, new int[][] {{0, 1, 0, 1}, {1, 0, 1, 0}}).kind())
                .isEqualTo(Kind.DECIDED);
    }

    @Test
    void a_step_without_figures_takes_no_part() {
        double nan = Double.NaN;
        assertThat(best(new double[][] {{nan, nan}, {5, 6}})).isEqualTo(new Best(1, -1, Interval.NONE, Kind.ALONE, 0));
        assertThat(best(new double[][] {{nan}, {0}}).best()).isEqualTo(-1);
        assertThat(best(new double[0][]).best()).isEqualTo(-1);
    }
}
