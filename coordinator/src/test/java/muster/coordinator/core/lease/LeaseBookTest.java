package muster.coordinator.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import muster.coordinator.core.lease.LeaseBook.LeaseNumbers;
import muster.model.IndexRange;
import muster.model.StreamIndex;
import org.junit.jupiter.api.Test;

class LeaseBookTest {
    private static final long ALL = Long.MAX_VALUE;

    @Test
    void grants_whole_blocks_and_a_shorter_last_one() {
        LeaseBook book = new LeaseBook(0, 250, 100, new LeaseNumbers(0));
        assertThat(grant(book, 1)).satisfies(grant -> assertThat(grant.count).isEqualTo(100));
        assertThat(grant(book, 101)).satisfies(grant -> assertThat(grant.count).isEqualTo(150));
        assertThat(book.grant(7, 1, ALL, 0)).isNull();
    }

    private static Grant grant(LeaseBook book, long size) {
        return book.grant(7, size, ALL, 0);
    }

    @Test
    void grants_what_was_lost_before_what_is_new_and_counts_it_as_executed_again() {
        LeaseBook book = new LeaseBook(0, 100, 1, new LeaseNumbers(0));
        Grant first = grant(book, 10);
        assertThat(book.cover(first, List.of(new IndexRange(0, 4, 1)))).isTrue();
        book.fence(7);
        Grant again = book.grant(8, 10, ALL, 0);
        assertThat(again.first).isEqualTo(4);
        assertThat(again.count).isEqualTo(6);
        assertThat(book.executedAgain()).isEqualTo(6);
    }

    @Test
    void leases_of_a_returning_session_are_kept_and_lost_indexes_are_granted_again() {
        LeaseBook book = new LeaseBook(0, 100, 1, new LeaseNumbers(1_000));
        book.resume(List.of(new IndexRange(0, 10, 1)), List.of(), 1_000);
        assertThat(grant(book, 10)).as("all else is in doubt").isNull();
        Grant held = new Grant(3, 7, 5, 20, 1, 1, 0);
        book.adopt(held, List.of(new IndexRange(18, 2, 1)));
        assertThat(held.openIndexes()).containsExactly(new IndexRange(10, 13, 1));
        Grant claimed = new Grant(4, 8, 20, 10, 1, 1, 0);
        book.adopt(claimed, List.of());
        assertThat(claimed.openIndexes())
                .as("three of it are the first one's")
                .containsExactly(new IndexRange(23, 7, 1));
        assertThat(book.settle(true)).as("what is lost by this").containsExactly(new IndexRange(30, 70, 1));
        assertThat(grant(book, 100)).satisfies(grant -> {
            assertThat(grant.first).isEqualTo(30);
            assertThat(grant.count).isEqualTo(70);
            assertThat(grant.lease).isGreaterThan(1_000);
        });
        assertThat(book.executedAgain()).isEqualTo(70);
    }

    @Test
    void what_was_lost_before_a_restart_and_granted_again_counts_after_it() {
        LeaseBook book = new LeaseBook(0, 100, 1, new LeaseNumbers(0));
        List<IndexRange> lost = List.of(new IndexRange(5, 10, 1), new IndexRange(5, 2, 1), new IndexRange(40, 5, 1));
        book.resume(List.of(new IndexRange(0, 10, 1)), lost, 1_000);
        book.adopt(new Grant(3, 7, 10, 5, 1, 1, 0), List.of());
        assertThat(book.settle(false)).as("all are back").isEmpty();
        assertThat(book.executedAgain()).as("5 to 14, and 5 and 6 once more").isEqualTo(12);
        assertThat(grant(book, 100)).satisfies(grant -> {
            assertThat(grant.first).as("lost, and not granted since").isEqualTo(40);
            assertThat(grant.count).isEqualTo(5);
        });
        assertThat(book.executedAgain()).isEqualTo(17);
        assertThat(grant(book, 5).first).as("never started").isEqualTo(15);
        assertThat(book.executedAgain()).isEqualTo(17);
    }

    /** Seed 910066032 of the simulator: a phase of 67 operations had a 68th, and never ended. */
    @Test
    void nothing_beyond_the_end_is_granted_after_a_restart_though_part_of_the_last_block_came_back() {
        LeaseBook book = new LeaseBook(0, 67, 4, new LeaseNumbers(0));
        book.resume(List.of(new IndexRange(0, 65, 1)), List.of(), 1_000);
        assertThat(book.settle(false)).isEmpty();
        Grant last = grant(book, 4);
        assertThat(last.openIndexes()).containsExactly(new IndexRange(65, 2, 1));
        assertThat(grant(book, 4)).isNull();
        assertThat(book.cover(last, List.of(new IndexRange(0, 2, 1)))).isTrue();
        assertThat(book.complete()).isTrue();
    }

