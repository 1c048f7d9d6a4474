package muster.experiments.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import muster.cli.terminal.Failure;

/** Gives arms their turns: opens one, lets a guard time pass, measures, closes it, and waits until it is quiet. */
final class TurnTaking {
    /** So long before the end of a turn no snapshot begins: its commit belongs to the turn. */
    private static final Duration LAST_REPORT = Duration.ofMillis(40);

    /** Rows of a turn, one after the other: with several, benchmarks/turns sees what a turn costs at its beginning. */
    static final int WINDOWS = Integer.getInteger("muster.windows", 1);

    private static final long POLL_NS = 500_000;
    /** A client may have looked at the gate just before it closed and take its block just after. */
    private static final int QUIET_POLLS = 4;

    private final List<Arm> arms;
    private final TurnSchedule schedule;
    private final TurnLength length;
    private final Duration patience;
    private final Consumer<TurnRow> told;
    /** The wall clock is read once: whoever sets it moves no turn. */
    private final long offsetNs;

    private int number;
    private int block;

    /**
     * Prepared for these arms.
     *
     * @param patience how long operations in flight may take at the end of a turn
     * @param told hears of each turn when the arm is quiet
     */
    TurnTaking(List<Arm> arms, TurnSchedule schedule, TurnLength length, Duration patience, Consumer<TurnRow> told) {
        this.arms = arms;
        this.schedule = schedule;
        this.length = length;
        this.patience = patience;
        this.told = told;
        Instant now = Instant.now();
        this.offsetNs = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
    }

    /** Whole blocks, so many or fewer. To be called when all arms are stopped. */
    void run(int blocks, BooleanSupplier goesOn) {
        for (int i = 0; i < blocks && goesOn.getAsBoolean(); i++) {
            block++;
            for (int arm : schedule.next()) {
                turn(arms.get(arm)).forEach(told);
            }
        }
    }

    private List<TurnRow> turn(Arm arm) {
        arm.gate().open();
        sleepUntil(System.nanoTime() + length.guardNs());
        arm.gate().report(true);
        List<TurnRow> rows = new ArrayList<>();
        Reading before = Reading.of(arm);
        for (int window = 1; window <= WINDOWS; window++) {
            long untilNs = before.atNs() + length.turnNs();
            if (window == WINDOWS) {
                sleepUntil(untilNs - LAST_REPORT.toNanos());
                arm.gate().report(false);
            }
            sleepUntil(untilNs);
            Reading after = Reading.of(arm);
            rows.add(row(arm, before, after));
            before = after;
        }
        length.handedOver(stop(arm, patience));
        return rows;
    }

    private TurnRow row(Arm arm, Reading before, Reading after) {
        ProcessorTime.Used used = after.used().since(before.used());
        return new TurnRow(
                ++number,
                block,
                arm.name(),
                arm.keyRange(),
                offsetNs + before.atNs(),
                after.atNs() - before.atNs(),
                after.completed() - before.completed(),
                used.ns(),
                used.compilerNs());
    }

    private record Reading(long atNs, long completed, ProcessorTime.Used used) {
        static Reading of(Arm arm) {
            ProcessorTime.Used used = arm.used().get();
            return new Reading(System.nanoTime(), arm.gate().completed(), used);
        }
    }

    /** Ends the arm's turn: returns when it is quiet, and its clock stands still. Returns how long that took, in nanoseconds. */
    static long stop(Arm arm, Duration patience) {
        arm.gate().close();
        long fromNs = System.nanoTime();
        long untilNs = fromNs + patience.toNanos();
        for (int quiet = 0; quiet < QUIET_POLLS; quiet = arm.gate().quiet() ? quiet + 1 : 0) {
            if (System.nanoTime() > untilNs) {
                throw Failure.fault(
                        "an operation of the arm " + arm.name() + " takes longer than " + patience.toSeconds()
                                + " s: such operations cannot be cut into turns; compare runs with several trials instead");
            }
            LockSupport.parkNanos(POLL_NS);
        }
        arm.gate().rest();
        return System.nanoTime() - fromNs;
    }

    private static void sleepUntil(long untilNs) {
        for (long leftNs = untilNs - System.nanoTime(); leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
