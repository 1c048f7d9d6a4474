package muster.report.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.report.export.PhaseMetrics.Counted;
import muster.report.export.PhaseMetrics.Timed;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Row;

/** Writes the measured phases of a run in a format of other tools. */
public final class Export {
    private static final String RUN = "SELECT name, target, workload FROM run WHERE run_id = ?";
    private static final Map<Double, String> COLUMNS = new TreeMap<>(
            Map.of(0.5, "p50_ns", 0.9, "p90_ns", 0.95, "p95_ns", 0.99, "p99_ns", 0.999, "p999_ns", 0.9999, "p9999_ns"));

    private final Query query;
    private final long runId;
    private final Row run;

    private Export(Query query, long runId) {
        this.query = query;
        this.runId = runId;
        this.run = Row.of(query.table(RUN, List.of(runId))).stream()
                .findFirst()
                .orElseThrow(() -> new StoreException(query.file() + ": there is no run " + runId));
    }

    /** What a run is written as. */
    public enum Format {
        HLOG,
        CSV,
        JSON,
        OPENMETRICS,
        SAMPLES
    }

    /**
     * Writes one run, all figures from one state of the file.
     *
     * @return what the reader must know, such as that the run has no samples; empty if there is nothing to know
     * @throws IOException if the output cannot be written
     */
    public static String write(Query query, long runId, Format format, OutputStream out) throws IOException {
        IOException[] failed = {null};
        String note = query.atOneMoment(() -> {
            try {
                return new Export(query, runId).write(format, out);
            } catch (IOException e) {
                failed[0] = e;
                return "";
            }
        });
        if (failed[0] != null) {
            throw failed[0];
        }
        return note;
    }

    private String write(Format format, OutputStream out) throws IOException {
        MeasuredPhases phases = new MeasuredPhases(query, runId);
        if (format == Format.HLOG) {
            return nothing(new HlogExport(phases, out).write(run.text("name")));
        }
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        String note = switch (format) {
            case HLOG -> throw new IllegalStateException("written already");
            case CSV -> csv(writer);
            case JSON -> json(writer);
            case OPENMETRICS -> openMetrics(phases, writer);
            case SAMPLES -> samples(writer);
        };
        writer.flush();
        return note;
    }

    private String csv(Writer writer) {
        CsvExport.write(query, runId, writer);
        return "";
    }

    private String samples(Writer writer) {
        boolean any = SampleExport.write(query, runId, writer);
        return any ? "" : "no operation was recorded singly: only the head was written; run it with --samples 1/N";
    }

    private String json(Writer writer) throws IOException {
        new JsonExport(query, runId).write(writer);
        return "";
    }

    private String openMetrics(MeasuredPhases phases, Writer writer) throws IOException {
        List<PhaseMetrics> all = new ArrayList<>();
        phases.phases().forEach(phase -> all.add(metrics(phases, phase)));
        writer.write(OpenMetrics.text(all, List.of()));
        return nothing(all.size());
    }

    private PhaseMetrics metrics(MeasuredPhases phases, Row phase) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("run", String.valueOf(runId));
        labels.put("name", run.text("name"));
        labels.put("target", run.text("target"));
        labels.put("workload", run.text("workload"));
        List.of("step", "trial", "phase").forEach(key -> labels.put(key, phase.text(key)));
        List<Counted> outcomes =
                phases
                        .of(phase, "operation, outcome, count FROM outcome_summary", " ORDER BY operation, outcome")
                        .stream()
                        .map(row -> new Counted(row.text("operation"), row.text("outcome"), row.whole("count")))
                        .toList();
        List<Timed> timings = phases.of(phase, "* FROM operation_summary", " ORDER BY operation, timing").stream()
                .filter(row -> row.has("mean_ns"))
                .map(Export::timed)
                .toList();
        return new PhaseMetrics(labels, phase.whole("measured_until_ns"), outcomes, timings);
    }

    private static Timed timed(Row row) {
        Map<Double, Double> quantiles = new TreeMap<>();
        COLUMNS.forEach((quantile, column) -> {
            if (row.has(column)) {
                quantiles.put(quantile, row.number(column));
            }
        });
        double sumNs = row.number("mean_ns") * row.whole("samples");
        return new Timed(row.text("operation"), row.text("timing"), row.whole("samples"), sumNs, quantiles);
    }

    private static String nothing(long written) {
        return written == 0 ? "the run has no measured phase with samples: nothing but the head was written" : "";
    }
}
