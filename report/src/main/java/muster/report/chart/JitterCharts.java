package muster.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Cloud;
import muster.report.plot.Mark.Point;
import muster.report.plot.Plot;
import muster.report.plot.Scale;
import muster.report.plot.ZoomLevel;
import muster.report.run.RunReader;
import muster.report.stage.StageNames;
import muster.store.table.Row;
import muster.text.Quantity;

/** Single operations of a phase: when each started against how long it took, as a whole and stage by stage. */
final class JitterCharts {
    private static final String COLUMNS =
            "operation, iif(outcome = 'ok', 1, 0) AS ok, since_start_ns, service_ns AS ns,"
                    + " sampled_every FROM operation_sample";
    private static final String STAGES = """
            SELECT j.key AS stage, o.operation, iif(o.outcome = 'ok', 1, 0) AS ok, o.since_start_ns, j.value AS ns
            FROM operation_sample o, json_each(o.stages_json) j
            WHERE o.run_id = ? AND o.step = ? AND o.trial = ? AND o.phase = ? AND o.accepted ORDER BY o.start_ns""";
    /** Of the points that are drawn, the slowest: they would be lost among those that are left out. */
    private static final double SLOWEST = 0.1;
    /** Colour of what did not end with outcome ok, and its series. */
    private static final int NOT_OK_COLOUR = 6;

    private static final String NOT_OK = "not ok";

    private final RunReader reader;
    private final Seconds seconds;
    private final String prefix;
    private final int most;

    /** @param most points of a plot */
    JitterCharts(RunReader reader, Seconds seconds, String prefix, int most) {
        this.reader = reader;
        this.seconds = seconds;
        this.prefix = prefix;
        this.most = most;
    }

    /** The same points at several scales; none if no operation was recorded singly. */
    List<ZoomLevel> levels() {
        List<Row> rows = reader.of(COLUMNS, seconds.phase().at(), " AND accepted ORDER BY start_ns");
        if (rows.isEmpty()) {
            return List.of();
        }
        String how = how(rows);
        List<Row> drawn = thinned(rows, most);
        double worst = rows.stream().mapToDouble(JitterCharts::ns).max().orElse(1);
        List<ZoomLevel> levels = new ArrayList<>();
        levels.add(new ZoomLevel(
                "all", plot("jitter", "Service time of single operations", how, time(), log(drawn), drawn)));
        levels.add(below("p99.9", 0.999, rows, drawn, how));
        levels.add(below("p99", 0.99, rows, drawn, how));
        levels.add(aroundSlowest(rows, worst, how));
        return levels;
    }

    /** One plot a stage, all with the time axis of the phase. */
    List<Chart> stages() {
        Map<String, List<Row>> byStage = reader
                .rows(
                        STAGES,
                        seconds.phase().at().step(),
                        seconds.phase().at().trial(),
                        seconds.phase().at().phase())
                .stream()
                .collect(Collectors.groupingBy(row -> row.text("stage"), LinkedHashMap::new, Collectors.toList()));
        return byStage.keySet().stream()
                .sorted(Comparator.comparingInt(StageNames::place).thenComparing(Comparator.naturalOrder()))
                .map(stage -> stage(stage, byStage.getOrDefault(stage, List.of()), byStage.size()))
                .toList();
    }

    private Chart stage(String stage, List<Row> rows, int stages) {
        List<Row> drawn = thinned(rows, Math.max(200, most / stages));
        return plot(
                "jitter-" + AnchorNames.of(stage),
                "Single operations: " + StageNames.of(stage),
                "What this stage took of operations that were recorded singly, by when the operation started.",
                time(),
                log(drawn),
                drawn);
    }

    private ZoomLevel below(String label, double quantile, List<Row> rows, List<Row> drawn, String how) {
        double limit = quantile(rows, quantile);
        List<Row> within = drawn.stream().filter(row -> ns(row) <= limit).toList();
        return new ZoomLevel(
                "up to " + label,
                plot(
                        "jitter-" + AnchorNames.of(label),
                        "Service time of single operations, up to " + label,
                        how + " Above " + Quantity.duration(limit) + " nothing is drawn.",
                        time(),
                        LinearScale.upTo(limit, Quantity::tick),
                        within));
    }

