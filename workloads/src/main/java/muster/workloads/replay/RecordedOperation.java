package muster.workloads.replay;

import java.util.LinkedHashMap;
import java.util.Map;
import muster.text.Json;
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
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
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
        Fields fields = Fields.read(line);
        Map<?, ?> given = fields.map("parameters");
        Map<String, @Nullable Object> parameters = LinkedHashMap.newLinkedHashMap(given.size());
        given.forEach((key, value) -> parameters.put((String) key, value));
        return new RecordedOperation(
                fields.text("phase"),
                fields.whole("index", 0),
                fields.has("start_ns") ? fields.whole("start_ns", 0) : NO_TIME,
                fields.text("name"),
                parameters);
    }
}
