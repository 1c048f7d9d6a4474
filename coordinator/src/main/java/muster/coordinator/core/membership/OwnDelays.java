package muster.coordinator.core.membership;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * How late the coordinator itself ran, which is driven every 50 ms. It decides how long others may be silent: what takes
 * its processors takes those of workers on its host, too.
 */
public final class OwnDelays {
    private static final long ASLEEP_NS = 1_000_000_000;
    private static final long NOTABLE_NS = 200_000_000;
    private static final long LOOKED_BACK_NS = 30_000_000_000L;
    /** Of the delays the third largest counts: a process that was stopped once or twice shows no load. */
    private static final int THIRD = 2;
    /** A worker takes several turns between a heartbeat that is due and one that is sent. */
    private static final int TURNS = 4;

    private record Delay(long endNs, long ns) {}

    private final Deque<Delay> delays = new ArrayDeque<>();
    private long lastNs;
    private long wokeNs;

    /** It runs now. Returns for how long it did not, if that was so long that it counts as asleep; else 0. */
    public long ran(long nowNs) {
        long gapNs = lastNs > 0 ? nowNs - lastNs : 0;
        lastNs = nowNs;
        if (gapNs > NOTABLE_NS) {
            delays.add(new Delay(nowNs, gapNs));
        }
        while (!delays.isEmpty() && nowNs - delays.peek().endNs > LOOKED_BACK_NS) {
            delays.remove();
        }
        if (gapNs <= ASLEEP_NS) {
            return 0;
        }
        wokeNs = nowNs;
        return gapNs;
    }

    /** Before this nobody could be heard. */
    long wokeNs() {
        return wokeNs;
    }

    /** How much longer than usual others may be silent; 0 where the coordinator runs when it is to. */
    public long patienceNs() {
        return delays.stream()
                        .map(Delay::ns)
                        .sorted(Comparator.reverseOrder())
                        .skip(THIRD)
                        .findFirst()
                        .orElse(0L)
                * TURNS;
    }
}