    /** A fortieth of the phase, with all of its points. */
    private ZoomLevel aroundSlowest(List<Row> rows, double worst, String how) {
        double at = rows.stream()
                .filter(row -> ns(row) == worst)
                .mapToDouble(JitterCharts::second)
                .findFirst()
                .orElse(0);
        double half = seconds.durationS() / 80;
        double from = Math.max(0, Math.min(at - half, seconds.durationS() - 2 * half));
        Predicate<Row> within = row -> second(row) >= from && second(row) <= from + 2 * half;
        List<Row> near = thinned(rows.stream().filter(within).toList(), most);
        return new ZoomLevel(
                "around the slowest",
                plot(
                        "jitter-slowest",
                        "Service time of single operations around the slowest one",
                        how,
                        LinearScale.between(from, from + 2 * half, s -> Quantity.number(s) + " s"),
                        log(near),
                        near));
    }

    private Chart plot(String id, String title, String caption, Scale x, Scale y, List<Row> rows) {
        return new Plot(
                prefix + id,
                title,
                caption,
                new Axis("start, since the start of the phase", x),
                new Axis("time" + (y instanceof LogScale ? " (logarithmic)" : ""), y),
                marks(rows));
    }

    private LinearScale time() {
        return LinearScale.seconds(seconds.durationS());
    }

    private static LogScale log(List<Row> rows) {
        double least = rows.stream().mapToDouble(JitterCharts::ns).min().orElse(1);
        double worst = rows.stream().mapToDouble(JitterCharts::ns).max().orElse(1);
        return LogScale.between(least, worst, Quantity::tick);
    }

    private List<Mark> marks(List<Row> rows) {
        Map<String, List<Point>> series = new LinkedHashMap<>();
        seconds.operations().forEach(operation -> series.put(operation, new ArrayList<>()));
        rows.forEach(row -> series.computeIfAbsent(
                        row.whole("ok") == 0 ? NOT_OK : row.text("operation"), name -> new ArrayList<>())
                .add(new Point(second(row), ns(row))));
        series.values().removeIf(List::isEmpty);
        List<Mark> marks = new ArrayList<>();
        series.forEach((name, points) ->
                marks.add(new Cloud(name, name.equals(NOT_OK) ? NOT_OK_COLOUR : marks.size(), points)));
        return marks;
    }

    private String how(List<Row> rows) {
        long least =
                rows.stream().mapToLong(row -> row.whole("sampled_every")).min().orElse(1);
        long highest =
                rows.stream().mapToLong(row -> row.whole("sampled_every")).max().orElse(1);
        String share = least == highest
                ? "One of " + Quantity.number((double) least)
                : "One of " + Quantity.number((double) least) + " to " + Quantity.number((double) highest);
        String drawn = rows.size() > most
                ? " Of " + Quantity.number(rows.size()) + " the slowest are drawn, and of the others an even part."
                : "";
        return share + " operations, picked by index." + drawn + " Excludes load and warm-up.";
    }

    /** The slowest, and of the others every so many. */
    private static List<Row> thinned(List<Row> rows, int most) {
        if (rows.size() <= most) {
            return rows;
        }
        double slow = quantile(rows, 1 - SLOWEST * most / rows.size());
        double step = rows.size() / (most * (1 - SLOWEST));
        List<Row> kept = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            boolean turn = (long) (i / step) != (long) ((i - 1) / step);
            if (turn || ns(rows.get(i)) > slow) {
                kept.add(rows.get(i));
            }
        }
        return kept;
    }

    private static double quantile(List<Row> rows, double quantile) {
        double[] sorted = rows.stream().mapToDouble(JitterCharts::ns).sorted().toArray();
        return sorted[(int) Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length))];
    }

    /** A stage of no length is drawn at the lower end of a logarithmic axis. */
    private static double ns(Row row) {
        return Math.max(1, row.number("ns"));
    }

    private static double second(Row row) {
        return row.number("since_start_ns") / 1e9;
    }
}
