package muster.coordinator.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.lease.LeaseBook.LeaseNumbers;
import muster.coordinator.core.membership.Outbox;
import muster.model.PhaseAt;
import org.junit.jupiter.api.Test;

class ReservedMarkTest {
    private static final long MS = 1_000_000;
    private static final int CLIENTS = 8;
    /** Two operations a client, which are granted before the start. */
    private static final long FIRST_LEASES = 2 * CLIENTS;

    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private final Outbox outbox = new Outbox(1);

    private ReservedMark mark(int block) {
        return mark(block, 0);
    }

    private ReservedMark mark(int block, int leaseSize) {
        ReservedMark mark = new ReservedMark(
                AT, new LeaseBook(0, Long.MAX_VALUE, block, new LeaseNumbers(0)), CLIENTS, leaseSize, outbox);
        mark.open();
        answer(mark);
        mark.started(FIRST_LEASES, 0);
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

    /** Grants so many a second, in leases of an eighth of that. Returns the frontier. */
    private long grants(ReservedMark mark, long frontier, long perS, long fromMs, long untilMs) {
        long at = frontier;
        for (long ms = fromMs; ms < untilMs; ms += 25) {
            at += ms % 125 == 0 ? perS / 8 : 0;
            assertThat(at).as("granted at %d ms", ms).isLessThanOrEqualTo(mark.ceiling());
            mark.follow(at, ms * MS);
            answer(mark);
        }
        return at;
    }

    @Test
    void a_slow_phase_has_no_more_in_doubt_than_half_a_second_of_it() {
        ReservedMark mark = mark(1);
        long frontier = grants(mark, FIRST_LEASES, 160, 0, 5_000);
        assertThat(mark.ceiling() - frontier).isBetween(20L, 80L);
    }

    @Test
    void in_its_first_moments_a_phase_has_no_more_in_doubt_than_a_few_operations_of_each_client() {
        ReservedMark mark = mark(1);
        assertThat(mark.ceiling()).isEqualTo(16 * CLIENTS);
        for (long ms = 0; ms <= 250; ms += 5) {
            long frontier = FIRST_LEASES + ms * 160 / 1_000;
            mark.follow(frontier, ms * MS);
            answer(mark);
            assertThat(mark.ceiling() - frontier).as("after %d ms", ms).isLessThanOrEqualTo(16 * CLIENTS);
        }
        assertThat(mark.ceiling()).as("set back").isLessThan(FIRST_LEASES + 40 + 80);
    }

    /**
     * Workers execute so many a second, and hold four times as many indexes with each lease, up to half a second of work; the
     * disk takes 5 ms. Returns for how many milliseconds they had nothing to do.
     */
    private long waitedMs(ReservedMark mark, long perS, long untilMs) {
        long waited = 0;
        long executed = 0;
        long frontier = FIRST_LEASES;
        long held = FIRST_LEASES;
        long answeredAtMs = -1;
        for (long ms = 0; ms < untilMs; ms++) {
            if (ms == answeredAtMs) {
                answer(mark);
            }
            frontier = Math.max(frontier, Math.min(mark.ceiling(), executed + held));
            mark.follow(frontier, ms * MS);
            answeredAtMs = answeredAtMs <= ms ? ms + 5 : answeredAtMs;
            waited += mark.ceiling() - executed < perS / 1_000 ? 1 : 0;
            executed = Math.min(frontier, executed + perS / 1_000);
            held = Math.min(perS / 2, 4 * held);
        }
        return waited;
    }

    @Test
    void a_fast_phase_never_waits_for_a_disk_that_answers() {
        assertThat(waitedMs(mark(1), 20_000, 2_000)).isZero();
    }

    @Test
    void the_fastest_wait_for_the_disk_in_their_first_moments_only() {
        assertThat(waitedMs(mark(1), 3_000_000, 5_000)).isLessThan(20);
    }

    @Test
    void what_is_granted_in_bursts_after_a_rest_waits_for_no_more_than_half_of_a_burst() {
        ReservedMark mark = mark(1);
        long frontier = FIRST_LEASES;
        for (long ms = 5; ms < 20_000; ms += 5) {
            frontier += ms < 1_000 ? 20 : 0;
            mark.follow(frontier, ms * MS);
            answer(mark);
        }
        for (long ms = 20_000; ms < 22_000; ms += 250) {
            assertThat(mark.ceiling() - frontier).as("at %d ms", ms).isGreaterThanOrEqualTo(500);
            frontier += 500;
            mark.follow(frontier, ms * MS);
            answer(mark);
            assertThat(mark.ceiling() - frontier).as("answered at %d ms", ms).isGreaterThanOrEqualTo(500);
            frontier += 500;
            mark.follow(frontier, ms * MS);
            answer(mark);
        }
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
    void leases_of_a_set_size_are_not_cut_before_their_rate_is_known() {
        ReservedMark mark = mark(1, 100);
        long frontier = 2 * 100 * CLIENTS;
        assertThat(mark.ceiling()).isEqualTo(frontier);
        for (long ms = 0; ms < 1_000; ms += 50) {
            mark.follow(frontier, ms * MS);
            answer(mark);
            assertThat(mark.ceiling() - frontier).as("after %d ms", ms).isGreaterThanOrEqualTo(100);
        }
    }

    @Test
    void a_mark_lies_between_two_blocks() {
        ReservedMark mark = mark(1_000);
        assertThat(mark.ceiling()).isEqualTo(16 * CLIENTS * 1_000);
        grants(mark, FIRST_LEASES, 4_000, 0, 3_000);
        assertThat(mark.ceiling() % 1_000).isZero();
        mark.resume(16_384, 0);
        assertThat(mark.ceiling()).isEqualTo(17_000);
    }
}
