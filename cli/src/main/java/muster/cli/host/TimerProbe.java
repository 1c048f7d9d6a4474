package muster.cli.host;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** What clock and timer of this machine are worth: no latency can be known better. */
public final class TimerProbe {
    private static final int CALLS = 1_000_000;
    private static final long SLEEP_NS = 1_000_000;
    /** As in the worker, whose hiccups are judged: docs/validity.md. */
    private static final long MIN_HICCUP_NS = 20_000_000;

    private TimerProbe() {}

    /** Takes about this long. */
    public static Map<String, Double> measure(double seconds) {
        Map<String, Double> figures = new LinkedHashMap<>();
        clockCostNs();
        figures.put("clock_cost_ns", clockCostNs());
        figures.put("clock_resolution_ns", (double) resolutionNs());
        sleep(figures, seconds);
        return figures;
    }

    private static double clockCostNs() {
        long startNs = System.nanoTime();
        long lastNs = startNs;
        for (int i = 0; i < CALLS; i++) {
            lastNs = System.nanoTime();
        }
        return (lastNs - startNs) / (double) CALLS;
    }

    /** The smallest step that it was seen to make. */
    private static long resolutionNs() {
        long leastNs = Long.MAX_VALUE;
        long lastNs = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            long nowNs = System.nanoTime();
            leastNs = nowNs > lastNs ? Math.min(leastNs, nowNs - lastNs) : leastNs;
            lastNs = nowNs;
        }
        return leastNs;
    }

    /** How late a thread wakes that parks for a millisecond, and how much time it lost to hiccups. */
    private static void sleep(Map<String, Double> figures, double seconds) {
        long[] lateNs = new long[Math.max(1, (int) (seconds * 1e9 / SLEEP_NS))];
        long startNs = System.nanoTime();
        int count = 0;
        while (count < lateNs.length && System.nanoTime() - startNs < seconds * 1e9) {
            long beforeNs = System.nanoTime();
            LockSupport.parkNanos(SLEEP_NS);
            lateNs[count++] = System.nanoTime() - beforeNs - SLEEP_NS;
        }
        double tookNs = System.nanoTime() - startNs;
        LatencySamples late = LatencySamples.of(Arrays.copyOf(lateNs, count));
        late.at(50).ifPresent(ns -> figures.put("timer_slack_p50_ns", (double) ns));
        late.at(99).ifPresent(ns -> figures.put("timer_slack_p99_ns", (double) ns));
        figures.put("hiccup_max_ns", (double) late.maxNs());
        figures.put("hiccup_share", late.sumAboveNs(MIN_HICCUP_NS) / tookNs);
    }
}
