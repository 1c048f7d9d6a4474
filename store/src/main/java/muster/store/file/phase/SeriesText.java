package muster.store.file.phase;

import java.util.ArrayList;
import java.util.List;
import muster.store.file.row.SnapshotReport.Series;
import muster.text.Json;

/**
 * The histograms of a report as two values, for the view snapshot: what they are as JSON,
 * {@code [[operation, timing, outcome, samples, elements, bytes_sent, bytes_received, retries, clamped, from, length], ...]},
 * and their blobs one behind the other; {@code from} counts bytes from 1, as SQL does.
 */
final class SeriesText {
    private SeriesText() {}

    static String write(List<Series> all) {
        List<List<Object>> values = new ArrayList<>(all.size());
        long from = 1;
        for (Series series : all) {
            values.add(values(series, from));
            from += series.histogram().length;
        }
        return Json.compact(values);
    }

    private static List<Object> values(Series series, long from) {
        return List.of(
                series.operation(),
                series.timing(),
                series.outcome(),
                series.samples(),
                series.elements(),
                series.bytesSent(),
                series.bytesReceived(),
                series.retries(),
                series.clamped(),
                from,
                (long) series.histogram().length);
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
