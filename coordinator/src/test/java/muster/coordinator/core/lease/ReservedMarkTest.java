package muster.coordinator.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.membership.Outbox;
import muster.store.file.row.PhaseAt;
import org.junit.jupiter.api.Test;

class ReservedMarkTest {
    private static final long MS = 1_000_000;
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private final Outbox outbox = new Outbox(1);

    private ReservedMark mark(int block) {
        ReservedMark mark = new ReservedMark(AT, block, Long.MAX_VALUE, outbox);
        mark.open();
        answer(mark);
        mark.started(0, 0);
        return mark;
    }

    /** The store answers; returns the mark that it has, -1 if it was given none. */
    private long answer(ReservedMark mark) {
        List<Action> asked = outbox.take();
        if (asked.isEmpty()) {
            return -1;
        }
        assertThat(asked).as("one after another").hasSize(1);
        long given = ((Action.Reserve) asked.getFirst()).mark();
        mark.reserved(given);
        return given;
    }

    /** Grants so many a second, in leases of a quarter of that. Returns the frontier. */
    private long grants(ReservedMark mark, long frontier, long perS, long fromMs, long untilMs) {
        long at = frontier;
        for (long ms = fromMs; ms < untilMs; ms += 50) {
            at += ms % 250 == 0 ? perS / 4 : 0;
            assertThat(at).as("granted at %d ms", ms).isLessThanOrEqualTo(mark.ceiling());
            mark.follow(at, ms * MS);
            answer(mark);
        }
        return at;
    }

    @Test
    void a_slow_phase_has_no_more_in_doubt_than_a_second_of_it() {
        ReservedMark mark = mark(1);
        long frontier = grants(mark, 0, 160, 0, 5_000);
        assertThat(mark.ceiling() - frontier).isBetween(40L, 160L);
    }

    @Test
    void a_fast_phase_never_waits_for_a_disk_that_answers() {
        ReservedMark mark = mark(1);
        long frontier = grants(mark, 0, 60_000, 0, 5_000);
        assertThat(mark.ceiling() - frontier).isBetween(15_000L, 60_000L);
    }

    @Test
    void what_is_granted_in_bursts_after_a_rest_does_not_wait() {
        ReservedMark mark = mark(1);
        long before = grants(mark, 0, 4_000, 0, 3_000);
        before = grants(mark, before, 0, 3_000, 20_000);
        grants(mark, before, 4_000, 20_000, 22_000);
    }

    @Test
    void a_mark_that_is_set_back_ends_grants_at_once_and_one_that_is_set_ahead_when_it_is_durable() {
        ReservedMark mark = mark(1);
        long frontier = 0;
        for (long ms = 0; outbox.take().isEmpty(); ms += 250) {
            frontier += 40;
            mark.follow(frontier, ms * MS);
        }
        long back = mark.ceiling();
        assertThat(back).as("not answered yet").isBetween(frontier + 1, frontier + 160);
        mark.follow(back, 10_000 * MS);
        assertThat(outbox.take()).as("one is on its way").isEmpty();
        mark.reserved(back);
        mark.follow(back, 10_050 * MS);
        assertThat(outbox.take()).hasSize(1);
        assertThat(mark.ceiling()).isEqualTo(back);
    }

    @Test
    void a_mark_lies_between_two_blocks() {
        ReservedMark mark = mark(1_000);
        assertThat(mark.ceiling()).isEqualTo(17_000);
        grants(mark, 0, 4_000, 0, 3_000);
        assertThat(mark.ceiling() % 1_000).isZero();
        mark.resume(16_384, 0);
        assertThat(mark.ceiling()).isEqualTo(17_000);
    }
}
