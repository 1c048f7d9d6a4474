package muster.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.store.table.Row;
import muster.text.Quantity;

/** Throughput and response time of a phase in one plot: what a user looks at first. */
final class Timeline {
    private final LatencyBins bins;
    private final String operation;
    private final WorkerArrivals arrivals;
    private final OutageBands outages;
    private final String prefix;

    private Timeline(LatencyBins bins, String operation, WorkerArrivals arrivals, OutageBands outages, String prefix) {
        this.bins = bins;
        this.operation = operation;
        this.arrivals = arrivals;
        this.outages = outages;
        this.prefix = prefix;
    }

    /** Of all operations; of the most frequent one where the histograms of all are too many to merge. */
    static Timeline of(
            Optional<LatencyBins> all, LatencyBins each, WorkerArrivals arrivals, OutageBands outages, String prefix) {
        List<String> operations = each.shown().operations();
        String most = all.isPresent() || operations.isEmpty() ? "" : operations.getFirst();
        return new Timeline(all.orElse(each), most, arrivals, outages, prefix);
    }

    /** @param throughput operations a second that ended well, of all operations */
    Chart chart(List<Point> throughput) {
        Line rate = new Line("throughput", 0, throughput);
        List<Mark> latency = latency();
        List<Mark> marks = new ArrayList<>(outages.marks(TimeCharts.largest(List.of(rate))));
        marks.add(rate);
        marks.addAll(latency);
        marks.addAll(arrivals.moments());
        return new Plot(
                prefix + "timeline",
                "Throughput and response time",
                "Outcome ok. Response time: " + bins.how() + arrivals.text() + outages.text(),
                TimeCharts.time(bins.shown()),
                new Axis("operations/s", LinearScale.upTo(TimeCharts.largest(List.of(rate)), Quantity::compact)),
                new Axis("response time (log.)", scale(latency)),
                marks);
    }

    private List<Mark> latency() {
        TreeMap<Integer, List<Row>> rows = bins.rows(operation);
        String of = operation.isEmpty() ? "" : " of " + operation;
        return Stream.of(
                        line("p50" + of + " (right)", 2, Look.DASHED, bins.points(rows, "p50_ns")),
                        line("p99" + of + " (right)", 1, Look.SOLID, bins.points(rows, "p99_ns")))
                .filter(mark -> values(mark).findAny().isPresent())
                .toList();
    }

    private static Mark line(String name, int colour, Look look, List<Point> points) {
        return new Line(name, colour, look, Side.RIGHT, points);
    }

    private static LogScale scale(List<Mark> latency) {
        double[] values = latency.stream().flatMapToDouble(Timeline::values).toArray();
        double least = Arrays.stream(values).min().orElse(1e6);
        double largest = Arrays.stream(values).max().orElse(1e7);
        return LogScale.between(least, largest, Quantity::tick);
    }

    private static DoubleStream values(Mark mark) {
        return mark instanceof Line line
                ? line.points().stream().mapToDouble(Point::y).filter(y -> y > 0)
                : DoubleStream.empty();
    }
}
