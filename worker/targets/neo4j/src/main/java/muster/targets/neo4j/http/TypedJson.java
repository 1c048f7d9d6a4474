package muster.targets.neo4j.http;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.answers.AnswerValue;
import org.jspecify.annotations.Nullable;

/**
 * Values of application/vnd.neo4j.query, each {"$type": ..., "_value": ...}, as those of answers.
 *
 * @param identity the property that identifies nodes and edges
 */
record TypedJson(String identity) {
    private static final Pattern DURATION = Pattern.compile("P(?:(-?\\d+)Y)?(?:(-?\\d+)M)?(?:(-?\\d+)W)?(?:(-?\\d+)D)?"
            + "(?:T(?:(-?\\d+)H)?(?:(-?\\d+)M)?(?:(-?[\\d.]+)S)?)?");
    private static final Pattern POINT =
            Pattern.compile("SRID=(\\d+);\\s*POINT\\s*Z?\\s*\\(\\s*(\\S+)\\s+(\\S+?)(?:\\s+(\\S+?))?\\s*\\)");
    private static final BigInteger NS_PER_S = BigInteger.valueOf(1_000_000_000);

    /** The values of one row; throws IllegalArgumentException if it is of another shape. */
    @Nullable
    Object[] row(@Nullable Object row) {
        return row instanceof Collection<?> values ? list(values).toArray() : new @Nullable Object[] {value(row)};
    }

    private @Nullable Object value(@Nullable Object typed) {
        if (!(typed instanceof Map<?, ?> map) || !(map.get("$type") instanceof String type)) {
            throw new IllegalArgumentException("a value without $type");
        }
        return switch (map.get("_value")) {
            case null -> null;
            case Boolean truth -> truth;
            case String text -> scalar(type, text);
            case Collection<?> items when type.equals("Path") -> new AnswerValue.Path(list(items));
            case Collection<?> items -> list(items);
            case Map<?, ?> entries -> structure(type, entries);
            default -> throw new IllegalArgumentException("a value of type " + type);
        };
    }

    private List<@Nullable Object> list(Collection<?> items) {
        List<@Nullable Object> values = new ArrayList<>(items.size());
        items.forEach(item -> values.add(value(item)));
        return values;
    }

    private Object structure(String type, Map<?, ?> entries) {
        return switch (type) {
            case "Node" -> new AnswerValue.Node(identity(entries));
            case "Relationship" -> new AnswerValue.Edge(String.valueOf(entries.get("_type")), identity(entries));
            default -> map(entries);
        };
    }

    private @Nullable Object identity(Map<?, ?> element) {
        return element.get("_properties") instanceof Map<?, ?> properties && properties.containsKey(identity)
                ? value(properties.get(identity))
                : null;
    }

    private Map<String, @Nullable Object> map(Map<?, ?> entries) {
        Map<String, @Nullable Object> values = LinkedHashMap.newLinkedHashMap(entries.size());
        entries.forEach((key, value) -> values.put(String.valueOf(key), value(value)));
        return values;
    }

    private static Object scalar(String type, String text) {
        return switch (type) {
            case "Integer" -> Long.valueOf(text);
            case "Float" -> Double.valueOf(text);
            case "String" -> text;
            case "Base64" -> Base64.getDecoder().decode(text);
            case "Date" -> LocalDate.parse(text);
            case "Time" -> OffsetTime.parse(text);
            case "LocalTime" -> LocalTime.parse(text);
            case "LocalDateTime" -> LocalDateTime.parse(text);
            case "OffsetDateTime" -> OffsetDateTime.parse(text);
            case "ZonedDateTime", "DateTime" -> ZonedDateTime.parse(text);
            case "Duration" -> duration(text);
            case "Point" -> point(text);
            default -> throw new IllegalArgumentException("a value of type " + type);
        };
    }

    /** Seconds are rounded down, so that the nanoseconds above them are never below 0. */
    private static AnswerValue.Span duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a duration " + text);
        }
        BigDecimal seconds = BigDecimal.valueOf(3600 * whole(parts.group(5)) + 60 * whole(parts.group(6)))
                .add(new BigDecimal(Optional.ofNullable(parts.group(7)).orElse("0")));
        BigInteger all = seconds.movePointRight(9).toBigIntegerExact();
        BigInteger above = all.mod(NS_PER_S);
        return new AnswerValue.Span(
                12 * whole(parts.group(1)) + whole(parts.group(2)),
                7 * whole(parts.group(3)) + whole(parts.group(4)),
                all.subtract(above).divide(NS_PER_S).longValueExact(),
                above.longValueExact());
    }

    private static long whole(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static AnswerValue.Point point(String text) {
        Matcher parts = POINT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a point " + text);
        }
        List<Double> coordinates = new ArrayList<>();
        for (int i = 2; i <= parts.groupCount() && parts.group(i) != null; i++) {
            coordinates.add(Double.valueOf(parts.group(i)));
        }
        return new AnswerValue.Point(Integer.parseInt(parts.group(1)), coordinates);
    }
}
