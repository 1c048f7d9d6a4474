package muster.coordinator;

import muster.protocol.Progress;
import muster.store.Aggregate;
import muster.store.Distribution;
import muster.store.PhaseAt;
import org.jspecify.annotations.Nullable;

/** The figures so far of the phase that is running. While nobody looks, only its operations are counted, once a second. */
final class LiveFigures {
    private final StoreThread store;
    private @Nullable PhaseAt at;
    private long atNs;
    private long ok;
    private double throughputPerS;

    LiveFigures(StoreThread store) {
        this.store = store;
    }

    /** Once a second: throughput is that since the last one. */
    void tick(PhaseAt now, long nowNs) {
        Aggregate aggregate = store.aggregate(now);
        long completed = aggregate == null ? 0 : aggregate.totals().ok();
        boolean same = now.equals(at) && nowNs > atNs;
        throughputPerS = same ? (completed - ok) * 1e9 / (nowNs - atNs) : 0;
        at = now;
        atNs = nowNs;
        ok = completed;
    }

    /** Adds the figures; latencies are those of outcome ok, all operations together. */
    Progress figures(PhaseAt of, Progress progress) {
        Aggregate aggregate = store.aggregate(of);
        if (aggregate == null) {
            return progress.toBuilder()
                    .setP50Ns(-1)
                    .setP99Ns(-1)
                    .setMaxNs(-1)
                    .setServiceP50Ns(-1)
                    .setServiceP99Ns(-1)
                    .setServiceMaxNs(-1)
                    .build();
        }
        Aggregate.Totals totals = aggregate.totals();
        Distribution response = aggregate.distribution("", "response", "ok");
        Distribution service = aggregate.distribution("", "service", "ok");
        return progress.toBuilder()
                .setOperations(totals.operations())
                .setErrors(totals.errors())
                .putAllFailed(aggregate.errors())
                .setThroughputPerS(of.equals(at) ? throughputPerS : 0)
                .setP50Ns(response.percentileNs(50).orElse(-1))
                .setP99Ns(response.percentileNs(99).orElse(-1))
                .setMaxNs(maxNs(response))
                .setServiceP50Ns(service.percentileNs(50).orElse(-1))
                .setServiceP99Ns(service.percentileNs(99).orElse(-1))
                .setServiceMaxNs(maxNs(service))
                .build();
    }

    private static long maxNs(Distribution distribution) {
        return distribution.samples() == 0 ? -1 : distribution.maxNs();
    }
}
