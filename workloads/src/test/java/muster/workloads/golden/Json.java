package muster.workloads.golden;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes JSON with one entry of the outermost list a line. Longs become strings, ints stay numbers. Maps without an order
 * of their own are sorted.
 */
final class Json {
    private Json() {}

    static String lines(List<?> entries) {
        return entries.stream().map(Json::of).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    static String of(Object value) {
        return switch (value) {
            case String text -> quoted(text);
            case Long number -> quoted(number.toString());
            case Integer number -> number.toString();
            case Double number -> number.toString();
            case Boolean flag -> flag.toString();
            case List<?> list -> list.stream().map(Json::of).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map -> object(map);
            default -> throw new IllegalArgumentException(value.getClass().getName());
        };
    }

    private static String object(Map<?, ?> map) {
        Map<?, ?> ordered = map instanceof LinkedHashMap ? map : new TreeMap<>(map);
        return ordered.entrySet().stream()
                .map(entry -> quoted(entry.getKey().toString()) + ": " + of(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\t", "\\t")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\u0000", "\\u0000")
                + '"';
    }
}
