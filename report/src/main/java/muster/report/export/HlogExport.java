package muster.report.export;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.DataFormatException;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Row;
import muster.text.Printable;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The HdrHistogram log of a run: one line a second, operation, timing and outcome, merged over workers, with the tag
 * operation/timing/outcome; with step.trial.phase/ before it if the run has several measured phases. Values are
 * nanoseconds; the column of the maximum is in milliseconds.
 */
final class HlogExport {
    private static final double NS_IN_MS = 1e6;
    private static final long NS_IN_MS_WHOLE = 1_000_000;

    private final MeasuredPhases phases;
    private final List<Row> measured;
    private final PrintStream stream;
    private final HistogramLogWriter log;
    private long lines;

    HlogExport(MeasuredPhases phases, OutputStream out) {
        this.phases = phases;
        this.measured = phases.phases();
        this.stream = new PrintStream(out, false, StandardCharsets.UTF_8);
        this.log = new HistogramLogWriter(stream);
    }

    /** Returns how many lines of histograms were written. */
    long write(String runName) {
        long startMs = measured.isEmpty() ? 0 : measured.getFirst().whole("start_ns") / NS_IN_MS_WHOLE;
        log.outputComment("[Muster run " + plain(runName) + "; values in nanoseconds, Interval_Max in milliseconds]");
        log.outputLogFormatVersion();
        log.outputStartTime(startMs);
        log.outputLegend();
        for (Row phase : measured) {
            List<String> timings = phases.timings(phase);
            for (long second : phases.seconds(phase)) {
                timings.forEach(
                        timing -> phases.merged(phase, timing, second).forEach(row -> line(phase, row, startMs)));
            }
        }
        stream.flush();
        return lines;
    }

    private void line(Row phase, Row row, long startMs) {
        Histogram histogram = decode(row.blob("histogram"));
        histogram.setTag(tag(phase, row));
        double from = (row.whole("start_ns") / NS_IN_MS_WHOLE - startMs) / 1e3;
        double to = (row.whole("end_ns") / NS_IN_MS_WHOLE - startMs) / 1e3;
        log.outputIntervalHistogram(from, to, histogram, NS_IN_MS);
        lines++;
    }

    /** Of a blob that hdr_merge made, which checks what it reads. */
    private static Histogram decode(byte[] blob) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(blob), 0);
        } catch (DataFormatException damaged) {
            throw new StoreException("a histogram is damaged: " + damaged.getMessage(), damaged);
        }
    }

    private String tag(Row phase, Row row) {
        String where = measured.size() == 1
                ? ""
                : phase.text("step") + "." + phase.text("trial") + "." + phase.text("phase") + "/";
        return plain(where + row.text("operation") + "/" + row.text("timing") + "/" + row.text("outcome"));
    }

    /** The format ends a tag with a comma, and a line is a line. */
    private static String plain(String text) {
        return Printable.line(text).replaceAll("[,\\s]+", "_");
    }
}
