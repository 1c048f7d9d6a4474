package muster.workloads.answers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values that a driver gives for a row into those of answers, and counts the bytes of their content: a text as
 * many as it has characters, everything else 8. Used by one thread, for one answer.
 */
public abstract class DriverValues {
    private long bytes;

    /** Of all rows so far. */
    public final long bytes() {
        return bytes;
    }

    /** A value of a row, or one within it. */
    protected final @Nullable Object plain(@Nullable Object value) {
        switch (value) {
            case String text -> bytes += text.length();
            case byte[] content -> bytes += content.length;
            case List<?> list -> {
                List<@Nullable Object> items = new ArrayList<>(list.size());
                list.forEach(item -> items.add(plain(item)));
                return items;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> entries = LinkedHashMap.newLinkedHashMap(map.size());
                map.forEach((key, item) -> entries.put(key.toString(), plain(item)));
                return entries;
            }
            case null, default -> bytes += Long.BYTES;
        }
        return element(value);
    }

    /** The value of an answer that stands for one of the driver's types; any other value is itself. */
    protected abstract @Nullable Object element(@Nullable Object value);
}
