package muster.coordinator.core.membership;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * How much longer than usual others may be silent: where the coordinator itself, which is driven every 50 ms, ran late, and
 * where others, who are alive, were heard late. What takes its processors takes those of workers on its host, too.
 */
public final class SilencePatience {
    /** After so long without an event this process did not run, and heard nobody. */
    private static final long ASLEEP_NS = 1_000_000_000;

    private static final long NOTABLE_NS = 200_000_000;
    private static final long LOOKED_BACK_NS = 30_000_000_000L;
    /** To catch up with what was said while this process did not run may take as long again. */
    private static final long MAX_TO_CATCH_UP_NS = 60_000_000_000L;
    /** Of a worker that is heard of again: several heartbeats did not come in time. */
    private static final long NOTABLE_GAP_NS = 1_200_000_000;
    /** Else workers that speak ever later would have the coordinator wait for ever. */
    private static final long MAX_FOR_GAPS_NS = 10_000_000_000L;

    private static final int MAX_KEPT = 100;
    /** Of delays the third largest counts: a process that was stopped once or twice shows no load. */
    private static final int THIRD = 2;
    /** A worker takes several turns between a heartbeat that is due and one that is sent. */
    private static final int TURNS = 4;

    private record Delay(long endNs, long ns) {}

    private final Deque<Delay> delays = new ArrayDeque<>();
    private final Deque<Delay> gaps = new ArrayDeque<>();
    private long lastNs;
    private long wokeNs;

    /** It runs now. Returns for how long it did not, if that was so long that it counts as asleep; else 0. */
    public long ran(long nowNs) {
        long delayNs = lastNs > 0 ? nowNs - lastNs : 0;
        lastNs = nowNs;
        if (delayNs > NOTABLE_NS) {
            keep(delays, new Delay(nowNs, delayNs));
        }
        forgetOld(delays, nowNs);
        forgetOld(gaps, nowNs);
        if (delayNs <= ASLEEP_NS) {
            return 0;
        }
        wokeNs = nowNs;
        return delayNs;
    }

    /** Somebody is heard of again, for the first time since then. */
    public void heardAgain(long sinceNs, long nowNs) {
        long gapNs = nowNs - Math.max(sinceNs, wokeNs);
        if (gapNs > NOTABLE_GAP_NS) {
            keep(gaps, new Delay(nowNs, gapNs));
        }
    }

    private static void keep(Deque<Delay> kept, Delay delay) {
        kept.add(delay);
        if (kept.size() > MAX_KEPT) {
            kept.remove();
        }
    }

    private static void forgetOld(Deque<Delay> kept, long nowNs) {
        while (!kept.isEmpty() && nowNs - kept.peek().endNs > LOOKED_BACK_NS) {
            kept.remove();
        }
    }

    /** Before this nobody could be heard. */
    long wokeNs() {
        return wokeNs;
    }

    /** How much longer than usual others may be silent; 0 where all run when they are to. */
    public long ns() {
        long thirdNs = third(delays);
        long asleepNs = thirdNs == 0 ? 0 : delays.stream().mapToLong(Delay::ns).sum();
        long own = Math.max(TURNS * thirdNs, Math.min(asleepNs, MAX_TO_CATCH_UP_NS));
        return Math.max(own, Math.min(TURNS * third(gaps), MAX_FOR_GAPS_NS));
    }

    private static long third(Deque<Delay> kept) {
        return kept.stream()
                .map(Delay::ns)
                .sorted(Comparator.reverseOrder())
                .skip(THIRD)
                .findFirst()
                .orElse(0L);
    }
}
