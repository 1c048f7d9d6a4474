package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import muster.model.IndexRange;
import muster.store.file.Given;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class IndexUnionTest {
    @RepeatedTest(20)
    void it_is_the_union_that_a_bit_set_makes() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        IndexUnion set = new IndexUnion();
        BitSet model = new BitSet();
        for (int i = 0; i < 200; i++) {
            IndexRange range = random(random);
            int before = model.cardinality();
            for (long k = 0; k < range.count(); k++) {
                model.set((int) (range.first() + k * range.stride()));
            }
            assertThat(set.add(range)).isEqualTo(model.cardinality() - before);
        }
        assertThat(set.size()).isEqualTo(model.cardinality());
        assertThat(set.ranges()).isEqualTo(ranges(model));
    }

    @Test
    void leases_in_any_order_become_one_range() {
        List<IndexRange> leases = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            leases.add(new IndexRange(i % 3 + i / 3 * 30_000L, 10_000, 3));
        }
        Collections.shuffle(leases, new Random(7));
        IndexUnion set = new IndexUnion();
        leases.forEach(set::add);
        assertThat(set.ranges()).containsExactly(Given.range(0, 3_000_000));
    }

    @Test
    void ranges_are_the_same_after_they_were_written_as_text() {
        List<IndexRange> singles = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            singles.add(new IndexRange(2 * i, 1, 1));
        }
        assertThat(RangeText.write(singles)).isEqualTo("[[0,100,2]]");
        List<IndexRange> mixed =
                List.of(Given.range(5, 10), Given.range(15, 5), Given.range(100, 1), new IndexRange(1L << 60, 2, 7));
        assertThat(RangeText.read(RangeText.write(mixed)))
                .containsExactly(Given.range(5, 15), Given.range(100, 1), new IndexRange(1L << 60, 2, 7));
        assertThat(RangeText.read(RangeText.write(List.of()))).isEmpty();
    }

    private static IndexRange random(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Given.range(random.nextInt(1_000_000), 1 + random.nextInt(200_000));
            case 1 -> Given.range(random.nextInt(1_000_000), 1);
            default -> new IndexRange(random.nextInt(500_000), 1 + random.nextInt(5_000), 1 + random.nextInt(100));
        };
    }

    private static List<IndexRange> ranges(BitSet model) {
        List<IndexRange> ranges = new ArrayList<>();
        for (int first = model.nextSetBit(0); first >= 0; ) {
            int end = model.nextClearBit(first);
            ranges.add(Given.range(first, end - first));
            first = model.nextSetBit(end);
        }
        return ranges;
    }
}
