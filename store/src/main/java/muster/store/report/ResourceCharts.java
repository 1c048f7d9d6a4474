package muster.store.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.store.Row;
import muster.store.plot.Axis;
import muster.store.plot.Chart;
import muster.store.plot.Figures;
import muster.store.plot.LinearScale;
import muster.store.plot.LogScale;
import muster.store.plot.Mark.Band;
import muster.store.plot.Mark.Line;
import muster.store.plot.Mark.Look;
import muster.store.plot.Mark.Point;
import muster.store.plot.Mark.Range;
import muster.store.plot.Mark.Side;
import muster.store.plot.Mark;
import muster.store.plot.Plot;

/** What the workers used of their machines, under the time axis of the phase. */
final class ResourceCharts {
    /** More lines than this cannot be told apart: then the range of all is drawn. */
    private static final int MOST_LINES = 8;

    private static final String VALUES = """
            session, worker, end_ns, values_json ->> '$.cpu_ns' AS cpu_ns, values_json ->> '$.heap_bytes' AS heap_bytes,
              values_json ->> '$.gc_pause_ns' AS gc_pause_ns, values_json ->> '$.run_queue_wait_ns' AS run_queue_wait_ns,
              values_json ->> '$.steal_ns' AS steal_ns, values_json ->> '$.hiccup_max_ns' AS hiccup_max_ns
            FROM resource_report""";

    private final Seconds seconds;
    private final String prefix;
    private final Map<String, List<Row>> byWorker;

    private ResourceCharts(Seconds seconds, String prefix, Map<String, List<Row>> byWorker) {
        this.seconds = seconds;
        this.prefix = prefix;
        this.byWorker = byWorker;
    }

    /** No charts if no worker has reported what it used. */
    static List<Chart> charts(RunReader reader, Seconds seconds, String prefix) {
        List<Row> rows = reader.of(VALUES, seconds.phase().at(), " AND session <> 0 ORDER BY worker, session, seq");
        Map<String, List<Row>> byWorker =
                rows.stream().collect(Collectors.groupingBy(ResourceCharts::name, TreeMap::new, Collectors.toList()));
        byWorker.values().removeIf(of -> of.size() < 2);
        ResourceCharts charts = new ResourceCharts(seconds, prefix, byWorker);
        return byWorker.isEmpty() ? List.of() : List.of(charts.cpu(), charts.heap(), charts.lost(), charts.hiccups());
    }

    /** A worker that came back has a session of its own. */
    private static String name(Row row) {
        return row.text("worker") + (row.whole("session") > 99 ? " (session " + row.text("session") + ")" : "");
    }

    private Chart cpu() {
        List<Mark> marks = lines(rows -> rates(rows, "cpu_ns", 1e-9));
        return new Plot(
                prefix + "cpu",
                "Processor use of the workers over time",
                "Processor time of each worker's process by the time it took; 1 is one core. Excludes the coordinator and"
                        + " the database, which are other processes; a standalone run"
                        + " is one process.",
                TimeCharts.time(seconds),
                new Axis("cores", LinearScale.upTo(TimeCharts.largest(marks), Figures::number)),
                marks);
    }

    private Chart heap() {
        List<Mark> marks = lines(this::heapMebibytes);
        return new Plot(
                prefix + "heap",
                "Heap of the workers over time",
                "Memory in use on each worker's Java heap, garbage included, at the end of a report. Excludes what lies"
                        + " outside the heap, the coordinator and the database.",
                TimeCharts.time(seconds),
                new Axis("MiB", LinearScale.upTo(TimeCharts.largest(marks), Figures::shortNumber)),
                marks);
    }

    /** A share of time, in per cent: pauses and steal stop all threads, waits are summed over threads. */
    private Chart lost() {
        List<Mark> marks = List.of(
                new Line("garbage collection", 0, Look.SOLID, Side.LEFT, worst("gc_pause_ns")),
                new Line("waiting for a core (all threads)", 1, Look.DASHED, Side.LEFT, worst("run_queue_wait_ns")),
                new Line("stolen by other machines (all cores)", 2, Look.DOTTED, Side.LEFT, worst("steal_ns")));
        return new Plot(
                prefix + "lost",
                "Time that the load generator lost",
                "Of the worker that lost most, by the time that passed; over 100 % where several threads wait at once. What"
                        + " is lost here can appear as latency of the database. Excludes the coordinator.",
                TimeCharts.time(seconds),
                new Axis("% of time", LinearScale.upTo(TimeCharts.largest(marks), Figures::shortNumber)),
                marks);
    }

