package muster.store.file.phase;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.text.Json;

/**
 * The histograms of a report as two values, for the view snapshot: what they are as JSON,
 * {@code {timing: [[operation, outcome, samples, elements, bytes_sent, bytes_received, retries, clamped, from, length], ...]}},
 * and their blobs one behind the other; {@code from} counts bytes from 1, as SQL does. By timing, as a query mostly asks
 * for one, and then reads no other.
 */
final class SeriesText {
    private SeriesText() {}

    static String write(List<Series> all) {
        Map<String, List<Object>> byTiming = new LinkedHashMap<>();
        long from = 1;
        for (Series series : all) {
            byTiming.computeIfAbsent(series.key().timing(), timing -> new ArrayList<>())
                    .add(values(series, from));
            from += series.histogram().length;
        }
        return Json.compact(byTiming);
    }

    private static List<Object> values(Series series, long from) {
        Counters counters = series.counters();
        return List.of(
                series.key().operation(),
                series.key().outcome(),
                series.samples(),
                counters.elements(),
                counters.bytesSent(),
                counters.bytesReceived(),
                counters.retries(),
                counters.clamped(),
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
