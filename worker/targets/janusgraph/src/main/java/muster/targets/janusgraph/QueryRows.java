package muster.targets.janusgraph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.support.ActionOutcome;
import muster.workloads.answers.AnswerSink;
import muster.workloads.answers.AnswerValue;
import muster.workloads.operation.Query;
import muster.workloads.target.Probe;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * Takes the results of a plan's statement one by one; none is kept. A map is a row of its values, anything else a row of one.
 * Bytes are those of the content: a text as many as it has characters, everything else 8.
 */
final class QueryRows {
    private final AnswerSink sink;
    private final Query query;
    private long rows;
    private long bytes;

    QueryRows(AnswerSink sink, Query query) {
        this.sink = sink;
        this.query = query;
    }

    /** Whether more are wanted. */
    boolean take(@Nullable Object result) {
        if (++rows > query.rowLimit()) {
            return false;
        }
        if (result instanceof Map<?, ?> columns) {
            sink.row(columns.values().stream().map(this::plain).toArray());
        } else {
            sink.row(new @Nullable Object[] {plain(result)});
        }
        return true;
    }

    void report(int position, Probe probe) {
        probe.bytes(0, bytes);
        ActionOutcome.rows(position, rows, query.rowLimit(), probe);
    }

    private @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Vertex vertex -> new AnswerValue.Node(identity(vertex));
            case Edge edge -> new AnswerValue.Edge(edge.label(), identity(edge));
            case Property<?> property -> plain(property.orElse(null));
            case Path path -> new AnswerValue.Path(items(path.objects()));
            case Set<?> set -> new LinkedHashSet<>(items(set));
            case Collection<?> items -> items(items);
            case Map<?, ?> map -> entries(map);
            case Map.Entry<?, ?> entry -> entries(Map.of(entry.getKey(), entry.getValue()));
            case String text -> {
                bytes += text.length();
                yield text;
            }
            case null, default -> {
                bytes += Long.BYTES;
                yield value;
            }
        };
    }

    private List<@Nullable Object> items(Collection<?> items) {
        List<@Nullable Object> plain = new ArrayList<>(items.size());
        items.forEach(item -> plain.add(plain(item)));
        return plain;
    }

    private Map<String, @Nullable Object> entries(Map<?, ?> map) {
        Map<String, @Nullable Object> plain = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, item) -> plain.put(String.valueOf(key), plain(item)));
        return plain;
    }

    private @Nullable Object identity(Element element) {
        Property<Object> property = element.property(query.identity());
        return property.orElse(null);
    }
}
