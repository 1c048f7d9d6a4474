package muster.worker.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import muster.worker.engine.Book;
import muster.worker.engine.record.Interval.Covered;
import org.junit.jupiter.api.Test;

class CoverageRecorderTest {
    private final CoverageRecorder coverage = new CoverageRecorder();

    @Test
    void consecutive_completions_become_one_run() {
        for (int p = 10; p < 5_000; p++) {
            coverage.add(7, p, 1);
        }
        assertThat(coverage.covered()).singleElement().satisfies(covered -> {
            assertThat(covered.lease()).isEqualTo(7);
            assertThat(covered.runs()).containsExactly(10, 4_990);
        });
    }

    @Test
    void any_order_of_completion_gives_the_same_runs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        BitSet expected = new BitSet();
        random.ints(20_000, 0, 40_000).forEach(expected::set);
        List<Integer> positions = new ArrayList<>(expected.stream().boxed().toList());
        Collections.shuffle(positions, random);
        positions.forEach(p -> coverage.add(p % 3, p, 1));
        BitSet found = new BitSet();
        coverage.covered().forEach(covered -> mark(covered, found));
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
        assertThat(coverage.positions()).isEqualTo(expected.cardinality());
    }

    @Test
    void many_scattered_runs_are_joined_on_the_way_and_none_is_lost() {
        long count = 2_500_000;
        for (long half = 0; half < 2; half++) {
            for (long p = half; p < count; p += 2) {
                coverage.add(1, p, 1);
            }
        }
        assertThat(coverage.covered())
                .singleElement()
                .satisfies(covered -> assertThat(covered.runs()).containsExactly(0, count));
    }

    @Test
    void a_run_longer_than_its_word_can_hold_is_split_and_still_complete() {
        coverage.addAll(1, 5, 50_000_005);
        coverage.add(1, 50_000_005, 1);
        assertThat(Book.positions(coverage.covered().getFirst())).isEqualTo(50_000_001);
    }

    @Test
    void a_position_that_is_covered_twice_is_reported_as_a_bug() {
        coverage.add(1, 3, 4);
        coverage.add(1, 6, 1);
        assertThatThrownBy(coverage::covered).hasMessageContaining("position 6 of lease 1");
    }

    private static void mark(Covered covered, BitSet into) {
        int position = 0;
        for (int i = 0; i < covered.runs().length; i += 2) {
            position += (int) covered.runs()[i];
            int end = position + (int) covered.runs()[i + 1];
            into.set(position, end);
            position = end;
        }
    }
}
