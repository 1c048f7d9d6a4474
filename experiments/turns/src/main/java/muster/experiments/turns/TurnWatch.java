package muster.experiments.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import muster.coordinator.observe.ServerCpu;
import muster.coordinator.server.SteadyClock;
import org.jspecify.annotations.Nullable;

/** Looks at arms at the edges of their measured turns, which it knows from the clock: what they have used and completed by then. */
final class TurnWatch {
    private final List<ArmRun> arms;
    private final TurnTimes times;
    /** As that of the arms' coordinators: whoever sets the wall clock moves no turn. */
    private final SteadyClock clock = new SteadyClock();

    TurnWatch(List<ArmRun> arms, TurnTimes times) {
        this.arms = arms;
        this.times = times;
    }

    private record Reading(OptionalLong serverNs, ProcessorTime.Used used, long atNs, long completed) {
        /** -1 if the server was not there. */
        long serverSince(Reading before) {
            return serverNs.isEmpty() || before.serverNs.isEmpty()
                    ? -1
                    : Math.max(-1, serverNs.getAsLong() - before.serverNs.getAsLong());
        }
    }

    long nowNs() {
        return clock.nowNs();
    }

    /**
     * The turns of a block, once it is over; without those that were looked at too late.
     *
     * @param first block that has number 1
     */
    List<TurnRow> block(long block, long first) {
        List<TurnRow> rows = new ArrayList<>();
        for (TurnTimes.Turn turn : times.turns(block)) {
            ArmRun arm = arms.get(turn.arm());
            sleepUntil(turn.fromNs());
            Reading before = read(arm);
            sleepUntil(turn.toNs());
            Reading after = read(arm);
            // Its clients start nothing from then on, however late this looks.
            long measuredNs = turn.toNs() - before.atNs();
            if (measuredNs > 0) {
                ProcessorTime.Used used = after.used().since(before.used());
                rows.add(new TurnRow(
                        (int) (turn.number() - 2 * first * arms.size() + 1),
                        (int) (block - first + 1),
                        times.arms().get(turn.arm()),
                        arm.plan().keyRange(),
                        before.atNs(),
                        measuredNs,
                        after.completed() - before.completed(),
                        used.ns(),
                        used.compilerNs(),
                        after.serverSince(before)));
            }
        }
        return rows;
    }

    private Reading read(ArmRun arm) {
        @Nullable ServerCpu server = arm.server();
        OptionalLong serverNs = server == null ? OptionalLong.empty() : server.ranNs();
        ProcessorTime.Used used = arm.used();
        return new Reading(serverNs, used, nowNs(), arm.completed());
    }

    private void sleepUntil(long untilNs) {
        for (long leftNs = untilNs - nowNs(); leftNs > 0; leftNs = untilNs - nowNs()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
