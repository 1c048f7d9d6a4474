package muster.targets.janusgraph.script;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;

/** The parameters of scripts that load a plan's own data. */
final class DataActions {
    private DataActions() {}

    static Map<String, Object> schema(CreateSchema create) {
        List<List<Object>> nodes = create.schema().nodes().stream()
                .map(type -> List.<Object>of(type.label(), type.key().name(), columns(type.columns())))
                .toList();
        List<List<Object>> edges = create.schema().edges().stream()
                .map(type -> List.<Object>of(type.label(), columns(type.properties())))
                .toList();
        return Map.of("nodes", nodes, "edges", edges);
    }

    private static List<List<String>> columns(List<Column> columns) {
        return columns.stream()
                .map(column -> List.of(column.name(), column.type().label()))
                .toList();
    }

    static Object[] nodes(LoadNodes load) {
        return new Object[] {load.type().label(), names(load.type().columns()), rows(load.rows())};
    }

    static Object[] edges(LoadEdges load) {
        EdgeType type = load.type();
        return new Object[] {
            load.batch(),
            type.label(),
            type.from().label(),
            type.from().key().name(),
            type.to().label(),
            type.to().key().name(),
            names(type.properties()),
            rows(load.rows())
        };
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    private static List<List<Object>> rows(List<Object[]> rows) {
        return rows.stream().map(Arrays::asList).toList();
    }
}