    private Chart hiccups() {
        TreeMap<Integer, Double> worst = new TreeMap<>();
        byWorker.values().stream()
                .flatMap(rows -> rows.stream().skip(1))
                .filter(row -> row.number("hiccup_max_ns") > 0)
                .forEach(row -> worst.merge(bin(row), row.number("hiccup_max_ns"), Math::max));
        List<Mark> marks = List.of(new Line("longest delay", 3, points(worst)));
        double least = worst.values().stream().min(Comparator.naturalOrder()).orElse(1e5);
        return new Plot(
                prefix + "hiccups",
                "How late a sleeping thread of a worker woke",
                "The longest delay of all workers, from a thread that does nothing but sleep: what delays it delays every"
                        + " measurement.",
                TimeCharts.time(seconds),
                new Axis("delay (logarithmic)", LogScale.between(least, TimeCharts.largest(marks), Figures::time)),
                marks);
    }

    private interface Drawn {
        TreeMap<Integer, Double> of(List<Row> rows);
    }

    /** One line a worker, or, of many workers, their mean and their range. */
    private List<Mark> lines(Drawn drawn) {
        List<Mark> marks = new ArrayList<>();
        if (byWorker.size() > MOST_LINES) {
            return range(byWorker.values().stream().map(drawn::of).toList());
        }
        byWorker.forEach((worker, rows) -> {
            Look look = marks.size() % 2 == 0 ? Look.SOLID : Look.DASHED;
            marks.add(new Line(worker, marks.size(), look, Side.LEFT, points(drawn.of(rows))));
        });
        return marks;
    }

    private List<Mark> range(List<TreeMap<Integer, Double>> all) {
        List<Range> ranges = new ArrayList<>();
        List<Point> means = new ArrayList<>();
        for (int bin = 0; bin <= seconds.lastBin(); bin++) {
            int at = bin;
            var of = all.stream()
                    .mapToDouble(line -> line.getOrDefault(at, Double.NaN))
                    .filter(Double::isFinite)
                    .summaryStatistics();
            boolean none = of.getCount() == 0;
            means.add(new Point(seconds.middle(bin), none ? Double.NaN : of.getAverage()));
            ranges.add(new Range(seconds.middle(bin), none ? Double.NaN : of.getMin(), none ? Double.NaN : of.getMax()));
        }
        return List.of(
                new Band("least to most of " + all.size() + " workers", 0, ranges), new Line("mean of workers", 0, means));
    }

    /** How fast a sum grows, times a factor: between the last reports of a bin and of the one before. */
    private TreeMap<Integer, Double> rates(List<Row> rows, String column, double factor) {
        TreeMap<Integer, Double> rates = new TreeMap<>();
        Row before = rows.getFirst();
        for (int i = 1; i < rows.size(); i++) {
            Row row = rows.get(i);
            boolean last = i + 1 == rows.size() || bin(rows.get(i + 1)) != bin(row);
            double tookS = (row.whole("end_ns") - before.whole("end_ns")) / 1e9;
            if (last && tookS > 0) {
                rates.put(bin(row), Math.max(0, row.number(column) - before.number(column)) * factor / tookS);
                before = row;
            }
        }
        return rates;
    }

    private TreeMap<Integer, Double> heapMebibytes(List<Row> rows) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        rows.stream().skip(1).forEach(row -> values.put(bin(row), row.number("heap_bytes") / (1 << 20)));
        return values;
    }

    private List<Point> worst(String column) {
        TreeMap<Integer, Double> worst = new TreeMap<>();
        for (List<Row> rows : byWorker.values()) {
            rates(rows, column, 1e-7).forEach((bin, rate) -> worst.merge(bin, rate, Math::max));
        }
        return points(worst);
    }

    /** A report that ends with a second belongs to it. */
    private int bin(Row row) {
        long second = Math.floorDiv(row.whole("end_ns") - 1, 1_000_000_000L);
        return (int) Math.max(0, (second - seconds.phase().firstSecond()) / seconds.width());
    }

    private List<Point> points(TreeMap<Integer, Double> values) {
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= seconds.lastBin(); bin++) {
            points.add(new Point(seconds.middle(bin), values.getOrDefault(bin, Double.NaN)));
        }
        return points;
    }
}
