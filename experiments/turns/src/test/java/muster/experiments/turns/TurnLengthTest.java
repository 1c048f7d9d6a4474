package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnLengthTest {
    private static final long MS = 1_000_000;

    private static TurnLength after(long... handOversMs) {
        TurnLength length = new TurnLength();
        for (long ms : handOversMs) {
            length.handedOver(ms * MS);
        }
        length.settle();
        return length;
    }

    @Test
    void turns_of_fast_operations_are_as_short_as_they_can_be() {
        assertThat(after(1, 2, 1, 2).turnNs()).isEqualTo(100 * MS);
        assertThat(after(1, 2, 1, 2).guardNs()).isEqualTo(20 * MS);
        assertThat(new TurnLength().turnNs()).isEqualTo(100 * MS);
    }

    @Test
    void the_hand_over_is_a_fifth_of_a_turn_and_what_began_at_once_ends_in_the_guard_time() {
        assertThat(after(30, 30, 30).turnNs()).isEqualTo(150 * MS);
        assertThat(after(30, 30, 30).guardNs()).isEqualTo(30 * MS);
        assertThat(after(9_000).turnNs()).isEqualTo(2_000 * MS);
    }

    @Test
    void one_stall_in_twenty_hand_overs_makes_no_turn_longer() {
        long[] handOvers = Stream.concat(Collections.nCopies(19, 5L).stream(), Stream.of(4_000L))
                .mapToLong(Long::longValue)
                .toArray();
        assertThat(after(handOvers).turnNs()).isEqualTo(100 * MS);
    }

    @Test
    void each_arm_comes_twice_in_a_block_with_the_same_middle_and_all_orders_come() {
        TurnSchedule schedule = new TurnSchedule(5, 3);
        List<List<Integer>> blocks = Stream.generate(schedule::next).limit(200).toList();
        assertThat(blocks).allSatisfy(block -> {
            assertThat(block).hasSize(6).isEqualTo(block.reversed());
            assertThat(block.subList(0, 3)).containsExactlyInAnyOrder(0, 1, 2);
        });
        assertThat(blocks.stream().distinct().collect(Collectors.toSet())).hasSize(6);
    }
}
