package muster.targets.falkordb;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.targets.support.Cypher;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;

/**
 * Queries that make a graph know labels, types of edges and properties, and leave nothing else behind. FalkorDB plans a
 * query that writes before its turn has come, and the plan looks up what a name stands for: a query with a new name finds
 * nothing, even what one before it has just created, and creates it again (docs/decisions/0098).
 */
final class Names {
    /** What Graphity and batch-insert use. */
    static final String OWN = """
            CREATE (u:User {id: -1, streamUpdate: -1})-[:PUBLISHED {post: -1}]->(p:Post {id: -1, message: ''}),
              (u)-[:FOLLOWS]->(r:Replica)-[:REPLICA]->(u)-[:GRAPHITY]->(r),
              (v:Vertex {id: -1, name: ''})-[:EDGE {id: -1, payload: ''}]->(v)
            DELETE u, p, r, v""";

    private Names() {}

    /** What a plan's own data uses: a node with all labels, and an edge of each type from it to itself. */
    static String of(CreateSchema create) {
        List<NodeType> nodes = create.schema().nodes();
        String labels = nodes.stream()
                .map(type -> ":" + Cypher.quoted(type.label()))
                .distinct()
                .collect(Collectors.joining());
        String node = "(n" + labels + properties(nodes.stream().flatMap(type -> names(type.columns()))) + ")";
        return Stream.concat(Stream.of(node), create.schema().edges().stream().map(Names::loop))
                .collect(Collectors.joining(", ", "CREATE ", " DELETE n"));
    }

    private static String loop(EdgeType type) {
        String properties = properties(Stream.concat(names(type.properties()), Stream.of(LoadEdges.BATCH)));
        return "(n)-[:" + Cypher.quoted(type.label()) + properties + "]->(n)";
    }

    private static Stream<String> names(List<Column> columns) {
        return columns.stream().map(Column::name);
    }

    private static String properties(Stream<String> names) {
        return names.distinct().map(name -> Cypher.quoted(name) + ": 0").collect(Collectors.joining(", ", " {", "}"));
    }
}
