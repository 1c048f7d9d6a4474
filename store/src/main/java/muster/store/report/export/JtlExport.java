package muster.store.report.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import muster.model.OutcomeCounts;
import muster.store.table.Row;
import muster.store.table.RowSink;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A file for JMeter's listeners: a row a sample, as JMeter writes them. Muster stores histograms of seconds, so the
 * elapsed time of a row is that of its bucket, to a millisecond, and its place within the second is made up: samples
 * are spread evenly, in an order that the seed decides. docs/report.md says what may be done with them.
 */
final class JtlExport {
    private static final List<String> COLUMNS = List.of(
            "timeStamp",
            "elapsed",
            "label",
            "responseCode",
            "responseMessage",
            "threadName",
            "dataType",
            "success",
            "failureMessage",
            "bytes",
            "sentBytes",
            "grpThreads",
            "allThreads",
            "URL",
            "Latency",
            "IdleTime",
            "Connect");
    private static final double NS_IN_MS = 1e6;

    private final MeasuredPhases phases;
    private final RowSink rows;
    private final long mostRows;
    private final Random order;
    private long written;

    JtlExport(MeasuredPhases phases, long seed, long mostRows, Appendable out) {
        this.phases = phases;
        this.rows = TableText.sink(Format.CSV, out);
        this.mostRows = mostRows;
        this.order = new Random(seed);
    }

    /** Returns how many rows were written: all samples, or the first ones up to the most that were asked for. */
    long write() {
        rows.columns(COLUMNS);
        for (Row phase : phases.phases()) {
            for (long second : phases.seconds(phase)) {
                if (written < mostRows) {
                    second(phase, phases.merged(phase, "service", second));
                }
            }
        }
        rows.end();
        return written;
    }

    /** Transactions hold operations that are samples of their own. */
    private void second(Row phase, List<Row> merged) {
        List<Series> all = new ArrayList<>();
        merged.stream()
                .filter(row -> !row.text("operation").equals("transaction"))
                .forEach(row -> all.add(new Series(row, shuffled(Histograms.decode(row.blob("histogram"))))));
        while (written < mostRows) {
            Series next = null;
            for (Series series : all) {
                next = series.hasNext() && (next == null || series.endMs() < next.endMs()) ? series : next;
            }
            if (next == null) {
                return;
            }
            rows.row(row(phase, next));
            next.taken++;
            written++;
        }
    }

    private List<Object> row(Row phase, Series series) {
        String outcome = series.row.text("outcome");
        boolean success = !OutcomeCounts.isError(outcome);
        long elapsed = series.elapsedMs[series.taken];
        long clients = phase.whole("clients");
        return List.of(
                Math.round(series.endMs()) - elapsed,
                elapsed,
                series.row.text("operation"),
                outcome,
                outcome,
                "muster 1-1",
                "",
                success,
                success ? "" : outcome,
                series.each("bytes_received"),
                series.each("bytes_sent"),
                clients,
                clients,
                "",
                0L,
                0L,
                0L);
    }

    private int[] shuffled(Histogram histogram) {
        int[] elapsed = new int[Math.toIntExact(histogram.getTotalCount())];
        int next = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            int to = next + Math.toIntExact(value.getCountAddedInThisIterationStep());
            long ns = histogram.medianEquivalentValue(value.getValueIteratedTo());
            Arrays.fill(elapsed, next, to, (int) Math.round(ns / NS_IN_MS));
            next = to;
        }
        for (int i = elapsed.length - 1; i > 0; i--) {
            int with = order.nextInt(i + 1);
            int swapped = elapsed[i];
            elapsed[i] = elapsed[with];
            elapsed[with] = swapped;
        }
        return elapsed;
    }

    /** The samples of an operation and outcome in a second, and how many of them are written. */
    private static final class Series {
        private final Row row;
        private final int[] elapsedMs;
        private int taken;

        Series(Row row, int[] elapsedMs) {
            this.row = row;
            this.elapsedMs = elapsedMs;
        }

        boolean hasNext() {
            return taken < elapsedMs.length;
        }

        /** Spread evenly over the second. */
        double endMs() {
            double widthNs = row.number("end_ns") - row.number("start_ns");
            return (row.number("start_ns") + (taken + 0.5) / elapsedMs.length * widthNs) / NS_IN_MS;
        }

        long each(String bytes) {
            return Math.round(row.number(bytes) / elapsedMs.length);
        }
    }
}
