package muster.coordinator.core.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import muster.workloads.random.Mix;
import muster.workloads.random.Shuffle;

/**
 * The order of the steps in the trials of a sweep, in which each step runs as early as late, so that what drifts with time
 * favours none. Trials come in pairs, an order and its reverse, of a Williams design: of any two steps each runs first equally
 * often, and after a whole design each step had each place equally often (decision 0105).
 */
final class BalancedOrder {
    private static final int TRIPLE = 3;

    private final int steps;
    private final long seed;
    private final List<int[]> trials = new ArrayList<>();

    private BalancedOrder(int steps, long seed) {
        this.steps = steps;
        this.seed = seed;
    }

    /**
     * For each trial the steps, counted from 0, by place.
     *
     * @param trials that are to be balanced with each other
     */
    static int[][] of(int steps, int trials, long seed) {
        BalancedOrder order = new BalancedOrder(steps, seed);
        int unpaired = order.unpaired(trials);
        order.pairs((trials - unpaired) / 2);
        order.rest(unpaired);
        int[] names = Shuffle.of(steps, seed);
        return order.trials.stream().map(row -> renamed(row, names)).toArray(int[][]::new);
    }

    /** An odd number of trials leaves some without a reverse: the fewest in which each step has the same mean place. */
    private int unpaired(int of) {
        boolean square = steps % 2 == 1 && of >= steps;
        return of % 2 == 0 ? 0 : square ? steps : Math.min(TRIPLE, of);
    }

    /** Which of a pair comes first alternates as in a Thue-Morse sequence, so that no period of the target keeps step with it. */
    private void pairs(int count) {
        int[] rows = Shuffle.of(steps % 2 == 0 ? steps / 2 : steps, Mix.mix(seed, 1));
        for (int pair = 0; pair < count; pair++) {
            int[] row = williams(rows[pair % rows.length]);
            int[] reverse = IntStream.rangeClosed(1, steps)
                    .map(back -> row[steps - back])
                    .toArray();
            boolean forward = Integer.bitCount(pair) % 2 == 0;
            trials.add(forward ? row : reverse);
            trials.add(forward ? reverse : row);
        }
    }

    /** They come last, when a target that warms up has least left to gain. */
    private void rest(int count) {
        if (count == TRIPLE && steps != TRIPLE) {
            trials.addAll(triple());
        } else {
            Arrays.stream(Shuffle.of(count, Mix.mix(seed, 2)))
                    .mapToObj(this::williams)
                    .forEach(trials::add);
        }
    }

    /** 0, 1, n-1, 2, n-2, ... and its rotations: of an even number of steps each follows each other one once. */
    private int[] williams(int rotation) {
        IntUnaryOperator zigzag = place -> place % 2 == 1 ? (place + 1) / 2 : steps - place / 2;
        return IntStream.range(0, steps)
                .map(place -> (zigzag.applyAsInt(place) + rotation) % steps)
                .toArray();
    }

    /**
     * Three orders in which the places of each step have the same sum, or for an even number of steps sums that differ by 1. Of
     * two steps the one that is out of turn comes last: in the middle it would keep step with a period of two trials.
     */
    private List<int[]> triple() {
        int half = steps / 2;
        int evens = (steps + 1) / 2;
        int[] first = IntStream.range(0, steps).toArray();
        int[] second = IntStream.range(0, steps)
                .map(step -> step < evens ? 2 * (evens - 1 - step) : 2 * (steps - step) - 1)
                .toArray();
        int[] third =
                IntStream.range(0, steps).map(step -> (step + half) % steps).toArray();
        return List.of(first, Shuffle.inverse(second), Shuffle.inverse(third));
    }

    private static int[] renamed(int[] row, int[] names) {
        return Arrays.stream(row).map(step -> names[step]).toArray();
    }
}
