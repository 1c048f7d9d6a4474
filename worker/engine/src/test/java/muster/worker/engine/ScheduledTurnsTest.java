package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import muster.model.IntervalFigures.Window;
import muster.workloads.plan.turns.ArmTurns;
import muster.workloads.plan.turns.TurnSchedule;
import org.junit.jupiter.api.Test;

/** Engines whose turns their plan says. */
class ScheduledTurnsTest {
    private static final long MS = 1_000_000;
    private static final Duration DURATION = Duration.ofSeconds(3);
    private final TurnSchedule schedule = new TurnSchedule(7, 2, 200 * MS, 50 * MS, false);
    private final Queue<Long> startedNs = new ConcurrentLinkedQueue<>();
    private final long startNs = Specs.nowNs() + 300 * MS;

    private FakeTarget target() {
        return FakeTarget.of((transaction, probe) -> {
            startedNs.add(Specs.nowNs() - startNs);
            LockSupport.parkNanos(2 * MS);
        });
    }

    private Book executed(Specs specs, ArmTurns arm) throws Exception {
        Book book = new Book(specs.turns(arm, DURATION).build(target()), 100, 1 << 20);
        Engine engine = book.open();
        engine.start(startNs, startNs + DURATION.toNanos());
        while (Specs.nowNs() < startNs + DURATION.toNanos()) {
            LockSupport.parkNanos(10 * MS);
        }
        book.finish();
        assertThat(book.failure()).isNull();
        assertThat(book.intervals().stream()
                        .mapToLong(interval -> interval.figures().operations("ok"))
                        .sum())
                .isEqualTo(startedNs.size())
                .isEqualTo(book.covered().cardinality());
        return book;
    }

    /** A client reads the clock before it starts: what the machine takes in between is not the schedule's. */
    private void assertWithinTurns(ArmTurns arm, long lateNs) {
        List<Long> outside = startedNs.stream()
                .filter(at -> arm.next(at).startNs() > at)
                .filter(at -> arm.next(at - lateNs).startNs() > at - lateNs)
                .toList();
        assertThat(outside).hasSizeLessThanOrEqualTo(startedNs.size() / 50);
        assertThat(startedNs.stream().map(at -> arm.next(at).block()).distinct())
                .as("blocks")
                .hasSize(arm.windows(0, DURATION.toNanos()).size());
    }

    private static void assertCut(Book book, ArmTurns arm, long startNs) {
        assertThat(book.intervals()).allSatisfy(interval -> {
            Window window = interval.figures().window();
            long fromNs = window.startNs() - startNs;
            if (fromNs < DURATION.toNanos()) {
                assertThat(window.endNs() - startNs).isLessThanOrEqualTo(arm.nextEdgeNs(fromNs));
            }
        });
    }

    @Test
    void closed_clients_start_operations_in_their_turns_only() throws Exception {
        ArmTurns arm = schedule.arm(1);
        Book book = executed(Specs.of(4), arm);
        assertWithinTurns(arm, 10 * MS);
        assertCut(book, arm, startNs);
    }

    /** Nothing that waits for its turn shows as a response time. */
    @Test
    void the_intended_start_of_the_first_operation_of_a_turn_is_the_start_of_the_turn() throws Exception {
        Book book = executed(Specs.of(2), schedule.arm(0));
        assertThat(book.maxNs("response")).isLessThan(150 * MS);
    }

    /** Its clients may start later than the phase did, and the turns are those of the phase. */
    @Test
    void clients_of_a_worker_that_came_later_keep_the_turns_of_the_phase() throws Exception {
        ArmTurns arm = schedule.arm(1);
        Book book = new Book(Specs.of(2).turns(arm, DURATION).build(target()), 100, 1 << 20);
        Engine engine = book.open();
        // Not a multiple of a turn.
        long lateNs = startNs + 730 * MS;
        engine.start(lateNs, startNs + DURATION.toNanos(), startNs);
        while (Specs.nowNs() < startNs + DURATION.toNanos()) {
            LockSupport.parkNanos(10 * MS);
        }
        book.finish();
        assertThat(startedNs).isNotEmpty();
        long outside = startedNs.stream()
                .filter(at ->
                        arm.next(at).startNs() > at && arm.next(at - 10 * MS).startNs() > at - 10 * MS)
                .count();
        assertThat(outside).isLessThanOrEqualTo(startedNs.size() / 50);
    }

    /** What runs that share turns do meanwhile is theirs: nothing is handed over then. */
    @Test
    void runs_that_share_turns_hand_over_in_their_own_only() throws Exception {
        ArmTurns arm = new TurnSchedule(7, 2, 200 * MS, 50 * MS, true).arm(1);
        Queue<Long> handedOverNs = new ConcurrentLinkedQueue<>();
        Book book = new Book(Specs.of(2).turns(arm, DURATION).build(target()), 100, 1 << 20) {
            @Override
            public synchronized void accept(muster.worker.engine.record.Interval interval) {
                handedOverNs.add(Specs.nowNs());
                super.accept(interval);
            }
        };
        Engine engine = book.open();
        engine.start(startNs, startNs + DURATION.toNanos());
        while (Specs.nowNs() < startNs + DURATION.toNanos()) {
            LockSupport.parkNanos(10 * MS);
        }
        List<Long> during = List.copyOf(handedOverNs);
        book.finish();
        assertThat(startedNs.stream()
                        .map(at -> startNs + at)
                        .filter(at -> arm.next(at).startNs() > at
                                && arm.next(at - 10 * MS).startNs() > at - 10 * MS))
                .hasSizeLessThanOrEqualTo(startedNs.size() / 50);
        assertThat(during).isNotEmpty();
        long elsewhere = during.stream()
                .filter(at -> !arm.mayReport(at) && !arm.mayReport(at - 20 * MS))
                .count();
        assertThat(elsewhere).isLessThanOrEqualTo(during.size() / 10);
    }

    @Test
    void arrivals_come_in_the_turns_of_their_load_only() throws Exception {
        ArmTurns arm = schedule.arm(1);
        Book book = executed(Specs.of(8).rate(300, Duration.ofSeconds(1), false), arm);
        assertWithinTurns(arm, 10 * MS);
        assertCut(book, arm, startNs);
        // 300 a second while it has its turns.
        long expected = Math.round(0.3e-6 * arm.onNs(DURATION.toNanos()));
        assertThat((long) startedNs.size()).isBetween(expected - 1, expected + 1);
    }

    @Test
    void random_arrivals_come_in_the_turns_of_their_load_only() throws Exception {
        ArmTurns arm = schedule.arm(0);
        Book book = executed(Specs.of(8).rate(300, Duration.ofSeconds(1), true), arm);
        assertWithinTurns(arm, 10 * MS);
        assertCut(book, arm, startNs);
    }

    @Test
    void what_a_slow_target_makes_late_waits_for_the_next_turn() throws Exception {
        ArmTurns arm = schedule.arm(0);
        // One client at 2 ms an operation falls behind.
        executed(Specs.of(1).rate(1_000, Duration.ofSeconds(1), false), arm);
        List<Long> before =
                startedNs.stream().filter(at -> at < DURATION.toNanos()).toList();
        long outside = before.stream()
                .filter(at ->
                        arm.next(at).startNs() > at && arm.next(at - 10 * MS).startNs() > at - 10 * MS)
                .count();
        assertThat(outside).isLessThanOrEqualTo(before.size() / 50);
    }
}
