package muster.coordinator.observe;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import muster.coordinator.core.event.ServerUse;
import muster.model.PhaseAt;
import muster.model.ResourceRow;
import muster.protocol.ResourceSample;
import org.jspecify.annotations.Nullable;

/** What observers have sent of one phase. An observer that joins again keeps its number, and so its rows. One thread uses it. */
final class ObserverSamples {
    private final PhaseAt at;
    private final long startNs;
    private final Consumer<ResourceRow> rows;
    private final Map<String, Observed> observers = new LinkedHashMap<>();

    /** @param rows takes what belongs to the phase */
    ObserverSamples(PhaseAt at, long startNs, Consumer<ResourceRow> rows) {
        this.at = at;
        this.startNs = startNs;
        this.rows = rows;
    }

    private static final class Observed {
        private final long number;
        private long seq;
        private String server = "";
        private @Nullable Observation readings;

        Observed(long number) {
            this.number = number;
        }

        /** The sums of a process that was started again begin anew. */
        void follow(String process, double allowedCores) {
            if (readings == null || !process.equals(server)) {
                server = process;
                readings = new Observation(process, allowedCores, "");
            }
        }
    }

    /** A sample of before the phase is left out. */
    void add(String observer, String host, ResourceSample sample) {
        if (sample.getReadAtNs() < startNs) {
            return;
        }
        Observed of = observers.computeIfAbsent(observer, name -> new Observed(observers.size() + 1L));
        String server = sample.getServer() + " on " + host;
        long seq = of.seq++;
        if (sample.getProcessCount() > 0) {
            of.follow(server, sample.getAllowedCores());
            write(of, ObservedKind.SERVER, seq, server, sample, sample.getProcessMap());
        }
        if (of.readings != null) {
            of.readings.add(sample.getReadAtNs(), SampleReader.process(sample), sample.getHostMap());
        }
        write(of, ObservedKind.HOST, seq, "host " + host, sample, sample.getHostMap());
        if (sample.getMetricsCount() > 0) {
            write(of, ObservedKind.METRICS, seq, "metrics of " + server, sample, sample.getMetricsMap());
        }
    }

    private void write(
            Observed of,
            ObservedKind kind,
            long seq,
            String name,
            ResourceSample sample,
            Map<String, ? extends Number> values) {
        rows.accept(new ResourceRow(at, name, kind.session(of.number), seq, sample.getReadAtNs(), values));
    }

    /** That server which is nearest to the end of its processor time; null if none was observed for long enough. */
    @Nullable
    ServerUse use(PhaseAt ended, long endNs) {
        return !ended.equals(at)
                ? null
                : observers.values().stream()
                        .flatMap(of -> of.readings == null ? Stream.empty() : Stream.ofNullable(of.readings.use(endNs)))
                        .max(Comparator.comparingDouble(use -> use.cpuCores() / use.allowedCores()))
                        .orElse(null);
    }
}
