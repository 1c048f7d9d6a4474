package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.experiments.turns.phase.PhaseArm.ArmThreshold;
import muster.model.CountedOperations;
import muster.model.OperationName;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.report.analysis.FoundNothing;
import muster.report.analysis.InvalidAdvice;
import muster.report.run.RunReader;
import muster.statistics.TurnsRatio;
import muster.statistics.TurnsRatio.Turns;
import muster.store.file.Store;
import muster.store.table.Row;

/** Reads the phases of a run whose arms took turns, once it has ended. */
final class TurnsPhaseReader {
    private static final String PHASES = """
            SELECT s.step, s.trial, s.phase, s.validity, s.answers, p.start_ns, p.measured_until_ns
            FROM step_summary s JOIN phase p USING (run_id, step, trial, phase)
            WHERE s.run_id = ?1 AND p.kind = 'measure' AND p.finished AND p.measured_until_ns > p.start_ns
              AND EXISTS (SELECT 1 FROM turn_window w WHERE w.run_id = p.run_id AND w.step = p.step AND w.trial = p.trial
                AND w.phase = p.phase AND w.stream > 0)
            ORDER BY s.step, s.trial, p.ordinal""";

    private static final String HERE = " WHERE run_id = ?1 AND step = %d AND trial = %d AND phase = '%s'";
    private static final String STREAMS =
            "SELECT stream, name, clients, rate_per_s FROM stream" + HERE + " ORDER BY stream";
    private static final String WINDOWS =
            "SELECT stream, turn, block, start_ns, from_ns, to_ns FROM turn_window" + HERE + " ORDER BY turn";
    private static final String FIGURES =
            "SELECT stream, turn, operation, ok, errors, absent, duplicate, unknown, aborted, mean_ns FROM turn_figure"
                    + HERE;
    private static final String WORKERS = "SELECT joined_ns, left_ns FROM worker" + HERE;
    private static final String SERVER_CPU =
            "SELECT c.stream, c.turn, w.block, c.server_ns FROM turn_cpu c JOIN turn_window w"
                    + " USING (run_id, step, trial, phase, stream, turn)" + HERE;
    /** Of the blocks that are compared: with fewer the processor time may be of other moments than the rest. */
    private static final double MIN_OBSERVED = 0.75;

    private static final String MARGIN = "SELECT margin FROM equivalence_margin" + HERE;
    private static final String IS_FORMAT_11 = "SELECT ?1 FROM sqlite_schema WHERE name = 'equivalence_margin'";
    private static final double MARGIN_OF_FORMAT_10 = 0.05;
    private static final int WHOLE = -2;

    private final Function<String, List<Row>> rows;
    private final PhaseAt at;
    private final long untilNs;
    private final double turnS;
    private final Row phase;
    private final List<Row> streams;
    private final List<Window> windows;
    private final Map<Long, Integer> blocks;
    private final Map<Long, Long> serverNs;
    private final Set<Long> disturbed;

    /** Of a run of a file that is read. */
    static List<TurnsPhase> read(RunReader run) {
        return run.has("turn_window") && run.has("turn_figure")
                ? read(run::rows, run.run().whole("run_id"))
                : List.of();
    }

    /** Of a run that just ended. */
    static List<TurnsPhase> read(Store store, long runId) {
        return read(sql -> Row.of(store.query(sql.replace("?1", Long.toString(runId)))), runId);
    }

    private static List<TurnsPhase> read(Function<String, List<Row>> rows, long runId) {
        return rows.apply(PHASES).stream()
                .map(phase -> new TurnsPhaseReader(rows, runId, phase).phase())
                .toList();
    }

    private TurnsPhaseReader(Function<String, List<Row>> rows, long runId, Row phase) {
        this.rows = rows;
        this.phase = phase;
        at = new PhaseAt(runId, (int) phase.whole("step"), (int) phase.whole("trial"), phase.text("phase"));
        untilNs = phase.whole("measured_until_ns");
        streams = here(STREAMS);
        List<Row> all = here(WINDOWS);
        turnS = all.stream()
                        .mapToLong(row -> row.whole("to_ns") - row.whole("start_ns"))
                        .max()
                        .orElse(0)
                / 1e9;
        windows = all.stream()
                .map(row -> new Window(
                        (int) row.whole("stream"),
                        row.whole("turn"),
                        row.whole("block"),
                        row.whole("from_ns"),
                        row.whole("to_ns")))
                .filter(window -> window.toNs() > window.fromNs() && window.toNs() <= untilNs)
                .toList();
        Set<Long> complete = complete();
        disturbed = disturbed(all);
        disturbed.retainAll(complete);
        complete.removeAll(disturbed);
        blocks = new HashMap<>();
        complete.stream().sorted().forEach(block -> blocks.put(block, blocks.size()));
        serverNs = serverNs();
    }

