package muster.store.file.phase;

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

    /** By hand: once for each worker and second, it took as long as to insert the row. */
    static String write(List<Series> all) {
        StringBuilder out = new StringBuilder(80 * all.size() + 2);
        long from = 1;
        for (Series series : all) {
            out.append(from == 1 ? "[[" : ",[");
            name(out, series.operation()).append(',');
            name(out, series.timing()).append(',');
            name(out, series.outcome());
            for (long number : numbers(series, from)) {
                out.append(',').append(number);
            }
            out.append(']');
            from += series.histogram().length;
        }
        return all.isEmpty() ? "[]" : out.append(']').toString();
    }

    private static long[] numbers(Series series, long from) {
        return new long[] {
            series.samples(),
            series.elements(),
            series.bytesSent(),
            series.bytesReceived(),
            series.retries(),
            series.clamped(),
            from,
            series.histogram().length
        };
    }

    private static StringBuilder name(StringBuilder out, String name) {
        return isPlain(name) ? out.append('"').append(name).append('"') : out.append(Json.compact(name));
    }

    private static boolean isPlain(String name) {
        boolean plain = true;
        for (int i = 0; plain && i < name.length(); i++) {
            char c = name.charAt(i);
            plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        }
        return plain;
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