    @Test
    void a_ceiling_within_a_block_splits_it_between_no_leases() {
        LeaseBook book = new LeaseBook(0, 17_500, 1_000, new LeaseNumbers(0));
        assertThat(book.grant(7, 16_000, 16_384, 0).count).isEqualTo(16_000);
        assertThat(book.grant(7, 1_000, 16_384, 0))
                .as("its first 384 are durable")
                .isNull();
        assertThat(book.grant(7, 1_000, 32_768, 0).openIndexes()).containsExactly(new IndexRange(16_000, 1_000, 1));
        assertThat(book.grant(7, 1_000, 32_768, 0).openIndexes()).containsExactly(new IndexRange(17_000, 500, 1));
    }

    @Test
    void what_comes_back_unstarted_though_a_lost_session_may_have_started_it_is_lost_again() {
        LeaseBook book = new LeaseBook(0, 100, 1, new LeaseNumbers(0));
        Grant first = grant(book, 10);
        assertThat(book.cover(first, List.of(new IndexRange(0, 4, 1)))).isTrue();
        book.fence(7);
        Grant again = book.grant(8, 6, ALL, 0);
        assertThat(book.giveBack(again, List.of(new IndexRange(2, 4, 1)))).isTrue();
        assertThat(book.executedAgain()).as("4 and 5").isEqualTo(2);
        assertThat(book.started()).as("6 to 9 may have been started").isEqualTo(10);
        assertThat(book.unreported()).contains(new IndexRange(6, 4, 1));
    }

    @Test
    void refuses_to_cover_a_position_twice_or_one_that_another_session_holds() {
        LeaseBook book = new LeaseBook(0, 100, 1, new LeaseNumbers(0));
        Grant lease = grant(book, 10);
        assertThat(book.cover(lease, List.of(new IndexRange(2, 3, 1)))).isTrue();
        assertThat(book.cover(lease, List.of(new IndexRange(4, 2, 1)))).isFalse();
        assertThat(book.covered()).isEqualTo(3);
        assertThat(book.find(8, lease.lease)).isNull();
    }

    @Test
    void cuts_a_window_into_interleaved_leases_that_hold_each_index_once() {
        for (int block : new int[] {1, 3}) {
            for (int window = 1; window < 40; window++) {
                holdsEachOnce(block, window);
            }
        }
    }

    private static void holdsEachOnce(int block, int window) {
        LeaseBook book = new LeaseBook(0, ALL, block, new LeaseNumbers(0));
        List<Grant> grants = book.grantWindow(List.of(1L, 2L, 3L, 4L), window, 0);
        BitSet seen = new BitSet();
        for (Grant grant : grants) {
            for (IndexRange range : grant.openIndexes()) {
                for (long i = range.first(); i < range.first() + range.count(); i++) {
                    assertThat(seen.get((int) i))
                            .as("block " + block + " window " + window + " index " + i)
                            .isFalse();
                    seen.set((int) i);
                }
            }
        }
        assertThat(seen.cardinality())
                .as("block " + block + " window " + window)
                .isEqualTo(window);
        assertThat(seen.length()).isEqualTo(window);
        assertThat(book.frontier()).isEqualTo(window);
    }

    @Test
    void loses_and_doubles_no_index_under_random_grants_reports_returns_and_deaths() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            runOut(random, "seed " + seed + " round " + round);
        }
    }

    private static void runOut(Random random, String about) {
        int limit = 1 + random.nextInt(400);
        long first = StreamIndex.first(random.nextInt(3));
        LeaseBook book = new LeaseBook(first, limit, 1 + random.nextInt(4), new LeaseNumbers(0));
        List<Grant> open = new ArrayList<>();
        while (!book.complete()) {
            switch (random.nextInt(10)) {
                case 0 -> die(book, open, random.nextInt(3));
                case 1, 2, 3 -> addIfAny(open, book.grant(random.nextInt(3), 1 + random.nextInt(30), ALL, 0));
                default -> settleSome(book, open, random);
            }
            assertThat(book.covered()).as(about).isLessThanOrEqualTo(limit);
        }
        assertThat(book.missing(limit, true)).as(about).isEmpty();
        assertThat(book.coveredRanges()).as(about).containsExactly(new IndexRange(first, limit, 1));
    }

    private static void die(LeaseBook book, List<Grant> open, int session) {
        book.fence(session);
        open.removeIf(grant -> grant.session == session);
    }

    private static void addIfAny(List<Grant> open, Grant grant) {
        if (grant != null) {
            open.add(grant);
        }
    }

    private static void settleSome(LeaseBook book, List<Grant> open, Random random) {
        if (open.isEmpty()) {
            return;
        }
        Grant grant = open.remove(random.nextInt(open.size()));
        long done = random.nextLong(grant.count + 1);
        if (done > 0) {
            assertThat(book.cover(grant, List.of(new IndexRange(0, done, 1)))).isTrue();
        }
        if (done < grant.count) {
            assertThat(book.giveBack(grant, List.of(new IndexRange(done, grant.count - done, 1))))
                    .isTrue();
        }
    }
}
