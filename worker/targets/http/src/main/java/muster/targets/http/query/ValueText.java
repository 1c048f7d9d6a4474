package muster.targets.http.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import muster.workloads.operation.Template;
import org.jspecify.annotations.Nullable;

/** A template of which each place knows its parameter and how a value is written there. */
record ValueText(Template template, int[] parameters, List<ValueEncoding> encodings) {

    static ValueText of(String text, ValueEncoding encoding, List<String> parameters) {
        Template template = new Template(text);
        return of(template, Collections.nCopies(template.names().size(), encoding), parameters);
    }

    /** @param type of the content, as header Content-Type says it */
    static ValueText ofBody(String text, String type, List<String> parameters) {
        String media = type.toLowerCase(Locale.ROOT);
        if (media.contains("json")) {
            Template template = new Template(text);
            return of(template, inJson(template.parts()), parameters);
        }
        return of(text, media.contains("urlencoded") ? ValueEncoding.PERCENT : ValueEncoding.PLAIN, parameters);
    }

    private static ValueText of(Template template, List<ValueEncoding> encodings, List<String> parameters) {
        int[] places = template.names().stream().mapToInt(parameters::indexOf).toArray();
        return new ValueText(template, places, encodings);
    }

    private static List<ValueEncoding> inJson(List<String> parts) {
        List<ValueEncoding> encodings = new ArrayList<>();
        boolean quoted = false;
        for (String part : parts.subList(0, parts.size() - 1)) {
            for (int i = 0; i < part.length(); i++) {
                if (part.charAt(i) == '\\' && quoted) {
                    i++;
                } else if (part.charAt(i) == '"') {
                    quoted = !quoted;
                }
            }
            encodings.add(quoted ? ValueEncoding.JSON_TEXT : ValueEncoding.JSON);
        }
        return encodings;
    }

    String filled(@Nullable Object[] values) {
        return template.filledAt(place -> encodings.get(place).of(values[parameters[place]]));
    }
}
