package muster.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.store.table.Row;

/** What workers used, by the bins of the phase that their reports end in. */
record ResourceBins(Seconds seconds) {
    /** How fast a sum grows, times a factor: between the last reports of a bin and of the one before. */
    Map<Integer, Double> rates(List<Row> rows, String column, double factor) {
        TreeMap<Integer, Double> rates = new TreeMap<>();
        Row before = rows.getFirst();
        for (int i = 1; i < rows.size(); i++) {
            Row row = rows.get(i);
            boolean last = i + 1 == rows.size() || of(rows.get(i + 1)) != of(row);
            double tookS = (row.whole("end_ns") - before.whole("end_ns")) / 1e9;
            if (last && tookS > 0) {
                rates.put(of(row), Math.max(0, row.number(column) - before.number(column)) * factor / tookS);
                before = row;
            }
        }
        return rates;
    }

    /** A gauge at the end of each bin, times a factor. */
    Map<Integer, Double> last(List<Row> rows, String column, double factor) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        rows.stream().skip(1).forEach(row -> values.put(of(row), row.number(column) * factor));
        return values;
    }

    /** In per cent of time, of the worker that has most in a bin. */
    List<Point> worst(Collection<List<Row>> workers, String column) {
        TreeMap<Integer, Double> worst = new TreeMap<>();
        for (List<Row> rows : workers) {
            rates(rows, column, 1e-7).forEach((bin, rate) -> worst.merge(bin, rate, Math::max));
        }
        return points(worst);
    }

    /** The mean of many lines, and the room between the lowest and the highest. */
    List<Mark> range(List<Map<Integer, Double>> all) {
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
            ranges.add(
                    new Range(seconds.middle(bin), none ? Double.NaN : of.getMin(), none ? Double.NaN : of.getMax()));
        }
        return List.of(
                new Band("least to most of " + all.size() + " workers", 0, ranges),
                new Line("mean of workers", 0, means));
    }

    /** A report that ends with a second belongs to it. */
    int of(Row row) {
        long second = Math.floorDiv(row.whole("end_ns") - 1, 1_000_000_000L);
        return (int) Math.max(0, (second - seconds.phase().firstSecond()) / seconds.width());
    }

    List<Point> points(Map<Integer, Double> values) {
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= seconds.lastBin(); bin++) {
            points.add(new Point(seconds.middle(bin), values.getOrDefault(bin, Double.NaN)));
        }
        return points;
    }
}
