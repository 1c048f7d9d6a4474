package muster.targets.postgresql.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.GraphSchema;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;

/**
 * Tables of a plan's own data. One for each type of nodes, named after it: {@code person}; one for each type of edges:
 * {@code person_knows_person}, with columns source and target. Names are in lower case, so a statement that does not quote them
 * finds them however it writes them.
 */
public final class DataSchema {
    /** All of them are in this schema, which is on the search path. */
    public static final String NAME = "muster_data";

    private static final String BATCH = LoadEdges.BATCH.toLowerCase(Locale.ROOT);

    private DataSchema() {}

    /** What is there already stays. Primary keys tell nodes apart, the number of a batch of edges its first edge. */
    public static List<String> statements(GraphSchema schema) {
        List<String> statements = new ArrayList<>();
        statements.add("CREATE SCHEMA IF NOT EXISTS " + NAME);
        schema.nodes().forEach(type -> statements.add(create(type)));
        for (EdgeType type : schema.edges()) {
            statements.add(create(type));
            statements.add("CREATE INDEX IF NOT EXISTS %s ON %s (source, target)"
                    .formatted(quoted("source_" + name(type)), table(type)));
            statements.add("CREATE INDEX IF NOT EXISTS %s ON %s (target, source)"
                    .formatted(quoted("target_" + name(type)), table(type)));
        }
        return statements;
    }

    private static String create(NodeType type) {
        return create(
                table(type),
                Stream.concat(
                        Stream.of(column(type.key()) + " PRIMARY KEY"),
                        type.properties().stream().map(DataSchema::column)));
    }

    private static String create(EdgeType type) {
        return create(
                table(type),
                Stream.concat(
                        Stream.of(end("source", type.from()), end("target", type.to()), BATCH + " bigint UNIQUE"),
                        type.properties().stream().map(DataSchema::column)));
    }

    private static String create(String table, Stream<String> columns) {
        return "CREATE TABLE IF NOT EXISTS " + table + columns.collect(Collectors.joining(", ", " (", ")"));
    }

    private static String end(String name, NodeType type) {
        return name + " " + sqlType(type.key().type()) + " NOT NULL REFERENCES " + table(type);
    }

    private static String column(Column column) {
        return quoted(column.name()) + " " + sqlType(column.type());
    }

    private static String sqlType(ValueType type) {
        return switch (type) {
            case LONG -> "bigint";
            case DOUBLE -> "double precision";
            case BOOLEAN -> "boolean";
            case STRING -> "text";
        };
    }

    /** COPY of nodes, in the order of their columns. */
    public static String copy(NodeType type) {
        return copy(table(type), type.columns().stream().map(column -> quoted(column.name())));
    }

    /** COPY of edges: both ends, the properties, and the number of the batch. */
    public static String copy(EdgeType type) {
        Stream<String> properties = type.properties().stream().map(column -> quoted(column.name()));
        return copy(
                table(type),
                Stream.of(Stream.of("source", "target"), properties, Stream.of(BATCH))
                        .flatMap(names -> names));
    }

    private static String copy(String table, Stream<String> columns) {
        return "COPY " + table + columns.collect(Collectors.joining(", ", " (", ")")) + " FROM STDIN";
    }

    private static String table(NodeType type) {
        return NAME + "." + quoted(type.label());
    }

    private static String table(EdgeType type) {
        return NAME + "." + quoted(name(type));
    }

    private static String name(EdgeType type) {
        return type.from().label() + "_" + type.label() + "_" + type.to().label();
    }

    /** Names hold letters, digits and _ only, but may be words of the language. */
    private static String quoted(String name) {
        return '"' + name.toLowerCase(Locale.ROOT) + '"';
    }
}
