package muster.report.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Side;
import muster.report.plot.PercentileScale;
import muster.report.plot.Plot;
import muster.report.run.RunReader;
import muster.store.table.Row;
import muster.text.Quantity;

/** Percentiles in HdrHistogram's way, from the decoded histograms of a whole phase. */
final class PercentileCharts {
    /** How fine a line is: points for each nine. */
    private static final int POINTS_A_NINE = 60;
    /** An outcome that was not seen in n samples has, with 95 % confidence, a share below this by n (docs/semantics.md rule 12). */
    private static final double LOG_OF_DOUBT = Math.log(0.05);

    private static final String HOW =
            " To the right each nine takes the same room. A line ends where its samples end: beyond that percentile fewer"
                    + " samples were seen than it needs. Outcome ok only; excludes load and warm-up.";

    private final RunReader reader;
    private final Seconds seconds;
    private final String prefix;

    PercentileCharts(RunReader reader, Seconds seconds, String prefix) {
        this.reader = reader;
        this.seconds = seconds;
        this.prefix = prefix;
    }

    /** None while the phase goes on, for the histograms are decoded at its end. */
    List<Chart> charts() {
        Map<String, Cumulative> merged = read("timing AS name, cumulative, value_ns FROM merged_bucket", "");
        Map<String, Cumulative> each = read(
                "operation AS name, cumulative, value_ns FROM bucket", " AND timing = 'response' AND outcome = 'ok'");
        List<Chart> charts = new ArrayList<>();
        if (!merged.isEmpty()) {
            charts.add(chart(
                    "percentiles",
                    "Percentiles of response and service time",
                    "All operations. Response: from the intended start; service: from the actual start. Where the two differ,"
                            + " operations had to wait for their turn." + HOW,
                    twoTimings(merged)));
        }
        List<Mark> marks = operations(each);
        if (marks.size() > 1) {
            charts.add(chart(
                    "percentiles-by-operation",
                    "Percentiles of response time by operation",
                    "From the intended start to the end of each operation." + HOW,
                    marks));
        }
        return charts;
    }

    private Map<String, Cumulative> read(String columns, String where) {
        Map<String, Cumulative> all = new LinkedHashMap<>();
        reader.of(columns, seconds.phase().at(), where + " ORDER BY name, cumulative")
                .forEach(row -> all.computeIfAbsent(row.text("name"), name -> new Cumulative())
                        .add(row));
        return all;
    }

    private List<Mark> twoTimings(Map<String, Cumulative> merged) {
        List<Mark> marks = new ArrayList<>();
        Map<String, Look> looks = new LinkedHashMap<>();
        looks.put("response", Look.SOLID);
        looks.put("service", Look.DASHED);
        looks.forEach((timing, look) -> {
            Cumulative of = merged.get(timing);
            if (of != null) {
                marks.add(new Line(timing + " time", marks.size(), look, Side.LEFT, of.points()));
            }
        });
        return marks;
    }

    private List<Mark> operations(Map<String, Cumulative> each) {
        List<Mark> marks = new ArrayList<>();
        for (String operation : seconds.operations()) {
            Cumulative of = each.get(operation);
            Look look = marks.size() % 2 == 0 ? Look.SOLID : Look.DASHED;
            if (of != null) {
                marks.add(new Line(operation, marks.size(), look, Side.LEFT, of.points()));
            }
        }
        return marks;
    }

    private Chart chart(String id, String title, String caption, List<Mark> marks) {
        List<Point> points = marks.stream()
                .flatMap(mark -> mark instanceof Line line ? line.points().stream() : java.util.stream.Stream.empty())
                .toList();
        double high = points.stream().mapToDouble(Point::x).max().orElse(0.9);
        double least = points.stream().mapToDouble(Point::y).min().orElse(1e6);
        double largest = points.stream().mapToDouble(Point::y).max().orElse(1e7);
        return new Plot(
                prefix + id,
                title,
                caption,
                new Axis("percentile, by the logarithm of 1 / (1 - q)", new PercentileScale(Math.max(high, 0.5))),
                new Axis("latency (logarithmic)", LogScale.between(least, largest, Quantity::tick)),
                marks);
    }

    /** The buckets of one histogram, ascending. */
    private static final class Cumulative {
        private final List<Row> rows = new ArrayList<>();

        void add(Row row) {
            rows.add(row);
        }

        List<Point> points() {
            long samples = rows.getLast().whole("cumulative");
            double nines = PercentileScale.nines(Math.exp(LOG_OF_DOUBT / samples));
            List<Point> points = new ArrayList<>();
            int row = 0;
            for (int i = 0; i <= nines * POINTS_A_NINE; i++) {
                double quantile = 1 - Math.pow(10, -(double) i / POINTS_A_NINE);
                double rank = Math.max(1, Math.ceil(quantile * samples - 1e-6));
                while (rows.get(row).whole("cumulative") < rank) {
                    row++;
                }
                points.add(new Point(quantile, Math.max(1, rows.get(row).number("value_ns"))));
            }
            return points;
        }
    }
}
