package muster.report.chart;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import muster.model.PhaseAt;
import muster.report.plot.Chart;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.table.Row;

/**
 * A trial whose load changes with time, or has several streams at the same time: what was offered, started and completed a second
 * over its phases, and response times below over the same axis.
 *
 * @param description of the profile of the measured phase; "" if that has none, or several streams
 * @param profiles a line for each stream whose load changes with time
 * @param recoveries a sentence for each load that a spike slowed
 */
public record LoadSection(String description, List<String> profiles, List<Chart> charts, List<String> recoveries) {
    private static final String LOADS = """
            SELECT p.*, s.stream AS stream_number, s.name AS stream_name, s.clients AS stream_clients, s.rate_per_s AS stream_rate,
              l.kind AS profile, l.description, l.spike_ns, l.spike_end_ns, l.bound_ns
            FROM phase p JOIN stream s USING (run_id, step, trial, phase) LEFT JOIN load_profile l USING (run_id, step, trial, phase, stream)
            WHERE p.run_id = ?1 AND p.step = ?2 AND p.trial = ?3 AND p.kind IN ('warmup', 'measure') AND p.start_ns > 0
              AND p.state <> 'abandoned' ORDER BY p.ordinal, s.stream""";

    private static final String TURNS =
            "SELECT 1 FROM turn_window WHERE run_id = ?1 AND step = ?2 AND trial = ?3 LIMIT 1";

    /**
     * Empty where no load changes and no phase has several streams, of a phase that is not the first measured one of its trial, and
     * where streams take turns: each of them stands still most of the time.
     */
    static Optional<LoadSection> read(RunReader reader, MeasuredPhase phase, int mostBins, String prefix) {
        if (!reader.has("load_profile")) {
            return Optional.empty();
        }
        var at = phase.at();
        List<Row> rows = reader.rows(LOADS, at.step(), at.trial());
        boolean named = rows.stream().anyMatch(row -> !row.text("stream_name").isEmpty());
        boolean changes = rows.stream().anyMatch(row -> row.has("profile"));
        boolean first = rows.stream()
                .filter(row -> row.text("kind").equals("measure"))
                .findFirst()
                .map(row -> row.text("phase").equals(at.phase()))
                .orElse(false);
        boolean turns = named
                && reader.has("turn_window")
                && !reader.rows(TURNS, at.step(), at.trial()).isEmpty();
        return first && !turns && (changes || named)
                ? Optional.of(of(reader, parts(reader, phase.runId(), rows, named, mostBins), at.phase(), prefix))
                : Optional.empty();
    }

    private static List<LoadPart> parts(RunReader reader, long runId, List<Row> rows, boolean named, int mostBins) {
        long startNs = rows.getFirst().whole("start_ns");
        Map<PhaseAt, Seconds> phases = new HashMap<>();
        List<LoadPart> parts = new ArrayList<>();
        for (Row row : rows) {
            MeasuredPhase phase = new MeasuredPhase(runId, row);
            Seconds all = phases.computeIfAbsent(phase.at(), at -> Seconds.read(reader, phase, mostBins));
            String stream = row.text("stream_name");
            String label = !named ? "" : stream.isEmpty() ? row.text("phase") : stream;
            parts.add(new LoadPart(row, all.ofStream(stream), label, (phase.startNs() - startNs) / 1e9));
        }
        return parts;
    }

    private static LoadSection of(RunReader reader, List<LoadPart> parts, String measured, String prefix) {
        List<SpikeRecovery> recoveries = parts.stream()
                .filter(part -> part.row().has("spike_ns") && part.phase().isFinished())
                .flatMap(spike -> parts.stream()
                        .filter(part -> part.phase().at().equals(spike.phase().at()))
                        .flatMap(part -> SpikeRecovery.read(reader, part, spike).stream()))
                .toList();
        LoadCharts charts = new LoadCharts(reader, parts, recoveries, prefix);
        String description = parts.stream()
                .filter(part ->
                        part.stream().isEmpty() && part.phase().at().phase().equals(measured))
                .map(LoadPart::profile)
                .findFirst()
                .orElse("");
        Set<String> seen = new HashSet<>();
        return new LoadSection(
                description,
                parts.stream()
                        .filter(part -> !part.stream().isEmpty() && part.hasProfile())
                        .map(part -> part.stream() + ": " + part.profile())
                        .filter(seen::add)
                        .toList(),
                Stream.concat(Stream.of(charts.load()), charts.latency().stream())
                        .toList(),
                recoveries.stream().map(SpikeRecovery::sentence).toList());
    }
}
