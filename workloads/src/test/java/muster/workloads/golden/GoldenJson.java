package muster.workloads.golden;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.text.Json;

/**
 * JSON with one entry of the outermost list a line. Longs become strings, ints stay numbers. Maps without an order of their
 * own are sorted.
 */
final class GoldenJson {
    private GoldenJson() {}

    static String lines(List<?> entries) {
        return entries.stream()
                .map(entry -> Json.write(plain(entry)))
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static Object plain(Object value) {
        return switch (value) {
            case Long number -> number.toString();
            case List<?> list -> list.stream().map(GoldenJson::plain).toList();
            case Map<?, ?> map -> {
                Map<Object, Object> plain = new LinkedHashMap<>();
                (map instanceof LinkedHashMap ? map : new TreeMap<>(map))
                        .forEach((key, one) -> plain.put(key, plain(one)));
                yield plain;
            }
            default -> value;
        };
    }
}
