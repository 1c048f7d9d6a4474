package muster.coordinator.observe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Heap and garbage collection of a HotSpot JVM, from the counters that it keeps in a file of its host (PerfData version 2, as
 * jstat reads it): nothing attaches to it. Empty for what is no such JVM, or runs with -XX:-UsePerfData.
 */
final class JvmReading {
    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER_AT = 4;
    private static final int FIRST_ENTRY_AT = 24;
    private static final int ENTRIES_AT = 28;
    private static final byte LONG = 'J';
    private static final double NS = 1e9;
    private static final Pattern USED = Pattern.compile("sun\\.gc\\.generation\\.\\d+\\.space\\.\\d+\\.used");
    private static final Pattern COLLECTIONS = Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.invocations");
    private static final Pattern COLLECTING = Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.time");

    private JvmReading() {}

    /** @param temporary where JVMs keep these files: /tmp, also if java.io.tmpdir is another */
    static Map<String, Long> of(Path temporary, long pid) {
        try (var folders = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
            for (Path folder : folders) {
                Path file = folder.resolve(Long.toString(pid));
                if (Files.isReadable(file)) {
                    return summary(counters(ByteBuffer.wrap(Files.readAllBytes(file))));
                }
            }
        } catch (IOException
                | DirectoryIteratorException
                | IndexOutOfBoundsException
                | IllegalArgumentException unreadable) {
            return Map.of();
        }
        return Map.of();
    }

    private static Map<String, Long> summary(Map<String, Long> counters) {
        long frequency = counters.getOrDefault("sun.os.hrt.frequency", 0L);
        if (frequency == 0) {
            return Map.of();
        }
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("heap_used_bytes", sum(counters, USED));
        values.put("gc_count", sum(counters, COLLECTIONS));
        values.put("gc_ns", Math.round(sum(counters, COLLECTING) * NS / frequency));
        return values;
    }

    private static long sum(Map<String, Long> counters, Pattern name) {
        return counters.entrySet().stream()
                .filter(counter -> name.matcher(counter.getKey()).matches())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** An entry: its length, where its name and its data begin, the length of a vector, the type. */
    private static Map<String, Long> counters(ByteBuffer data) {
        Map<String, Long> counters = new HashMap<>();
        if (data.getInt(0) != MAGIC) {
            return counters;
        }
        data.order(data.get(BYTE_ORDER_AT) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int at = data.getInt(FIRST_ENTRY_AT);
        for (int left = data.getInt(ENTRIES_AT); left > 0 && at >= 0 && at + 20 <= data.limit(); left--) {
            int length = data.getInt(at);
            if (length <= 0) {
                return counters;
            }
            if (data.getInt(at + 8) == 0 && data.get(at + 12) == LONG) {
                counters.put(text(data, at + data.getInt(at + 4)), data.getLong(at + data.getInt(at + 16)));
            }
            at += length;
        }
        return counters;
    }

    private static String text(ByteBuffer data, int from) {
        int end = from;
        while (data.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - from];
        data.get(from, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
