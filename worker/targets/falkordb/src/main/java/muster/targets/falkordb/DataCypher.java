package muster.targets.falkordb;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.targets.support.Cypher;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;

/** The queries that load a plan's own data, one text for each type. Used by one session. */
@SuppressWarnings("InlineFormatString") // The query is read on its own.
final class DataCypher {
    /** As {@link InsertCypher#VERTICES}: a batch is executed as a whole, so its first row tells whether it was before. */
    private static final String NODES = """
            OPTIONAL MATCH (d:%1$s {%2$s: $first})
            WITH count(d) AS there WHERE there = 0
            UNWIND $rows AS row
            CREATE (:%1$s {%3$s})""";

    /** As {@link InsertCypher#EDGES}: nothing is made unless all ends are there. The first row bears the batch, others null. */
    private static final String EDGES = """
            MATCH (s:%1$s {%2$s: $source})
            MATCH (t:%3$s {%4$s: $target})
            OPTIONAL MATCH (s)-[d:%5$s {musterBatch: $batch}]->(t)
            WITH d IS NOT NULL AS there
            CALL {
              WITH there
              UNWIND CASE WHEN there THEN [] ELSE $rows END AS row
              MATCH (a:%1$s {%2$s: row[1]})
              MATCH (b:%3$s {%4$s: row[2]})
              WITH collect([row, a, b]) AS edges
              UNWIND CASE WHEN size(edges) = size($rows) THEN edges ELSE [] END AS edge
              WITH edge[0] AS row, edge[1] AS a, edge[2] AS b
              CREATE (a)-[:%5$s {%6$s}]->(b)
              RETURN count(a) AS made
            }
            RETURN there, made""";

    private final Map<NodeType, String> nodes = new HashMap<>();
    private final Map<EdgeType, String> edges = new HashMap<>();

    /** One index for each label. One that is there already is refused: {@link Connection#prepare}. */
    static List<String> indexes(CreateSchema create) {
        return create.schema().nodes().stream()
                .map(type -> "CREATE INDEX FOR (n:%s) ON (n.%s)"
                        .formatted(
                                Cypher.quoted(type.label()),
                                Cypher.quoted(type.key().name())))
                .toList();
    }

    /** The mark keeps what there is, for {@link DataReader}: nothing else tells a plan's own data from Muster's. */
    static Statement schema(CreateSchema create, int first) {
        Parameters parameters = new Parameters()
                .literal(
                        "data",
                        Parameters.list(DataReader.types(create.schema()).map(Parameters::quoted)));
        return write("MATCH (m:MusterRun) SET m.data = $data", parameters, first, ActionResult.NOTHING);
    }

    /** A range of a generated table may have no rows. */
    Statement nodes(LoadNodes load, int first) {
        List<Object[]> rows = load.rows();
        if (rows.isEmpty()) {
            return Statement.cheapest(first);
        }
        String text = nodes.computeIfAbsent(load.type(), DataCypher::text);
        Parameters parameters = new Parameters()
                .literal("first", Parameters.literal(rows.getFirst()[0]))
                .literal("rows", Parameters.list(rows.stream().map(Parameters::row)));
        return write(text, parameters, first, ActionResult.created(rows.size()));
    }

    Statement edges(LoadEdges load, int first) {
        List<Object[]> rows = load.rows();
        if (rows.isEmpty()) {
            return Statement.cheapest(first);
        }
        String text = edges.computeIfAbsent(load.type(), DataCypher::text);
        Stream<String> numbered = IntStream.range(0, rows.size()).mapToObj(i -> numbered(load, i));
        Parameters parameters = new Parameters()
                .with("batch", load.batch())
                .literal("source", Parameters.literal(rows.getFirst()[0]))
                .literal("target", Parameters.literal(rows.getFirst()[1]))
                .literal("rows", Parameters.list(numbered));
        return write(text, parameters, first, ActionResult.batch(rows.size()));
    }

    private static String numbered(LoadEdges load, int i) {
        String batch = i == 0 ? Long.toString(load.batch()) : "null";
        return Parameters.list(
                Stream.concat(Stream.of(batch), Stream.of(load.rows().get(i)).map(Parameters::literal)));
    }

    private static Statement write(String text, Parameters parameters, int first, ActionResult answer) {
        return new Statement(text, parameters.toString(), Statement.Command.QUERY, first, answer);
    }

    private static String text(NodeType type) {
        return NODES.formatted(
                Cypher.quoted(type.label()), Cypher.quoted(type.key().name()), Cypher.properties(type.columns(), 0));
    }

    private static String text(EdgeType type) {
        String own = Cypher.properties(type.properties(), 3);
        return EDGES.formatted(
                Cypher.quoted(type.from().label()),
                Cypher.quoted(type.from().key().name()),
                Cypher.quoted(type.to().label()),
                Cypher.quoted(type.to().key().name()),
                Cypher.quoted(type.label()),
                (own.isEmpty() ? "" : own + ", ") + LoadEdges.BATCH + ": row[0]");
    }
}
