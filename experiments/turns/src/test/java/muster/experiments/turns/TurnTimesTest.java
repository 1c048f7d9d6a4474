package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.experiments.turns.TurnTimes.Turn;
import muster.model.OutcomeCounts;
import org.junit.jupiter.api.Test;

class TurnTimesTest {
    private static final long MS = 1_000_000;
    private static final TurnTimes TIMES = new TurnTimes(List.of("a", "b", "c"), 200 * MS);

    private static Restart restart(double p50Ms, double p99Ms) {
        ArmLatency slow = new ArmLatency(OutcomeCounts.NONE, 0, p50Ms * MS, p99Ms * MS, Double.NaN);
        return new Restart(List.of(), Map.of("a", ArmLatency.UNKNOWN, "b", slow));
    }

    @Test
    void in_a_block_each_arm_comes_twice_as_far_from_its_middle() {
        long block = TIMES.block(1_800_000_000_000_000_000L);
        List<Turn> turns = TIMES.turns(block);
        assertThat(turns).hasSize(6).extracting(Turn::block).containsOnly(block);
        for (int arm = 0; arm < 3; arm++) {
            int number = arm;
            List<Turn> own = turns.stream().filter(turn -> turn.arm() == number).toList();
            assertThat(own).hasSize(2);
            assertThat(own.get(0).fromNs() + own.get(1).toNs())
                    .isEqualTo(2 * block * TIMES.blockNs() + TIMES.blockNs() + 40 * MS);
        }
        assertThat(turns)
                .allSatisfy(turn -> assertThat(turn.toNs() - turn.fromNs()).isEqualTo(160 * MS));
        assertThat(turns.getFirst().fromNs()).isEqualTo(block * TIMES.blockNs() + 40 * MS);
    }

    @Test
    void turns_get_so_long_that_what_is_under_way_ends_within_the_guard_time_of_the_next() {
        assertThat(TIMES.after(restart(10, 61), 200 * MS).lengthNs()).isEqualTo(310 * MS);
        assertThat(TIMES.after(restart(1, 5), 200 * MS).lengthNs())
                .as("as short as asked")
                .isEqualTo(200 * MS);
        assertThat(TIMES.after(restart(100, Double.NaN), 200 * MS).lengthNs()).isEqualTo(500 * MS);
        assertThat(TIMES.after(restart(9_000, 9_000), 200 * MS).lengthNs())
                .as("two seconds")
                .isEqualTo(2_000 * MS);
    }

    @Test
    void a_restart_does_not_count_where_operations_take_a_large_part_of_a_turn() {
        assertThat(TIMES.tooShort(restart(51, 60))).isTrue();
        assertThat(TIMES.tooShort(restart(49, 400))).isFalse();
        assertThat(new TurnTimes(TIMES.arms(), 2_000 * MS).tooShort(restart(9_000, 9_000)))
                .as("no turn is longer")
                .isFalse();
    }
}
