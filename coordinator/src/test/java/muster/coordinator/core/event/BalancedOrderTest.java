package muster.coordinator.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalancedOrderTest {
    private static final int MAX_STEPS = 9;
    private static final int MAX_TRIALS = 13;

    /** Receives each order of some steps and trials, and of some seeds. */
    private interface Each {
        void order(int steps, int[][] trials, String name);
    }

    private static void each(Each each) {
        for (int steps = 2; steps <= MAX_STEPS; steps++) {
            for (int trials = 1; trials <= MAX_TRIALS; trials++) {
                for (long seed = 1; seed <= 20; seed++) {
                    String name = steps + " steps, " + trials + " trials, seed " + seed;
                    each.order(steps, BalancedOrder.of(steps, trials, seed), name);
                }
            }
        }
    }

    private static int place(int[] trial, int step) {
        return IntStream.range(0, trial.length)
                .filter(at -> trial[at] == step)
                .findFirst()
                .orElseThrow();
    }

    private static int[] places(int[][] trials, int step) {
        return Arrays.stream(trials).mapToInt(trial -> place(trial, step)).toArray();
    }

    @Test
    void each_trial_has_each_step_once() {
        each((steps, trials, name) -> {
            for (int[] trial : trials) {
                assertThat(Arrays.stream(trial).sorted().toArray())
                        .as(name)
                        .containsExactly(IntStream.range(0, steps).toArray());
            }
        });
    }

    @Test
    void of_two_steps_each_runs_first_equally_often_as_far_as_the_trials_allow() {
        each((steps, trials, name) -> {
            for (int one = 0; one < steps; one++) {
                for (int other = 0; other < one; other++) {
                    int[] ones = places(trials, one);
                    int[] others = places(trials, other);
                    int ahead = IntStream.range(0, trials.length)
                            .map(trial -> Integer.signum(ones[trial] - others[trial]))
                            .sum();
                    assertThat(Math.abs(ahead)).as(name).isEqualTo(trials.length % 2);
                }
            }
        });
    }

    @Test
    void each_step_has_the_same_mean_place_as_far_as_the_trials_allow() {
        each((steps, trials, name) -> {
            int[] sums = IntStream.range(0, steps)
                    .map(step -> Arrays.stream(places(trials, step)).sum())
                    .toArray();
            int widest = Arrays.stream(sums).max().orElseThrow()
                    - Arrays.stream(sums).min().orElseThrow();
            boolean equal = trials.length % 2 == 0 || steps % 2 == 1;
            if (trials.length > 1) {
                assertThat(widest).as(name).isEqualTo(equal ? 0 : 1);
            }
        });
    }

    @Test
    void as_many_trials_as_steps_or_a_multiple_give_each_step_each_place_equally_often() {
        each((steps, trials, name) -> {
            if (trials.length % steps == 0) {
                for (int step = 0; step < steps; step++) {
                    int[] counts = new int[steps];
                    Arrays.stream(places(trials, step)).forEach(place -> counts[place]++);
                    assertThat(counts).as(name).containsOnly(trials.length / steps);
                }
            }
        });
    }

    /** Of a target that compacts in every second trial, say. */
    @Test
    void a_period_of_two_trials_does_not_keep_step_with_the_order_of_two_steps() {
        int[] ones = places(BalancedOrder.of(2, 4, 7), 1);
        assertThat(ones[0] + ones[2]).isEqualTo(ones[1] + ones[3]);
    }

    @Test
    void another_seed_is_another_order_and_the_same_seed_is_the_same() {
        assertThat(BalancedOrder.of(6, 5, 1)).isDeepEqualTo(BalancedOrder.of(6, 5, 1));
        assertThat(Arrays.deepToString(BalancedOrder.of(6, 5, 1)))
                .isNotEqualTo(Arrays.deepToString(BalancedOrder.of(6, 5, 2)));
    }
}
