package muster.workloads.plan.turns;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.profile.ProfileLine;

/** The turns of one arm. Times are nanoseconds after {@link #originNs}, of turns that no end of the phase cuts. */
public record ArmTurns(TurnSchedule schedule, int arm) {
    private static final BigInteger UNITS = BigInteger.valueOf(1_000_000_000L * 1_000_000_000L);

    /**
     * One turn, cut at the end of its phase.
     *
     * @param turn its number among those of all arms, from 0
     * @param fromNs from when it is measured
     * @param toNs when it ends
     */
    public record Window(long turn, long block, long startNs, long fromNs, long toNs) {
        public long lengthNs() {
            return toNs - fromNs;
        }
    }

    /** As {@link TurnSchedule#originNs}. */
    public long originNs(long phaseStartNs) {
        return schedule.originNs(phaseStartNs);
    }

    /**
     * Whether intervals end at the edges of measured windows, so that throughput is of these. A run that shares turns has as many intervals
     * as one alone: its own figures are of its turns as a whole, and windows are for whoever compares it.
     */
    public boolean endsIntervals() {
        return !schedule.shared();
    }

    /** Whether what was recorded may be handed over at this time: what that costs is in the measured part of a turn of its own. */
    public boolean mayReport(long atNs) {
        Window next = next(atNs);
        return !schedule.shared() || (atNs >= next.fromNs() && atNs < next.toNs() - schedule.guardNs());
    }

    /** The turn that holds this time, or else the next one. */
    public Window next(long atNs) {
        long block = Math.max(0, atNs) / schedule.blockNs();
        Window here = window(block);
        return atNs < here.toNs() ? here : window(block + 1);
    }

    private Window window(long block) {
        long turn = schedule.turn(arm, block);
        long startNs = turn * schedule.turnNs();
        return new Window(turn, block, startNs, startNs + schedule.guardNs(), startNs + schedule.turnNs());
    }

    /** The last time at or before this one at which the measured part of a turn begins or ends; 0 before the first. */
    public long edgeNs(long atNs) {
        if (atNs < 0) {
            return Long.MIN_VALUE;
        }
        Window next = next(atNs);
        if (atNs >= next.fromNs()) {
            return next.fromNs();
        }
        return next.block() == 0 ? 0 : window(next.block() - 1).toNs();
    }

    /** The first time after this one at which the measured part of a turn begins or ends. */
    public long nextEdgeNs(long atNs) {
        Window next = next(atNs);
        return atNs < next.fromNs() ? next.fromNs() : next.toNs();
    }

    /** All turns from the one that holds a time on whose measured part begins before another time, and is cut by that. */
    public List<Window> windows(long sinceNs, long untilNs) {
        List<Window> windows = new ArrayList<>();
        for (Window next = next(sinceNs); next.fromNs() < untilNs; next = next(next.toNs())) {
            windows.add(new Window(
                    next.turn(), next.block(), next.startNs(), next.fromNs(), Math.min(next.toNs(), untilNs)));
        }
        return windows;
    }

    /** How much of so long a time its own figures are of. */
    public long measuredNs(long ns) {
        return within(ns, endsIntervals() ? schedule.guardNs() : 0);
    }

    /** How much of so long a time it may start operations. */
    public long onNs(long ns) {
        return within(ns, 0);
    }

    /** Each block has one turn of it, without its first part. */
    private long within(long ns, long firstNs) {
        if (ns <= 0) {
            return 0;
        }
        long block = ns / schedule.blockNs();
        long lengthNs = schedule.turnNs() - firstNs;
        long sinceNs = ns - window(block).startNs() - firstNs;
        return block * lengthNs + Math.clamp(sinceNs, 0, lengthNs);
    }

    /** So many arrivals in a period within its turns, and none in between, up to the end of a phase of this duration. */
    public ProfileLine line(long arrivals, long periodNs, long durationNs) {
        long level = BigInteger.valueOf(arrivals)
                .multiply(UNITS)
                .divide(BigInteger.valueOf(periodNs))
                .longValueExact();
        ProfileLine.Builder line = new ProfileLine.Builder(0);
        long atNs = 0;
        for (Window next = next(0); next.startNs() < durationNs; next = next(next.toNs())) {
            line.hold(next.startNs() - atNs)
                    .to(level, 0)
                    .hold(schedule.turnNs())
                    .to(0, 0);
            atNs = next.toNs();
        }
        return line.build();
    }
}
