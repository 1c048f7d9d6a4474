package muster.experiments.turns;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Looks at arms at the edges of their measured turns, which it knows from the clock: what they have used and completed by then. */
final class TurnWatch {
    private final List<ArmRun> arms;
    private final TurnTimes times;
    /** The wall clock is read once, as by the coordinators of the arms: whoever sets it moves no turn. */
    private final long offsetNs;

    private final Map<Long, Seen> seen = new HashMap<>();

    /**
     * Of one turn.
     *
     * @param completed operations, whatever came of them
     */
    record Seen(ProcessorTime.Used used, long completed) {
        static final Seen NOTHING = new Seen(new ProcessorTime.Used(0, 0), 0);
    }

    TurnWatch(List<ArmRun> arms, TurnTimes times) {
        this.arms = arms;
        this.times = times;
        Instant now = Instant.now();
        this.offsetNs = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
    }

    long nowNs() {
        return System.nanoTime() + offsetNs;
    }

    /** Watches blocks [from, to); returns when they are over, or soon after something says that it is to end. */
    void watch(long from, long to, BooleanSupplier goesOn, LongConsumer told) {
        for (long block = from; block < to && goesOn.getAsBoolean(); block++) {
            times.turns(block).forEach(this::look);
            told.accept(block - from + 1);
        }
    }

    private void look(TurnTimes.Turn turn) {
        ArmRun arm = arms.get(turn.arm());
        sleepUntil(turn.fromNs());
        Seen before = new Seen(arm.used(), arm.completed());
        sleepUntil(turn.toNs());
        Seen after = new Seen(arm.used(), arm.completed());
        seen.put(turn.number(), new Seen(after.used().since(before.used()), after.completed() - before.completed()));
    }

    /** The rows of an arm's turns in blocks [from, to), as far as they were watched. */
    List<TurnRow> rows(int arm, long from, long to, int keyRange) {
        long first = 2 * from * times.arms().size();
        return LongStream.range(from, to)
                .mapToObj(times::turns)
                .flatMap(List::stream)
                .filter(turn -> turn.arm() == arm && seen.containsKey(turn.number()))
                .map(turn -> {
                    Seen own = seen.getOrDefault(turn.number(), Seen.NOTHING);
                    return new TurnRow(
                            (int) (turn.number() - first + 1),
                            (int) (turn.block() - from + 1),
                            times.arms().get(arm),
                            keyRange,
                            turn.fromNs(),
                            turn.toNs() - turn.fromNs(),
                            own.completed(),
                            own.used().ns(),
                            own.used().compilerNs());
                })
                .toList();
    }

    private void sleepUntil(long untilNs) {
        for (long leftNs = untilNs - nowNs(); leftNs > 0; leftNs = untilNs - nowNs()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
