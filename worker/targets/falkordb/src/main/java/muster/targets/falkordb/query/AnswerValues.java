package muster.targets.falkordb.query;

import com.falkordb.Record;
import com.falkordb.graph_entities.Edge;
import com.falkordb.graph_entities.GraphEntity;
import com.falkordb.graph_entities.Node;
import com.falkordb.graph_entities.Path;
import com.falkordb.graph_entities.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.answer.AnswerValue;
import org.jspecify.annotations.Nullable;

/**
 * Turns the client's values into those of answers, and counts the bytes of their content: a text as many as it has
 * characters, everything else 8.
 */
public final class AnswerValues {
    /** The only coordinate system that FalkorDB has. */
    private static final int WGS_84 = 4326;

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
            values[i] = plain(row.values().get(i));
        }
        return values;
    }

    private @Nullable Object plain(@Nullable Object value) {
        switch (value) {
            case String text -> bytes += text.length();
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
            case Edge edge -> new AnswerValue.Edge(edge.getRelationshipType(), identity(edge));
            case Path path -> new AnswerValue.Path(elements(path));
            case Point point -> new AnswerValue.Point(WGS_84, List.of(point.getLongitude(), point.getLatitude()));
            case null, default -> value;
        };
    }

    private @Nullable Object identity(GraphEntity entity) {
        var property = entity.getProperty(identity);
        return property == null ? null : property.getValue();
    }

    private List<@Nullable Object> elements(Path path) {
        List<@Nullable Object> elements = new ArrayList<>(2 * path.length() + 1);
        for (int i = 0; i < path.nodeCount(); i++) {
            elements.add(element(path.getNode(i)));
            if (i < path.length()) {
                elements.add(element(path.getEdge(i)));
            }
        }
        return elements;
    }
}
