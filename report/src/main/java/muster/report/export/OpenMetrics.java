package muster.report.export;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.report.export.PhaseMetrics.Counted;
import muster.report.export.PhaseMetrics.Timed;
import muster.text.Printable;

/**
 * Writes figures in the OpenMetrics text format 1.0: for a file of a run, and for an endpoint that is asked while one
 * goes on. An HTTP answer has the content type {@link #CONTENT_TYPE}.
 */
public final class OpenMetrics {
    public static final String CONTENT_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

    private static final double NS_IN_S = 1e9;
    private static final long NS_IN_MS = 1_000_000;
    private static final OpenMetricsTextFormatWriter WRITER = OpenMetricsTextFormatWriter.create();

    private OpenMetrics() {}

    /** One value of a family. */
    public record Sample(Map<String, String> labels, double value) {}

    /**
     * Figures besides those of phases.
     *
     * @param name without the "_total" of counters; ends with the unit, if there is one
     * @param unit "seconds", "bytes" or ""
     */
    public record Family(String name, Kind kind, String unit, String help, List<Sample> samples) {
        /** What a value may do: a counter never falls while its process lives. */
        public enum Kind {
            COUNTER,
            GAUGE
        }
    }

    /** All families, those of the phases among them, in the order of their names, and the end mark. */
    public static String text(List<PhaseMetrics> phases, List<Family> families) {
        List<MetricSnapshot> all = new ArrayList<>();
        families.forEach(family -> all.add(snapshot(family)));
        all.add(operations(phases));
        all.add(latencies(phases));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            WRITER.write(out, new MetricSnapshots(all), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static MetricSnapshot snapshot(Family family) {
        MetricMetadata about = metadata(family.name, family.unit, family.help);
        return switch (family.kind) {
            case COUNTER ->
                new CounterSnapshot(
                        about,
                        distinct(family.samples.stream()
                                .map(sample -> counter(sample.value, labels(sample.labels), 0))
                                .toList()));
            case GAUGE ->
                new GaugeSnapshot(
                        about,
                        distinct(family.samples.stream()
                                .map(sample -> new GaugeDataPointSnapshot(sample.value, labels(sample.labels), null))
                                .toList()));
        };
    }

    private static MetricSnapshot operations(List<PhaseMetrics> phases) {
        List<CounterDataPointSnapshot> points = new ArrayList<>();
        for (PhaseMetrics phase : phases) {
            for (Counted counted : phase.outcomes()) {
                Map<String, String> labels = new LinkedHashMap<>(phase.labels());
                labels.put("operation", counted.operation());
                labels.put("outcome", counted.outcome());
                points.add(counter((double) counted.count(), labels(labels), phase.endedNs() / NS_IN_MS));
            }
        }
        String help = "Ended operations by outcome, drained ones included.";
        return new CounterSnapshot(metadata("muster_operations", "", help), distinct(points));
    }

    private static MetricSnapshot latencies(List<PhaseMetrics> phases) {
        List<SummaryDataPointSnapshot> points = new ArrayList<>();
        for (PhaseMetrics phase : phases) {
            phase.timings().forEach(timed -> points.add(latency(phase, timed)));
        }
        String help =
                "Times of operations with outcome ok: response from the intended start, service from the actual one, and stages.";
        return new SummarySnapshot(metadata("muster_latency_seconds", "seconds", help), distinct(points));
    }

    private static SummaryDataPointSnapshot latency(PhaseMetrics phase, Timed timed) {
        Map<String, String> labels = new LinkedHashMap<>(phase.labels());
        labels.put("operation", timed.operation());
        labels.put("timing", timed.timing());
        List<Quantile> quantiles = timed.quantilesNs().entrySet().stream()
                .map(entry -> new Quantile(entry.getKey(), entry.getValue() / NS_IN_S))
                .toList();
        return new SummaryDataPointSnapshot(
                timed.samples(),
                timed.sumNs() / NS_IN_S,
                Quantiles.of(quantiles),
                labels(labels),
                Exemplars.EMPTY,
                0,
                phase.endedNs() / NS_IN_MS);
    }

    private static CounterDataPointSnapshot counter(double value, Labels labels, long atMs) {
        return new CounterDataPointSnapshot(value, labels, null, 0, atMs);
    }

    private static MetricMetadata metadata(String name, String unit, String help) {
        return unit.isEmpty() ? new MetricMetadata(name, help) : new MetricMetadata(name, help, new Unit(unit));
    }

    private static Labels labels(Map<String, String> labels) {
        Labels.Builder all = Labels.builder();
        labels.forEach((name, value) -> all.label(name, Printable.lines(value)));
        return all.build();
    }

    /** A sample may come once; names that peers chose may be the same when they are printable. */
    private static <T extends DataPointSnapshot> Collection<T> distinct(List<T> points) {
        Map<Labels, T> distinct = new LinkedHashMap<>();
        points.forEach(point -> distinct.putIfAbsent(point.getLabels(), point));
        return distinct.values();
    }
}
