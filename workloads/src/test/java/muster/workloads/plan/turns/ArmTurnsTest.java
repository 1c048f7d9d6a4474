package muster.workloads.plan.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.workloads.plan.profile.ProfileLine;
import muster.workloads.plan.turns.ArmTurns.Window;
import org.junit.jupiter.api.Test;

class ArmTurnsTest {
    private static final long MS = 1_000_000;
    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);

    private TurnSchedule drawn() {
        long turnNs = random.nextLong(50, 3_000) * MS + random.nextLong(MS);
        return new TurnSchedule(random.nextLong(), random.nextInt(2, 17), turnNs, random.nextLong(turnNs / 2), false);
    }

    @Test
    void at_any_time_exactly_one_arm_has_its_turn() {
        for (int round = 0; round < 200; round++) {
            TurnSchedule schedule = drawn();
            long atNs = random.nextLong(1_000 * schedule.blockNs());
            long having = IntStream.range(0, schedule.arms())
                    .filter(arm -> schedule.arm(arm).next(atNs).startNs() <= atNs)
                    .count();
            assertThat(having)
                    .as("seed " + seed + ", " + schedule + " at " + atNs)
                    .isEqualTo(1);
        }
    }

    @Test
    void each_block_has_one_turn_of_each_arm_and_orders_are_about_equally_frequent() {
        TurnSchedule schedule = new TurnSchedule(random.nextLong(), 3, 100 * MS, 20 * MS, false);
        int[] orders = new int[27];
        for (long block = 0; block < 6_000; block++) {
            int[] order = schedule.order(block);
            assertThat(order).containsExactlyInAnyOrder(0, 1, 2);
            orders[9 * order[0] + 3 * order[1] + order[2]]++;
        }
        // 1,000 of each of six, with a standard deviation of 29.
        assertThat(IntStream.of(orders).filter(count -> count > 0))
                .as("seed " + seed)
                .hasSize(6)
                .allSatisfy(count -> assertThat(count).isBetween(850, 1_150));
    }

    @Test
    void of_shared_turns_two_blocks_mirror_each_other_and_both_orders_come() {
        TurnSchedule shared = new TurnSchedule(random.nextLong(), 2, 100 * MS, 20 * MS, true);
        int[] first = new int[2];
        for (long pair = 4_500_000_000L; pair < 4_500_002_000L; pair++) {
            int[] order = shared.order(2 * pair);
            assertThat(shared.order(2 * pair + 1)).containsExactly(order[1], order[0]);
            first[order[0]]++;
        }
        // 1,000 of each, with a standard deviation of 22.
        assertThat(first[0]).as("seed " + seed).isBetween(890, 1_110);
    }

    @Test
    void shared_turns_are_counted_from_1970_wherever_a_phase_begins() {
        TurnSpec spec = new TurnSpec(100 * MS, 20 * MS, 5, List.of("a", "b", "c"), 1);
        long beginNs = spec.beginNs(1_800_000_000_123_456_789L);
        assertThat(beginNs).isBetween(1_800_000_000_123_456_789L, 1_800_000_000_423_456_789L);
        assertThat(beginNs % (300 * MS)).isZero();
        assertThat(spec.beginNs(beginNs)).isEqualTo(beginNs);
        assertThat(spec.ofRun().originNs(beginNs)).isZero();
        assertThat(new TurnSpec(100 * MS, 20 * MS, 5).schedule(1, 2).originNs(beginNs))
                .isEqualTo(beginNs);
        assertThat(spec.ofRun().schedule())
                .isEqualTo(new TurnSpec(100 * MS, 20 * MS, 5, List.of("x", "y", "z"), 0)
                        .ofRun()
                        .schedule());
    }

    @Test
    void windows_are_the_turns_without_their_first_part_cut_at_the_end() {
        for (int round = 0; round < 50; round++) {
            TurnSchedule schedule = drawn();
            long durationNs = random.nextLong(schedule.blockNs(), 20 * schedule.blockNs());
            for (int number = 0; number < schedule.arms(); number++) {
                ArmTurns arm = schedule.arm(number);
                List<Window> windows = arm.windows(0, durationNs);
                assertThat(arm.measuredNs(durationNs))
                        .as("seed " + seed)
                        .isEqualTo(windows.stream().mapToLong(Window::lengthNs).sum());
                windows.forEach(window -> {
                    assertThat(window.fromNs()).isEqualTo(window.startNs() + schedule.guardNs());
                    assertThat(window.toNs()).isEqualTo(Math.min(durationNs, window.startNs() + schedule.turnNs()));
                    assertThat(window.turn() / schedule.arms()).isEqualTo(window.block());
                });
            }
        }
    }

    @Test
    void time_on_of_all_arms_is_all_of_the_time() {
        for (int round = 0; round < 200; round++) {
            TurnSchedule schedule = drawn();
            long ns = random.nextLong(100 * schedule.blockNs());
            long on = IntStream.range(0, schedule.arms())
                    .mapToLong(arm -> schedule.arm(arm).onNs(ns))
                    .sum();
            assertThat(on).as("seed " + seed).isEqualTo(ns);
        }
    }

    @Test
    void between_two_edges_all_is_measured_or_nothing() {
        for (int round = 0; round < 200; round++) {
            TurnSchedule schedule = drawn();
            ArmTurns arm = schedule.arm(random.nextInt(schedule.arms()));
            long atNs = random.nextLong(100 * schedule.blockNs());
            long fromNs = arm.edgeNs(atNs);
            long toNs = arm.nextEdgeNs(atNs);
            assertThat(atNs).as("seed " + seed).isBetween(fromNs, toNs - 1);
            long measured = arm.measuredNs(toNs) - arm.measuredNs(fromNs);
            assertThat(measured).isIn(0L, toNs - fromNs);
        }
    }

    @Test
    void arrivals_of_a_rate_are_all_within_turns_and_as_many_as_the_rate_offers_in_them() {
        for (int round = 0; round < 20; round++) {
            TurnSchedule schedule = drawn();
            ArmTurns arm = schedule.arm(random.nextInt(schedule.arms()));
            long durationNs = 10 * schedule.blockNs();
            ProfileLine line = arm.line(997, 1_000 * MS, durationNs);
            List<Long> times = new ArrayList<>();
            LongStream.range(0, 100_000)
                    .map(line::timeNs)
                    .takeWhile(at -> at < durationNs)
                    .forEach(times::add);
            assertThat(times).as("seed " + seed).allMatch(at -> arm.next(at).startNs() <= at);
            assertThat((double) times.size())
                    .isCloseTo(997e-9 * arm.onNs(durationNs), org.assertj.core.data.Offset.offset(1.01));
        }
    }
}
