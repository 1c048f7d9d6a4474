package muster.coordinator.server;

import muster.coordinator.core.event.OutcomeMessages;
import muster.model.PhaseAt;
import muster.protocol.Progress;
import muster.store.file.histogram.Distribution;
import muster.store.file.phase.PhaseAggregate;

/** The figures so far of the phase that is running. */
final class LiveFigures {
    private final StoreThread store;

    LiveFigures(StoreThread store) {
        this.store = store;
    }

    /** Adds the figures; latencies are those of outcome ok, all operations together. */
    Progress figures(PhaseAt of, Progress progress, long nowNs) {
        PhaseAggregate aggregate = store.aggregate(of);
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
        PhaseAggregate.Totals totals = aggregate.totals();
        Distribution response = aggregate.distribution("", "response", "ok");
        Distribution service = aggregate.distribution("", "service", "ok");
        return progress.toBuilder()
                .setOperations(totals.counts().operations())
                .setErrors(totals.counts().errors())
                .setCounts(OutcomeMessages.of(totals.counts()))
                .putAllFailed(aggregate.errors())
                .putAllExamples(aggregate.firstMessages())
                .setElements(totals.counters().elements())
                .setThroughputPerS(aggregate.throughputPerS(nowNs))
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
