package muster.workloads.replay;

import java.util.LinkedHashMap;
import java.util.Map;
import muster.workloads.plan.language.Json;
import muster.workloads.plan.language.JsonReader;
import org.jspecify.annotations.Nullable;

/**
 * One line of a file of recorded operations.
 *
 * @param index in the phase that was recorded
 * @param startNs when it was meant to start, after the start of the phase; -1 if that is not known
 * @param name of the operation
 * @param parameters each a long, double, boolean, text or null
 */
record RecordedOperation(
        String phase, long index, long startNs, String name, Map<String, @Nullable Object> parameters) {
    static final long NO_TIME = -1;

    String line() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("phase", phase);
        plain.put("index", index);
        if (startNs != NO_TIME) {
            plain.put("start_ns", startNs);
        }
        plain.put("name", name);
        plain.put("parameters", parameters);
        return Json.write(plain);
    }

    /** Throws {@link IllegalArgumentException} with what is wrong. */
    static RecordedOperation read(String line) {
        if (!(JsonReader.read(line) instanceof Map<?, ?> plain)) {
            throw new IllegalArgumentException("expected an object");
        }
        long startNs = plain.containsKey("start_ns") ? whole(plain, "start_ns") : NO_TIME;
        return new RecordedOperation(
                text(plain, "phase"), whole(plain, "index"), startNs, text(plain, "name"), parameters(plain));
    }

    private static String text(Map<?, ?> plain, String key) {
        if (plain.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(key + ": expected a text");
    }

    private static long whole(Map<?, ?> plain, String key) {
        if (plain.get(key) instanceof Long number && number >= 0) {
            return number;
        }
        throw new IllegalArgumentException(key + ": expected a whole number from 0");
    }

    private static Map<String, @Nullable Object> parameters(Map<?, ?> plain) {
        if (!(plain.get("parameters") instanceof Map<?, ?> given)) {
            throw new IllegalArgumentException("parameters: expected an object");
        }
        Map<String, @Nullable Object> parameters = LinkedHashMap.newLinkedHashMap(given.size());
        given.forEach((key, value) -> parameters.put((String) key, value));
        return parameters;
    }
}
