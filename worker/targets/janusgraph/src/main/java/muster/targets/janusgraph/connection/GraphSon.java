package muster.targets.janusgraph.connection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedEdge;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedProperty;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedVertex;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedVertexProperty;
import org.jspecify.annotations.Nullable;

/** GraphSON 1.0 as the Gremlin Server of TinkerPop 3.0 writes it: JSON without types, so whole numbers are taken for Long. */
final class GraphSon {
    private GraphSon() {}

    static List<@Nullable Object> values(List<?> items) {
        List<@Nullable Object> values = new ArrayList<>(items.size());
        items.forEach(item -> values.add(value(item)));
        return values;
    }

    private static @Nullable Object value(@Nullable Object json) {
        return switch (json) {
            case Integer number -> number.longValue();
            case List<?> items -> values(items);
            case Map<?, ?> map when map.containsKey("id") && "vertex".equals(map.get("type")) -> vertex(map);
            case Map<?, ?> map when map.containsKey("inV") && "edge".equals(map.get("type")) -> edge(map);
            case Map<?, ?> map -> entries(map);
            case null, default -> json;
        };
    }

    private static Map<String, @Nullable Object> entries(Map<?, ?> map) {
        Map<String, @Nullable Object> entries = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, item) -> entries.put(String.valueOf(key), value(item)));
        return entries;
    }

    /** A property has a list of values, each with an id of its own. */
    private static Object vertex(Map<?, ?> map) {
        DetachedVertex.Builder vertex =
                DetachedVertex.build().setId(map.get("id")).setLabel(String.valueOf(map.get("label")));
        if (map.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, values) -> ((List<?>) values)
                    .forEach(property -> vertex.addProperty(property(String.valueOf(name), (Map<?, ?>) property))));
        }
        return vertex.create();
    }

    private static DetachedVertexProperty<?> property(String name, Map<?, ?> property) {
        return DetachedVertexProperty.build()
                .setId(property.get("id"))
                .setLabel(name)
                .setValue(value(property.get("value")))
                .create();
    }

    private static Object edge(Map<?, ?> map) {
        DetachedEdge.Builder edge =
                DetachedEdge.build().setId(map.get("id")).setLabel(String.valueOf(map.get("label")));
        if (map.get("properties") instanceof Map<?, ?> properties) {
            entries(properties).forEach((name, value) -> edge.addProperty(new DetachedProperty<>(name, value)));
        }
        return edge.create();
    }
}
