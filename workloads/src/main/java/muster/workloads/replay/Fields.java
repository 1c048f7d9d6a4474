package muster.workloads.replay;

import java.util.List;
import java.util.Map;
import muster.text.JsonReader;
import org.jspecify.annotations.Nullable;

/** A JSON object, read by key; {@link IllegalArgumentException} says what is wrong, and what would be right. */
record Fields(Map<?, ?> plain) {
    /** Of a line. */
    static Fields read(String line) {
        return of(JsonReader.read(line));
    }

    static Fields of(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return new Fields(map);
        }
        throw new IllegalArgumentException("expected an object");
    }

    boolean has(String key) {
        return plain.containsKey(key);
    }

    String text(String key) {
        if (plain.get(key) instanceof String text) {
            return text;
        }
        throw wrong(key, "a text");
    }

    long whole(String key, long least) {
        if (plain.get(key) instanceof Long number && number >= least) {
            return number;
        }
        throw wrong(key, "a whole number from " + least);
    }

    boolean flag(String key) {
        if (plain.get(key) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false");
    }

    Map<?, ?> map(String key) {
        if (plain.get(key) instanceof Map<?, ?> map) {
            return map;
        }
        throw wrong(key, "an object");
    }

    List<?> list(String key) {
        if (plain.get(key) instanceof List<?> list) {
            return list;
        }
        throw wrong(key, "a list");
    }

    private static IllegalArgumentException wrong(String key, String right) {
        return new IllegalArgumentException(key + ": expected " + right);
    }
}
