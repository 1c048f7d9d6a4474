package muster.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.run.RunReader;
import muster.store.table.Row;
import muster.text.Quantity;

/** What the workers used of their machines, under the time axis of the phase. */
final class ResourceCharts {
    /** More lines than this cannot be told apart: then the range of all is drawn. */
    private static final int MAX_LINES = 8;

    private static final String VALUES = """
            session, worker, end_ns, used ->> '$.cpu_ns' AS cpu_ns, used ->> '$.heap_bytes' AS heap_bytes,
              used ->> '$.gc_pause_ns' AS gc_pause_ns, used ->> '$.run_queue_wait_ns' AS run_queue_wait_ns,
              used ->> '$.steal_ns' AS steal_ns, used ->> '$.hiccup_max_ns' AS hiccup_max_ns
            FROM (SELECT run_id, step, trial, phase, session, seq, worker, end_ns, values_json AS used FROM resource_reading
              UNION ALL SELECT run_id, step, trial, phase, session, seq, worker, end_ns, resources FROM snapshot_batch)""";

    private final Seconds seconds;
    private final String prefix;
    private final Map<String, List<Row>> byWorker;
    private final ResourceBins bins;

    private ResourceCharts(Seconds seconds, String prefix, Map<String, List<Row>> byWorker) {
        this.seconds = seconds;
        this.prefix = prefix;
        this.byWorker = byWorker;
        this.bins = new ResourceBins(seconds);
    }

    /** No charts if no worker has reported what it used. */
    static List<Chart> charts(RunReader reader, Seconds seconds, String prefix) {
        List<Row> rows = reader.of(VALUES, seconds.phase().at(), " AND session <> 0 ORDER BY worker, session, seq");
        Map<String, List<Row>> byWorker = bySession(rows);
        byWorker.values().removeIf(of -> of.size() < 2);
        ResourceCharts charts = new ResourceCharts(seconds, prefix, byWorker);
        return byWorker.isEmpty() ? List.of() : List.of(charts.cpu(), charts.heap(), charts.lost(), charts.hiccups());
    }

    /** The sums of a worker that came back begin anew: each of its sessions has a line. */
    private static Map<String, List<Row>> bySession(List<Row> rows) {
        Map<Long, List<Row>> sessions = rows.stream()
                .collect(Collectors.groupingBy(row -> row.whole("session"), TreeMap::new, Collectors.toList()));
        Map<String, List<Row>> named = new TreeMap<>();
        sessions.forEach((session, of) -> {
            String worker = of.getFirst().text("worker");
            named.put(named.containsKey(worker) ? worker + ", session " + session : worker, of);
        });
        return named;
    }

    private Chart cpu() {
        List<Mark> marks = lines(rows -> bins.rates(rows, "cpu_ns", 1e-9));
        return new Plot(
                prefix + "cpu",
                "Processor use of the workers over time",
                "Processor time of each worker's process by the time it took; 1 is one core. Excludes the coordinator and"
                        + " the database, which are other processes; a standalone run"
                        + " is one process.",
                TimeCharts.time(seconds),
                new Axis("cores", LinearScale.upTo(TimeCharts.largest(marks), Quantity::number)),
                marks);
    }

    private Chart heap() {
        List<Mark> marks = lines(rows -> bins.last(rows, "heap_bytes", 1.0 / (1 << 20)));
        return new Plot(
                prefix + "heap",
                "Heap of the workers over time",
                "Memory in use on each worker's Java heap, garbage included, at the end of a report. Excludes what lies"
                        + " outside the heap, the coordinator and the database.",
                TimeCharts.time(seconds),
                new Axis("MiB", LinearScale.upTo(TimeCharts.largest(marks), Quantity::compact)),
                marks);
    }

    /** A share of time, in per cent: pauses and steal stop all threads, waits are summed over threads. */
    private Chart lost() {
        List<Mark> marks = List.of(
                new Line("garbage collection", 0, Look.SOLID, Side.LEFT, bins.worst(byWorker.values(), "gc_pause_ns")),
                new Line(
                        "waiting for a core (all threads)",
                        1,
                        Look.DASHED,
                        Side.LEFT,
                        bins.worst(byWorker.values(), "run_queue_wait_ns")),
                new Line(
                        "stolen by other machines (all cores)",
                        2,
                        Look.DOTTED,
                        Side.LEFT,
                        bins.worst(byWorker.values(), "steal_ns")));
        return new Plot(
                prefix + "lost",
                "Time that the load generator lost",
                "Of the worker that lost most, by the time that passed; over 100 % where several threads wait at once. What"
                        + " is lost here can appear as latency of the database. Excludes the coordinator.",
                TimeCharts.time(seconds),
                new Axis("% of time", LinearScale.upTo(TimeCharts.largest(marks), Quantity::compact)),
                marks);
    }

    private Chart hiccups() {
        TreeMap<Integer, Double> worst = new TreeMap<>();
        byWorker.values().stream()
                .flatMap(rows -> rows.stream().skip(1))
                .filter(row -> row.number("hiccup_max_ns") > 0)
                .forEach(row -> worst.merge(bins.of(row), row.number("hiccup_max_ns"), Math::max));
        List<Mark> marks = List.of(new Line("longest delay", 3, bins.points(worst)));
        double least = worst.values().stream().min(Comparator.naturalOrder()).orElse(1e5);
        return new Plot(
                prefix + "hiccups",
                "How late a sleeping thread of a worker woke",
                "The longest delay of all workers, from a thread that does nothing but sleep: what delays it delays every"
                        + " measurement.",
                TimeCharts.time(seconds),
                new Axis("delay (logarithmic)", LogScale.between(least, TimeCharts.largest(marks), Quantity::tick)),
                marks);
    }

    private interface Drawn {
        Map<Integer, Double> of(List<Row> rows);
    }

    /** One line a worker, or, of many workers, their mean and their range. */
    private List<Mark> lines(Drawn drawn) {
        List<Mark> marks = new ArrayList<>();
        if (byWorker.size() > MAX_LINES) {
            return bins.range(byWorker.values().stream().map(drawn::of).toList());
        }
        byWorker.forEach((worker, rows) -> {
            Look look = marks.size() % 2 == 0 ? Look.SOLID : Look.DASHED;
            marks.add(new Line(worker, marks.size(), look, Side.LEFT, bins.points(drawn.of(rows))));
        });
        return marks;
    }
}
