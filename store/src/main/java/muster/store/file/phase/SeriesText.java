package muster.store.file.phase;

import java.util.List;
import muster.store.file.row.SnapshotReport.Series;
import muster.store.table.JsonText;

/**
 * The histograms of a report as two values, for the view snapshot: what they are as JSON,
 * {@code [[operation, timing, outcome, samples, elements, bytes_sent, bytes_received, retries, clamped, from, length], ...]},
 * and their blobs one behind the other; {@code from} counts bytes from 1, as SQL does.
 */
final class SeriesText {
    private SeriesText() {}

    static String write(List<Series> all) {
        StringBuilder text = new StringBuilder("[");
        int from = 1;
        for (Series series : all) {
            text.append(text.length() == 1 ? "[" : ",[");
            write(series, text);
            text.append(',').append(from).append(',').append(series.histogram().length);
            text.append(']');
            from += series.histogram().length;
        }
        return text.append(']').toString();
    }

    private static void write(Series series, StringBuilder text) {
        text.append(JsonText.quoted(series.operation())).append(',').append(JsonText.quoted(series.timing()));
        text.append(',').append(JsonText.quoted(series.outcome()));
        text.append(',').append(series.samples()).append(',').append(series.elements());
        text.append(',').append(series.bytesSent()).append(',').append(series.bytesReceived());
        text.append(',').append(series.retries()).append(',').append(series.clamped());
    }

    static byte[] histograms(List<Series> all) {
        byte[] blobs = new byte
                [all.stream().mapToInt(series -> series.histogram().length).sum()];
        int from = 0;
        for (Series series : all) {
            System.arraycopy(series.histogram(), 0, blobs, from, series.histogram().length);
            from += series.histogram().length;
        }
        return blobs;
    }
}
