package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.model.CountedOperations;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.run.RunReader;
import muster.store.table.Row;

/**
 * Response times of a phase in bins of time. Percentiles of different seconds, or of different operations, cannot be
 * averaged: the raw histograms are merged, or, where those are too many to read in a moment, the middle and the range of
 * the percentiles of single seconds are shown.
 *
 * @param shown the seconds in bins that are wide enough for a p99
 * @param merged whether the figures are of merged histograms
 */
record LatencyBins(Seconds shown, boolean merged, List<Row> mergedRows) {
    /** Some 20 microseconds each. */
    private static final long MAX_HISTOGRAMS = 20_000;
    /** Samples that p99 needs, and some more, for seconds differ. */
    private static final double ENOUGH = 400;

    private static final int MIN_BINS = 12;
    /** Throughput beside them has every second, so that no stall is lost. */
    private static final int MIN_BINS_OF_ALL = 8;

    private static final String MERGED = """
            SELECT bin, operation, hdr_percentile(h, 50) AS p50_ns, hdr_percentile(h, 99) AS p99_ns, hdr_max(h) AS max_ns
            FROM (SELECT (start_ns / 1000000000 - ?5) / ?6 AS bin, iif(?7, full_operation, '') AS operation, hdr_merge(histogram) AS h FROM snapshot
              WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND timing = 'response' AND outcome = 'ok'
                AND accepted AND (?8 = '' OR stream = ?8) AND %s GROUP BY bin, 2)""".formatted(CountedOperations.sql("full_operation"));

    /** Of each operation. */
    static LatencyBins ofEach(RunReader reader, Seconds seconds) {
        long most = seconds.operations().stream()
                .mapToLong(operation -> ok(seconds, operation))
                .max()
                .orElse(0);
        Seconds wide = seconds.withWidth(wantedWidth(seconds, most, MIN_BINS));
        boolean few = histograms(reader, seconds) <= MAX_HISTOGRAMS;
        boolean merged = few && wide.width() > 1;
        return new LatencyBins(few ? wide : seconds, merged, merged ? merge(reader, wide, true) : List.of());
    }

    /** Of all operations of the seconds together, under the name ""; nothing if that takes more histograms than can be merged. */
    static Optional<LatencyBins> ofAll(RunReader reader, Seconds seconds) {
        if (histograms(reader, seconds) > MAX_HISTOGRAMS) {
            return Optional.empty();
        }
        Seconds wide = seconds.withWidth(wantedWidth(seconds, ok(seconds, ""), MIN_BINS_OF_ALL));
        return Optional.of(new LatencyBins(wide, true, merge(reader, wide, false)));
    }

    private static long ok(Seconds seconds, String operation) {
        return seconds.bins(operation).values().stream()
                .flatMap(List::stream)
                .mapToLong(row -> row.whole("ok"))
                .sum();
    }

    /** Wide enough that most bins have a p99, narrow enough that time can be seen. */
    private static int wantedWidth(Seconds seconds, long ok, int leastBins) {
        double wanted = Math.ceil(ENOUGH * seconds.durationS() / Math.max(1, ok));
        return (int) Math.max(seconds.width(), Math.min(wanted, seconds.durationS() / leastBins));
    }

    private static long histograms(RunReader reader, Seconds seconds) {
        long reports = reader.of(
                        "count(*) AS n FROM snapshot_batch", seconds.phase().at(), "")
                .getFirst()
                .whole("n");
        return reports
                * seconds.rows().stream()
                        .map(row -> row.text("operation"))
                        .distinct()
                        .count();
    }

    /** @param each whether operations stay apart */
    private static List<Row> merge(RunReader reader, Seconds wide, boolean each) {
        var at = wide.phase().at();
        return reader.rows(
                MERGED,
                at.step(),
                at.trial(),
                at.phase(),
                wide.phase().firstSecond(),
                wide.width(),
                each ? 1 : 0,
                wide.stream());
    }

    /** Rows with percentiles by bin, of one operation. */
    TreeMap<Integer, List<Row>> rows(String operation) {
        return merged
                ? byBin(mergedRows.stream()
                        .filter(row -> row.text("operation").equals(operation))
                        .toList())
                : shown.bins(operation);
    }

    private static TreeMap<Integer, List<Row>> byBin(List<Row> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(row -> (int) row.whole("bin"), TreeMap::new, Collectors.toList()));
    }

    /** The middle one of a column in each bin, the largest of maxima; a gap where a bin has none. */
    List<Point> points(TreeMap<Integer, List<Row>> rows, String column) {
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= shown.lastBin(); bin++) {
            double[] sorted = sorted(rows.getOrDefault(bin, List.of()), column);
            int place = column.equals("max_ns") ? sorted.length - 1 : sorted.length / 2;
            points.add(new Point(shown.middle(bin), sorted.length == 0 ? Double.NaN : sorted[place]));
        }
        return points;
    }

    /** The least and the largest of a column in each bin. */
    List<Range> ranges(TreeMap<Integer, List<Row>> rows, String column) {
        List<Range> ranges = new ArrayList<>();
        for (int bin = 0; bin <= shown.lastBin(); bin++) {
            double[] sorted = sorted(rows.getOrDefault(bin, List.of()), column);
            boolean none = sorted.length == 0;
            ranges.add(new Range(
                    shown.middle(bin), none ? Double.NaN : sorted[0], none ? Double.NaN : sorted[sorted.length - 1]));
        }
        return ranges;
    }

    private static double[] sorted(List<Row> rows, String column) {
        return rows.stream()
                .mapToDouble(row -> row.number(column))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
    }

    /** For a caption: what a point is. */
    String how() {
        if (merged) {
            return "each point is over " + shown.width() + " s, from merged histograms.";
        }
        return shown.width() == 1
                ? "each point is one second."
                : "of each " + shown.width()
                        + " s the lines show the middle one of the seconds' p50 and p99, the shades their"
                        + " range, and the largest maximum.";
    }
}
