package muster.targets.http.json;

import java.util.Arrays;
import java.util.List;

/** A place in a document (RFC 6901): "/data/0", or "" for the whole. */
public record JsonPointer(List<String> steps) {
    /** Of a text that is empty or begins with a slash. */
    public static JsonPointer of(String text) {
        if (text.isEmpty()) {
            return new JsonPointer(List.of());
        }
        return new JsonPointer(Arrays.stream(text.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        steps.forEach(step -> text.append('/').append(step.replace("~", "~0").replace("/", "~1")));
        return text.toString();
    }
}
