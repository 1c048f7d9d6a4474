package muster.targets.hugegraph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.targets.support.ActionOutcome;
import muster.workloads.answers.AnswerSink;
import muster.workloads.answers.AnswerValue;
import muster.workloads.operation.Query;
import muster.workloads.target.Probe;
import org.jspecify.annotations.Nullable;

/**
 * Turns the results of a plan's statement, as JSON has them, into rows of answers. A map is a row of its values, anything
 * else a row of one. The client reads an answer as a whole, so a limit bounds what is counted, not what is held.
 */
final class QueryRows {
    private final AnswerSink sink;
    private final Query query;

    QueryRows(AnswerSink sink, Query query) {
        this.sink = sink;
        this.query = query;
    }

    void report(List<?> results, int position, Probe probe) {
        results.stream().limit(query.rowLimit()).forEach(this::row);
        ActionOutcome.rows(position, results.size(), query.rowLimit(), probe);
    }

    private void row(@Nullable Object result) {
        if (result instanceof Map<?, ?> columns && !(element(columns) instanceof AnswerValue)) {
            sink.row(columns.values().stream().map(this::plain).toArray());
        } else {
            sink.row(new @Nullable Object[] {plain(result)});
        }
    }

    private @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> element(map);
            case Collection<?> items -> items(items);
            case Integer number -> number.longValue();
            case null, default -> value;
        };
    }

    private List<@Nullable Object> items(Collection<?> items) {
        List<@Nullable Object> plain = new ArrayList<>(items.size());
        items.forEach(item -> plain.add(plain(item)));
        return plain;
    }

    private Object element(Map<?, ?> map) {
        if (map.get("properties") instanceof Map<?, ?> properties && map.get("type") instanceof String type) {
            Object identity = properties.get(query.identity());
            return type.equals("edge")
                    ? new AnswerValue.Edge(String.valueOf(map.get("label")), identity)
                    : new AnswerValue.Node(identity);
        }
        if (map.get("objects") instanceof List<?> objects && map.containsKey("labels")) {
            return new AnswerValue.Path(items(objects));
        }
        Map<String, @Nullable Object> plain = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, item) -> plain.put(String.valueOf(key), plain(item)));
        return plain;
    }
}
