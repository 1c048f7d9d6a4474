package muster.report.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Dots;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.plot.Scale;
import muster.report.run.MeasuredPhase;
import muster.report.sweep.SweepAnswer;
import muster.statistics.Median;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * Throughput, linear, and latency, logarithmic, against a number that is swept: clients, if they are; a plot for each
 * combination of the other swept settings, all with the same axes.
 */
public final class SweepCharts {
    private static final int MAX = 12;
    /** Values that are further apart than this ratio are drawn by their logarithm. */
    private static final double WIDE = 12;

    private final List<MeasuredPhase> phases;
    private final Map<Long, Map<String, Row>> parameters = new TreeMap<>();
    private final List<SweepAnswer> answers;
    private final String swept;

    private SweepCharts(List<MeasuredPhase> phases, List<Row> rows, List<SweepAnswer> answers) {
        this.phases = phases;
        this.answers = answers;
        rows.forEach(row -> parameters
                .computeIfAbsent(row.whole("step"), step -> new TreeMap<>())
                .put(row.text("key"), row));
        this.swept = swept(rows);
    }

    /** No charts if no number is swept. */
    public static List<Chart> charts(List<MeasuredPhase> phases, List<Row> parameters, List<SweepAnswer> answers) {
        SweepCharts charts = new SweepCharts(phases, parameters, answers);
        return charts.swept.isEmpty() ? List.of() : charts.charts();
    }

    /** Clients before rates before whatever has most values. */
    private static String swept(List<Row> rows) {
        Map<String, Set<Double>> values = new LinkedHashMap<>();
        rows.stream()
                .filter(row ->
                        row.text("type").equals("integer") || row.text("type").equals("real"))
                .forEach(row -> values.computeIfAbsent(row.text("key"), key -> new TreeSet<>())
                        .add(row.number("value")));
        values.values().removeIf(of -> of.size() < 2);
        String best = "";
        for (String key : values.keySet()) {
            best = best.isEmpty() || weight(key, values) > weight(best, values) ? key : best;
        }
        return best;
    }

    private static int weight(String key, Map<String, Set<Double>> values) {
        int known = key.endsWith("clients") ? 2_000_000 : key.endsWith("rate") ? 1_000_000 : 0;
        return known + values.getOrDefault(key, Set.of()).size();
    }

    private List<Chart> charts() {
        Map<String, List<MeasuredPhase>> groups = new LinkedHashMap<>();
        phases.stream()
                .filter(phase -> parameters
                        .getOrDefault(phase.row().whole("step"), Map.of())
                        .containsKey(swept))
                .forEach(phase -> groups.computeIfAbsent(group(phase), g -> new ArrayList<>())
                        .add(phase));
        List<Chart> charts = new ArrayList<>();
        groups.forEach((group, of) -> {
            if (charts.size() < MAX) {
                charts.add(chart(group, of, charts.size() + 1, groups.size()));
            }
        });
        return charts;
    }

    /** The other settings of its step, and its phase if there are several. */
    private String group(MeasuredPhase phase) {
        Stream<String> others = parameters.getOrDefault(phase.row().whole("step"), Map.of()).values().stream()
                .filter(row -> !row.text("key").equals(swept))
                .map(row -> shortKey(row.text("key")) + " " + row.text("value"));
        boolean several = phases.stream().map(p -> p.at().phase()).distinct().count() > 1;
        return Stream.concat(several ? Stream.of(phase.at().phase()) : Stream.empty(), others)
                .collect(Collectors.joining(", "));
    }

    /** Of a swept key such as {@code measure.clients} the last part. */
    public static String shortKey(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    private Chart chart(String group, List<MeasuredPhase> of, int number, int groups) {
        String name = shortKey(swept);
        Scale throughput = LinearScale.upTo(largest("throughput_per_s"), Quantity::compact);
        Optional<ScalingCurve> curve = name.equals("clients") ? ScalingCurve.of(answers, group) : Optional.empty();
        List<Mark> marks = new ArrayList<>();
        curve.map(law -> law.marks(throughput.ticks().getLast().value())).ifPresent(marks::addAll);
        marks.addAll(marks(of, "throughput", "throughput_per_s", 0, Look.SOLID, Side.LEFT));
        marks.addAll(marks(of, "response p50 (right)", "p50_ns", 2, Look.DASHED, Side.RIGHT));
        marks.addAll(marks(of, "response p99 (right)", "p99_ns", 1, Look.DOTTED, Side.RIGHT));
        return new Plot(
                "sweep-" + number,
                "Throughput and latency against " + name + (group.isEmpty() ? "" : ": " + group),
                "Throughput on the left, linear; response times of all operations on the right, logarithmic. Dots are single"
                        + " trials, lines join the medians of those that count. Outcome ok only; excludes load and warm-up."
                        + curve.map(ScalingCurve::caption).orElse("")
                        + (groups > 1 ? " The plots of this run have the same axes." : "")
                        + (groups > MAX ? " The first " + MAX + " of " + groups + " combinations are drawn." : ""),
                new Axis(name, acrossScale()),
                new Axis("operations/s", throughput),
                new Axis("response time (log.)", latencyScale()),
                marks);
    }

    private List<Mark> marks(List<MeasuredPhase> of, String name, String column, int colour, Look look, Side side) {
        TreeMap<Double, List<Double>> counted = new TreeMap<>();
        List<Point> single = new ArrayList<>();
        for (MeasuredPhase phase : of) {
            if (phase.row().has(column)) {
                single.add(new Point(across(phase), phase.row().number(column)));
                if (phase.row().whole("left_out") == 0) {
                    counted.computeIfAbsent(across(phase), x -> new ArrayList<>())
                            .add(phase.row().number(column));
                }
            }
        }
        List<Point> medians = counted.entrySet().stream()
                .map(at -> new Point(
                        at.getKey(),
                        Median.of(at.getValue().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())))
                .toList();
        return List.of(new Line(name, colour, look, side, medians), new Dots("", colour, side, single));
    }

    private double across(MeasuredPhase phase) {
        Row row = parameters.getOrDefault(phase.row().whole("step"), Map.of()).get(swept);
        return row == null ? Double.NaN : row.number("value");
    }

    private Scale acrossScale() {
        List<Double> values = phases.stream()
                .map(this::across)
                .filter(Double::isFinite)
                .distinct()
                .sorted()
                .toList();
        boolean wide = values.getFirst() > 0 && values.getLast() / values.getFirst() >= WIDE;
        return wide ? LogScale.through(values, Quantity::compact) : LinearScale.through(values, Quantity::compact);
    }

    private Scale latencyScale() {
        double least = phases.stream()
                .map(phase -> phase.row().number("p50_ns"))
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(1e6);
        return LogScale.between(least, Math.max(least, Math.max(largest("p50_ns"), largest("p99_ns"))), Quantity::tick);
    }

    private double largest(String column) {
        return phases.stream()
                .mapToDouble(phase -> phase.row().number(column))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }
}
