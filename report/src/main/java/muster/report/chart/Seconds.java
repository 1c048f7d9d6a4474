package muster.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import muster.model.CountedOperations;
import muster.report.plot.Mark.Point;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.table.Row;

/**
 * The interval rows of one phase, put into bins of whole seconds, so that an hour is as readable as a minute.
 *
 * @param rows of table interval, ordered by second, of operations that are counted
 * @param stream whose operations these are; "" for all of the phase
 * @param durationS the time that throughput is over
 * @param width of a bin, in seconds
 */
record Seconds(MeasuredPhase phase, String stream, List<Row> rows, double durationS, int width) {
    private static final int[] WIDTHS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600};
    private static final int MAX_OPERATIONS = 6;

    static Seconds read(RunReader reader, MeasuredPhase phase, int mostBins) {
        List<Row> rows = reader.of(
                "unix_second, operation, operations, ok, ok_in_time, errors, operations - ok - errors AS others, p50_ns, p99_ns, max_ns FROM interval",
                phase.at(),
                " AND " + CountedOperations.sql("operation") + " ORDER BY unix_second");
        long last = rows.isEmpty() ? phase.firstSecond() : rows.getLast().whole("unix_second");
        double durationS = phase.durationS(last);
        return new Seconds(phase, "", rows, durationS, width(durationS / mostBins));
    }

    private static int width(double least) {
        for (int width : WIDTHS) {
            if (width >= least) {
                return width;
            }
        }
        return (int) Math.ceil(least);
    }

    Seconds withWidth(int other) {
        return new Seconds(phase, stream, rows, durationS, other);
    }

    /** Those of one stream; all for the only load of a phase, which has no name. */
    Seconds ofStream(String name) {
        List<Row> own = name.isEmpty()
                ? rows
                : rows.stream()
                        .filter(row -> row.text("operation").startsWith(name + " "))
                        .toList();
        return new Seconds(phase, name, own, durationS, width);
    }

    /** The operations that were executed most, at most six. */
    List<String> operations() {
        Map<String, Long> counts = new LinkedHashMap<>();
        rows.forEach(row -> counts.merge(row.text("operation"), row.whole("operations"), Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_OPERATIONS)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Rows by bin; of one operation, or of all if it is "". */
    TreeMap<Integer, List<Row>> bins(String operation) {
        TreeMap<Integer, List<Row>> bins = new TreeMap<>();
        for (Row row : rows) {
            if (operation.isEmpty() || row.text("operation").equals(operation)) {
                bins.computeIfAbsent(bin(row), bin -> new ArrayList<>()).add(row);
            }
        }
        return bins;
    }

    int lastBin() {
        return rows.isEmpty() ? -1 : bin(rows.getLast());
    }

    private int bin(Row row) {
        return (int) ((row.whole("unix_second") - phase.firstSecond()) / width);
    }

    /** The middle of the part of a bin that lies within the phase, in seconds since its start. */
    double middle(int bin) {
        double from = Math.max(0, begin(bin));
        double to = Math.min(durationS, begin(bin + 1));
        return to > from ? (from + to) / 2 : from;
    }

    /** How much of a bin lies within the phase. */
    double widthS(int bin) {
        return Math.max(0, Math.min(durationS, begin(bin + 1)) - Math.max(0, begin(bin)));
    }

    /** A figure of all operations a second, in each bin. */
    List<Point> line(String column) {
        TreeMap<Integer, List<Row>> bins = bins("");
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= lastBin(); bin++) {
            points.add(new Point(middle(bin), perSecond(bins.getOrDefault(bin, List.of()), row -> row.number(column))));
        }
        return points;
    }

    private double begin(int bin) {
        return phase.sinceStart(phase.firstSecond() + (long) bin * width);
    }

    /** Sum of a figure by the seconds of the phase that the rows lie in; NaN after its end. */
    double perSecond(List<Row> rows, ToDoubleFunction<Row> figure) {
        double sum = rows.stream().mapToDouble(figure).sum();
        double covered = rows.stream()
                .mapToLong(row -> row.whole("unix_second"))
                .distinct()
                .mapToDouble(this::within)
                .sum();
        return covered < 1e-6 ? Double.NaN : sum / covered;
    }

    /** How much of a second lies in the phase. */
    private double within(long unixSecond) {
        double from = Math.max(0, phase.sinceStart(unixSecond));
        return Math.max(0, Math.min(durationS, phase.sinceStart(unixSecond + 1)) - from);
    }
}
