package muster.coordinator.core.phase;

import static org.assertj.core.api.Assertions.assertThat;

import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.rule.EarlyEnd;
import org.junit.jupiter.api.Test;

class PhaseTimelineTest {
    private static final long S = 1_000_000_000;

    private static PhaseTimeline bound(long durationNs) {
        long drainNs = 3 * S;
        return new PhaseTimeline(new PhaseSpec(
                "measure",
                PhaseKind.MEASURE,
                "",
                0,
                durationNs == 0 ? 100 : 0,
                durationNs,
                null,
                4,
                PhaseSpec.Think.NONE,
                0,
                0,
                drainNs,
                1,
                EarlyEnd.NONE,
                null));
    }

    @Test
    void each_attempt_to_start_is_twice_as_far_ahead_so_that_a_slow_disk_is_overtaken() {
        PhaseTimeline timeline = bound(10 * S);
        timeline.schedule(S, 100 * S);
        assertThat(timeline.startNs()).isEqualTo(101 * S);
        timeline.schedule(S, 102 * S);
        assertThat(timeline.startNs()).isEqualTo(104 * S);
        assertThat(timeline.endNs()).isEqualTo(114 * S);
    }

    @Test
    void a_phase_that_is_not_begun_is_never_up() {
        PhaseTimeline timeline = bound(S);
        timeline.schedule(S, 0);
        assertThat(timeline.isUp(false, 100 * S)).isFalse();
        timeline.begin();
        assertThat(timeline.isUp(false, 2 * S - 1)).isFalse();
        assertThat(timeline.isUp(false, 2 * S)).isTrue();
    }

    @Test
    void late_arrivals_are_waited_for_as_long_as_the_drain_time() {
        PhaseTimeline timeline = bound(S);
        timeline.schedule(S, 0);
        timeline.begin();
        assertThat(timeline.isUp(true, 5 * S - 1)).isFalse();
        assertThat(timeline.isUp(true, 5 * S)).isTrue();
    }

    @Test
    void a_phase_that_a_count_bounds_ends_with_its_last_completion() {
        PhaseTimeline timeline = bound(0);
        timeline.schedule(S, 0);
        timeline.begin();
        assertThat(timeline.endNs()).isZero();
        assertThat(timeline.secondsLeft(5 * S)).isEqualTo(-1);
        timeline.close(7 * S, 9 * S);
        assertThat(timeline.seconds()).isEqualTo(6);
    }

    @Test
    void a_phase_that_is_stopped_before_it_begins_has_measured_nothing() {
        PhaseTimeline timeline = bound(S);
        timeline.stop(8 * S);
        assertThat(timeline.startNs()).isEqualTo(8 * S);
        assertThat(timeline.seconds()).isZero();
    }

    @Test
    void a_phase_that_is_stopped_ends_then_and_not_at_its_planned_end() {
        PhaseTimeline timeline = bound(10 * S);
        timeline.resume(2 * S, 12 * S);
        timeline.stop(5 * S);
        assertThat(timeline.endNs()).isEqualTo(5 * S);
    }
}
