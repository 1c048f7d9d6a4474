package muster.targets.neo4j.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.answer.AnswerValue;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.neo4j.driver.types.Entity;
import org.neo4j.driver.types.IsoDuration;
import org.neo4j.driver.types.Node;
import org.neo4j.driver.types.Path;
import org.neo4j.driver.types.Point;
import org.neo4j.driver.types.Relationship;

/**
 * Turns the driver's values into those of answers, and counts the bytes of their content: a text as many as it has
 * characters, everything else 8.
 */
public final class AnswerValues {
    private final String identity;
    private long bytes;

    /**
     * Of one answer.
     *
     * @param identity the property by which nodes and edges are told apart
     */
    public AnswerValues(String identity) {
        this.identity = identity;
    }

    /** Of all rows so far. */
    public long bytes() {
        return bytes;
    }

    /** The values of one row. */
    public @Nullable Object[] row(Record row) {
        @Nullable Object[] values = new Object[row.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = plain(row.get(i));
        }
        return values;
    }

    private @Nullable Object plain(Value value) {
        return plain(value.asObject());
    }

    private @Nullable Object plain(@Nullable Object value) {
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

    private @Nullable Object element(@Nullable Object value) {
        return switch (value) {
            case Node node -> new AnswerValue.Node(identity(node));
            case Relationship edge -> new AnswerValue.Edge(edge.type(), identity(edge));
            case Path path -> new AnswerValue.Path(elements(path));
            case Point point -> point(point);
            case IsoDuration span ->
                new AnswerValue.Span(span.months(), span.days(), span.seconds(), span.nanoseconds());
            case null, default -> value;
        };
    }

    private @Nullable Object identity(Entity entity) {
        return entity.get(identity).asObject();
    }

    private List<Object> elements(Path path) {
        List<Object> elements = new ArrayList<>(2 * path.length() + 1);
        elements.add(new AnswerValue.Node(identity(path.start())));
        for (Path.Segment segment : path) {
            elements.add(new AnswerValue.Edge(segment.relationship().type(), identity(segment.relationship())));
            elements.add(new AnswerValue.Node(identity(segment.end())));
        }
        return elements;
    }

    private static AnswerValue.Point point(Point point) {
        boolean flat = Double.isNaN(point.z());
        return new AnswerValue.Point(
                point.srid(), flat ? List.of(point.x(), point.y()) : List.of(point.x(), point.y(), point.z()));
    }
}