    /** By turn, of those blocks in which it is known of each arm; empty if these are too few. */
    private Map<Long, Long> serverNs() {
        if (rows.apply(IS_FORMAT_11).isEmpty()) {
            return Map.of();
        }
        Map<Long, List<Row>> known = here(SERVER_CPU).stream()
                .filter(row -> blocks.containsKey(row.whole("block")))
                .collect(Collectors.groupingBy(row -> row.whole("block")));
        known.values().removeIf(ofBlock -> ofBlock.size() < streams.size());
        return known.size() < MIN_OBSERVED * blocks.size()
                ? Map.of()
                : known.values().stream()
                        .flatMap(List::stream)
                        .collect(Collectors.toMap(row -> row.whole("turn"), row -> row.whole("server_ns")));
    }

    private List<Row> here(String sql) {
        return rows.apply(sql.formatted(at.step(), at.trial(), at.phase().replace("'", "''")));
    }

    /** Blocks in which each arm has a window. */
    private Set<Long> complete() {
        Map<Long, Set<Integer>> arms = new HashMap<>();
        windows.forEach(window ->
                arms.computeIfAbsent(window.block(), block -> new HashSet<>()).add(window.stream()));
        return arms.entrySet().stream()
                .filter(block -> block.getValue().size() == streams.size())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Blocks in which a worker came or went: its clients are some other's from then on, or nobody's. */
    private Set<Long> disturbed(List<Row> all) {
        long[] changes = here(WORKERS).stream()
                .flatMap(worker -> Stream.of(worker.whole("joined_ns"), worker.whole("left_ns")))
                .mapToLong(Long::longValue)
                .filter(ns -> ns > phase.whole("start_ns") && ns < untilNs)
                .toArray();
        return all.stream()
                .filter(row ->
                        Arrays.stream(changes).anyMatch(ns -> ns >= row.whole("start_ns") && ns < row.whole("to_ns")))
                .map(row -> row.whole("block"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private TurnsPhase phase() {
        List<Row> checks = checks();
        Map<Integer, Map<String, Percentiles>> percentiles = percentiles();
        Map<Integer, Map<String, List<Row>>> figures = figures();
        List<PhaseArm> arms = streams.stream()
                .map(stream -> arm(
                        stream,
                        figures.getOrDefault((int) stream.whole("stream"), Map.of()),
                        percentiles.getOrDefault((int) stream.whole("stream"), Map.of()),
                        checks))
                .toList();
        return new TurnsPhase(
                at,
                phase.text("validity"),
                phase.text("answers").equals("wrong"),
                reasons(checks),
                InvalidAdvice.of(cures()),
                foundNothing(arms),
                (untilNs - phase.whole("start_ns")) / 1e9,
                turnS,
                blocks.size(),
                disturbed.size(),
                margin(),
                arms);
    }

    /** Of the plan; files of format 10 do not have it, as plans could not say it. */
    private double margin() {
        return rows.apply(IS_FORMAT_11).isEmpty()
                ? MARGIN_OF_FORMAT_10
                : here(MARGIN).stream()
                        .mapToDouble(row -> row.number("margin"))
                        .findFirst()
                        .orElse(MARGIN_OF_FORMAT_10);
    }

    private List<Row> checks() {
        return rows.apply("SELECT kind, name, expected, observed, passed, worker FROM check_summary"
                + " WHERE run_id = ?1 AND step = " + at.step() + " AND trial = " + at.trial()
                + " AND kind IN ('threshold', 'validity', 'oracle') ORDER BY kind, name, worker");
    }

    private List<Row> cures() {
        return rows.apply("SELECT kind, name, observed FROM check_summary WHERE run_id = ?1 AND step = " + at.step()
                + " AND trial = " + at.trial() + " AND " + InvalidAdvice.ROWS);
    }

    /** Full names of operations. */
    private List<String> foundNothing(List<PhaseArm> arms) {
        Map<String, Set<String>> names = FoundNothing.of(
                arms.stream().map(PhaseArm::name).collect(Collectors.toSet()),
                here("SELECT * FROM answer_summary" + HERE),
                row -> OperationName.stream(row.text("operation")),
                row -> OperationName.withinStream(row.text("operation")));
        return arms.stream()
                .flatMap(arm -> names.getOrDefault(arm.name(), Set.of()).stream()
                        .map(name -> OperationName.of(arm.name(), name)))
                .toList();
    }

    private static List<String> reasons(List<Row> checks) {
        return checks.stream()
                .filter(check -> !check.text("kind").equals("threshold") && check.whole("passed") == 0)
                .map(check -> check.text("name") + ": observed " + check.text("observed") + ", wanted "
                        + check.text("expected"))
                .distinct()
                .toList();
    }

    /** By stream and operation. */
    private Map<Integer, Map<String, List<Row>>> figures() {
        Map<Integer, Map<String, List<Row>>> figures = new HashMap<>();
        for (Row row : here(FIGURES)) {
            figures.computeIfAbsent((int) row.whole("stream"), stream -> new TreeMap<>())
                    .computeIfAbsent(row.text("operation"), name -> new ArrayList<>())
                    .add(row);
        }
        return figures;
    }

    /**
     * Of responses; NaN for too few.
     *
     * @param sections p50 of each
     */
    private record Percentiles(double p50, double p99, double[] sections) {
        Percentiles with(double p50Ns, double p99Ns) {
            return new Percentiles(p50Ns, p99Ns, sections);
        }
    }

    private Map<Integer, Map<String, Percentiles>> percentiles() {
        int sections = TurnsRatio.sections(blocks.size());
        Map<Integer, Map<String, Percentiles>> all = new HashMap<>();
        for (Row row : rows.apply(percentilesSql())) {
            Map<String, Percentiles> arm = all.computeIfAbsent((int) row.whole("stream"), stream -> new HashMap<>());
            Percentiles known = arm.computeIfAbsent(row.text("operation"), name -> none(sections));
            int section = (int) row.whole("section");
            if (section == WHOLE) {
                arm.put(row.text("operation"), known.with(row.number("p50_ns"), row.number("p99_ns")));
            } else if (section >= 0) {
                known.sections[section] = row.number("p50_ns");
            }
        }
        return all;
    }

    /** Sections are numbers, -1 is what belongs to none; each operation, and then all of an arm together. */
    private String percentilesSql() {
        return """
            WITH each AS MATERIALIZED (
              SELECT w.stream, s.operation, %s AS section, hdr_merge(s.histogram) AS h
              FROM turn_window w CROSS JOIN stream t USING (run_id, step, trial, phase, stream)
                CROSS JOIN snapshot s ON s.run_id = w.run_id AND s.step = w.step AND s.trial = w.trial AND s.phase = w.phase
                  AND s.stream = t.name AND s.start_ns >= w.from_ns AND s.start_ns < w.to_ns AND s.end_ns <= w.to_ns
              WHERE w.run_id = ?1 AND w.step = %d AND w.trial = %d AND w.phase = '%s' AND w.to_ns <= %d
                AND s.timing = 'response' AND s.outcome = 'ok' AND s.accepted AND %s
              GROUP BY w.stream, s.operation, section),
            whole AS (
              SELECT stream, operation, section, h FROM each
              UNION ALL SELECT stream, '', section, hdr_merge(h) FROM each GROUP BY stream, section),
            asked AS (
              SELECT * FROM whole UNION ALL SELECT stream, operation, -2, hdr_merge(h) FROM whole GROUP BY stream, operation)
            SELECT stream, operation, section, hdr_percentile(h, 50) AS p50_ns, hdr_percentile(h, 99) AS p99_ns FROM asked""".formatted(
                        section(),
                        at.step(),
                        at.trial(),
                        at.phase().replace("'", "''"),
                        untilNs,
                        CountedOperations.sql("s.operation"));
    }

    private static Percentiles none(int sections) {
        double[] unknown = new double[sections];
        Arrays.fill(unknown, Double.NaN);
        return new Percentiles(Double.NaN, Double.NaN, unknown);
    }

    /** The section that a window belongs to, as SQL: blocks that are not compared lie between those that are. */
    private String section() {
        int all = blocks.size();
        if (TurnsRatio.sections(all) == 0) {
            return "-1";
        }
        Map<Integer, Long> lasts = new TreeMap<>();
        blocks.forEach((block, place) -> lasts.merge(TurnsRatio.section(place, all), block, Math::max));
        Set<Long> left = windows.stream().map(Window::block).collect(Collectors.toCollection(HashSet::new));
        left.removeAll(blocks.keySet());
        StringBuilder sql = new StringBuilder("CASE");
        if (!left.isEmpty()) {
            sql.append(left.stream()
                    .map(block -> Long.toString(block))
                    .collect(Collectors.joining(", ", " WHEN w.block IN (", ") THEN -1")));
        }
        lasts.forEach((section, last) ->
                sql.append(" WHEN w.block <= ").append(last).append(" THEN ").append(section));
        return sql.append(" ELSE -1 END").toString();
    }

    private PhaseArm arm(
            Row stream, Map<String, List<Row>> figures, Map<String, Percentiles> percentiles, List<Row> checks) {
        List<Window> own = windows.stream()
                .filter(window -> window.stream() == stream.whole("stream"))
                .toList();
        Percentiles none = none(TurnsRatio.sections(blocks.size()));
        Map<String, OperationTurns> operations = new LinkedHashMap<>();
        List<Row> all = figures.values().stream().flatMap(List::stream).toList();
        operations.put(PhaseArm.ALL, operation(own, all, percentiles.getOrDefault(PhaseArm.ALL, none), serverNs));
        figures.forEach(
                (name, of) -> operations.put(name, operation(own, of, percentiles.getOrDefault(name, none), Map.of())));
        String name = stream.text("name");
        List<ArmThreshold> thresholds = checks.stream()
                .filter(check -> check.text("kind").equals("threshold")
                        && check.text("name").startsWith(name + " "))
                .map(check -> new ArmThreshold(check.text("name"), check.text("observed"), check.whole("passed") != 0))
                .toList();
        return new PhaseArm(name, (int) stream.whole("clients"), stream.number("rate_per_s"), operations, thresholds);
    }

    private OperationTurns operation(
            List<Window> own, List<Row> figures, Percentiles percentiles, Map<Long, Long> cpuNs) {
        Map<Long, List<Row>> byTurn = figures.stream().collect(Collectors.groupingBy(row -> row.whole("turn")));
        int all = blocks.size();
        double[] ok = new double[all];
        double[] windowS = new double[all];
        double[] responseNs = new double[all];
        Turns serverCpu = new Turns(new double[all], new double[all]);
        OutcomeCounts counts = OutcomeCounts.NONE;
        double sumNs = 0;
        double seconds = 0;
        for (Window window : own) {
            List<Row> of = byTurn.getOrDefault(window.turn(), List.of());
            double ns = of.stream().mapToDouble(TurnsPhaseReader::responseNs).sum();
            sumNs += ns;
            seconds += window.seconds();
            counts = of.stream().map(Row::counts).reduce(counts, OutcomeCounts::plus);
            Integer place = blocks.get(window.block());
            if (place != null) {
                double completed = of.stream().mapToLong(row -> row.whole("ok")).sum();
                ok[place] += completed;
                Long usedNs = cpuNs.get(window.turn());
                serverCpu.totals()[place] += usedNs == null ? 0 : usedNs;
                serverCpu.weights()[place] += usedNs == null ? 0 : completed;
                windowS[place] += window.seconds();
                responseNs[place] += ns;
            }
        }
        double mean = counts.ok() > 0 ? sumNs / counts.ok() : Double.NaN;
        return new OperationTurns(
                counts,
                own.size(),
                seconds,
                mean,
                percentiles.p50(),
                percentiles.p99(),
                ok,
                windowS,
                responseNs,
                percentiles.sections(),
                serverCpu);
    }

    private static double responseNs(Row figure) {
        return figure.whole("ok") == 0 ? 0 : figure.whole("ok") * figure.number("mean_ns");
    }
}
