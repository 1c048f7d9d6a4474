package muster.worker.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much of what is queued one client claims. */
class LeaseQueueTest {
    private static final int CHUNK = 512;

    private final LeaseQueue queue = new LeaseQueue(1);
    private long lease;

    private void offer(long count) {
        queue.offer(new LeaseGrant(++lease, 0, count, 1, 0), 0);
    }

    /** Blocks that each of so many clients claims, one after another. */
    private List<Integer> claims(int clients) {
        return IntStream.range(0, clients).mapToObj(client -> claim(clients)).toList();
    }

    private int claim(int clients) {
        ClientSlot slot = new ClientSlot();
        return queue.claim(slot, CHUNK, clients) ? slot.left() : 0;
    }

    @Test
    void a_client_claims_no_more_than_its_part_of_what_is_left() {
        offer(4);
        offer(4);
        assertThat(claims(8)).containsOnly(1);
        assertThat(claim(8)).isZero();
    }

    @Test
    void a_client_claims_its_part_of_all_leases_together_and_not_of_the_first_alone() {
        IntStream.range(0, 100).forEach(i -> offer(100));
        assertThat(claims(4)).containsOnly(100);
    }

    @Test
    void a_client_claims_a_whole_chunk_where_there_is_enough_for_all() {
        offer(8 * CHUNK + 7 * CHUNK);
        assertThat(claims(8)).containsOnly(CHUNK);
    }

    @Test
    void what_was_given_back_counts_as_left_and_what_was_taken_back_does_not_for_ever() {
        offer(1_000);
        queue.close();
        queue.giveBack(new UnstartedRange(new LeaseGrant(7, 0, 900, 1, 0), 890, 900, 0), 0);
        assertThat(claim(5)).isEqualTo(2);
    }
}
