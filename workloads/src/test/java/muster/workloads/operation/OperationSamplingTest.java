package muster.workloads.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OperationSamplingTest {
    private static final PhaseKey KEY = new PhaseKey(42, 1, "", 0, 1);

    /** The same indexes as in the Python worker's test_sampling.py. */
    @Test
    void the_operations_that_are_taken_are_the_same_in_every_language() {
        assertThat(taken(OperationSampling.oneOf(KEY, 100), 1_000, 0))
                .containsExactly(6, 38, 49, 184, 220, 292, 411, 497, 653, 689, 692, 738, 772, 827, 839);
    }

    @Test
    void about_one_of_so_many_is_taken_and_with_one_of_one_all_are() {
        assertThat(taken(OperationSampling.oneOf(KEY, 50), 100_000, 0)).hasSizeBetween(1_800, 2_200);
        assertThat(taken(OperationSampling.oneOf(KEY, 1), 1_000, 0)).hasSize(1_000);
        assertThat(taken(OperationSampling.NONE, 1_000, 0)).isEmpty();
        assertThat(OperationSampling.NONE.any()).isFalse();
    }

    @Test
    void what_is_taken_after_halving_was_taken_before() {
        OperationSampling sampling = OperationSampling.oneOf(KEY, 3);
        long[] before = taken(sampling, 50_000, 0);
        for (int halvings = 1; halvings < 8; halvings++) {
            long[] after = taken(sampling, 50_000, halvings);
            assertThat(before).contains(after);
            assertThat((double) after.length / before.length).isBetween(0.4, 0.6);
            before = after;
        }
    }

    private static long[] taken(OperationSampling sampling, long operations, int halvings) {
        return LongStream.range(0, operations)
                .filter(index -> sampling.takes(index, halvings))
                .toArray();
    }
}
