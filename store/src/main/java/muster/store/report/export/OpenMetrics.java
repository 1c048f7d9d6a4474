package muster.store.report.export;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.store.report.export.PhaseMetrics.Counted;
import muster.store.report.export.PhaseMetrics.Timed;
import muster.store.table.Printable;

/**
 * Writes figures in the OpenMetrics text format 1.0: for a file of a run, and for an endpoint that is asked while one
 * goes on. An HTTP answer has the content type {@link #CONTENT_TYPE}.
 */
public final class OpenMetrics {
    public static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final double NS_IN_S = 1e9;

    private final Appendable out;

    private OpenMetrics(Appendable out) {
        this.out = out;
    }

    /** One value of a family. */
    public record Sample(Map<String, String> labels, double value) {}

    /**
     * Figures that are told beside those of phases.
     *
     * @param name without the "_total" of counters; ends with the unit, if there is one
     * @param unit "seconds", "bytes" or ""
     */
    public record Family(String name, Kind kind, String unit, String help, List<Sample> samples) {
        /** What a value may do: a counter never falls while its process lives. */
        public enum Kind {
            COUNTER("_total"),
            GAUGE("");

            private final String suffix;

            Kind(String suffix) {
                this.suffix = suffix;
            }
        }
    }

    /** Writes all phases and the end mark. */
    public static void write(List<PhaseMetrics> phases, Appendable out) throws IOException {
        write(phases, List.of(), out);
    }

    /** The same with other families before them. */
    public static void write(List<PhaseMetrics> phases, List<Family> families, Appendable out) throws IOException {
        OpenMetrics metrics = new OpenMetrics(out);
        for (Family family : families) {
            metrics.family(family);
        }
        metrics.operations(phases);
        metrics.latencies(phases);
        out.append("# EOF\n");
    }

    private void family(Family family) throws IOException {
        head(family.name, family.kind.name().toLowerCase(Locale.ROOT), family.unit, family.help);
        for (Sample sample : family.samples) {
            sample(family.name + family.kind.suffix, sample.labels, sample.value, 0);
        }
    }

    private void operations(List<PhaseMetrics> phases) throws IOException {
        head("muster_operations", "counter", "", "Ended operations by outcome, drained ones included.");
        for (PhaseMetrics phase : phases) {
            for (Counted counted : phase.outcomes()) {
                Map<String, String> labels = labels(phase, counted.operation());
                labels.put("outcome", counted.outcome());
                sample("muster_operations_total", labels, (double) counted.count(), phase.endedNs());
            }
        }
    }

    private void latencies(List<PhaseMetrics> phases) throws IOException {
        head(
                "muster_latency_seconds",
                "summary",
                "seconds",
                "Times of operations with outcome ok: response from the intended start, service from the actual one, and stages.");
        for (PhaseMetrics phase : phases) {
            for (Timed timed : phase.timings()) {
                latency(phase, timed);
            }
        }
    }

    private void latency(PhaseMetrics phase, Timed timed) throws IOException {
        Map<String, String> labels = labels(phase, timed.operation());
        labels.put("timing", timed.timing());
        for (Map.Entry<Double, Double> quantile : timed.quantilesNs().entrySet()) {
            Map<String, String> with = new LinkedHashMap<>(labels);
            with.put("quantile", quantile.getKey().toString());
            sample("muster_latency_seconds", with, quantile.getValue() / NS_IN_S, phase.endedNs());
        }
        sample("muster_latency_seconds_count", labels, (double) timed.samples(), phase.endedNs());
        sample("muster_latency_seconds_sum", labels, timed.sumNs() / NS_IN_S, phase.endedNs());
    }

    private static Map<String, String> labels(PhaseMetrics phase, String operation) {
        Map<String, String> labels = new LinkedHashMap<>(phase.labels());
        labels.put("operation", operation);
        return labels;
    }

    private void head(String name, String type, String unit, String help) throws IOException {
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        if (!unit.isEmpty()) {
            out.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
        }
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    private void sample(String name, Map<String, String> labels, double value, long atNs) throws IOException {
        out.append(name).append('{');
        String before = "";
        for (Map.Entry<String, String> label : labels.entrySet()) {
            out.append(before)
                    .append(label.getKey())
                    .append("=\"")
                    .append(escaped(label.getValue()))
                    .append('"');
            before = ",";
        }
        out.append("} ").append(number(value));
        out.append(atNs == 0 ? "" : " " + atNs / 1_000_000_000 + "." + "%09d".formatted(atNs % 1_000_000_000));
        out.append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String escaped(String text) {
        String safe = Printable.lines(text);
        return safe.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
