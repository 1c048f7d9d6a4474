package muster.coordinator.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import muster.model.IndexRange;
import org.junit.jupiter.api.Test;

class IndexSetTest {
    private static final int SPAN = 200;

    @Test
    void behaves_as_a_set_of_bits_under_random_additions_and_removals() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            compareWithBits(random, "seed " + seed + " round " + round);
        }
    }

    private static void compareWithBits(Random random, String about) {
        IndexSet set = new IndexSet();
        BitSet bits = new BitSet();
        for (int i = 0; i < 60; i++) {
            int first = random.nextInt(SPAN);
            int count = random.nextInt(20);
            int before = bits.cardinality();
            if (random.nextBoolean()) {
                bits.set(first, first + count);
                assertThat(set.add(first, count)).as(about).isEqualTo(bits.cardinality() - before);
            } else {
                bits.clear(first, first + count);
                assertThat(set.remove(first, count)).as(about).isEqualTo(before - bits.cardinality());
            }
            assertThat(bitsOf(set)).as(about).isEqualTo(bits);
            assertThat(set.size()).as(about).isEqualTo(bits.cardinality());
        }
    }

    private static BitSet bitsOf(IndexSet set) {
        BitSet bits = new BitSet();
        long end = -1;
        for (IndexRange range : set.ranges()) {
            assertThat(range.first()).as("ranges never touch").isGreaterThan(end);
            end = range.first() + range.count();
            bits.set((int) range.first(), (int) end);
        }
        return bits;
    }

    @Test
    void takes_the_lowest_indexes_first_and_at_most_one_range() {
        IndexSet set = new IndexSet();
        set.add(10, 5);
        set.add(0, 3);
        assertThat(set.takeFirst(100)).isEqualTo(new IndexRange(0, 3, 1));
        assertThat(set.takeFirst(2)).isEqualTo(new IndexRange(10, 2, 1));
        assertThat(set.takeFirst(100)).isEqualTo(new IndexRange(12, 3, 1));
        assertThat(set.takeFirst(100)).isNull();
    }
}
