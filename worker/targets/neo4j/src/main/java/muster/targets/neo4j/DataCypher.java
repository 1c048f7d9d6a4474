package muster.targets.neo4j;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.cypher.InsertCypher;
import muster.targets.support.Cypher;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;
import org.neo4j.driver.Query;
import org.neo4j.driver.Value;
import org.neo4j.driver.Values;

/** The statements that load a plan's own data: one text for each type, one row a node or edge. Used by one session. */
@SuppressWarnings("InlineFormatString") // The statement is read on its own.
final class DataCypher {
    /** Constraints on keys of data are called so; {@link Administration} takes those of an earlier plan away. */
    static final String CONSTRAINT = "muster_data_";

    /**
     * As {@link InsertCypher#edges}: the first edge of a batch, which bears its id, tells whether it was inserted before, and
     * nothing is made unless all ends are there.
     */
    private static final String EDGES = """
            MATCH (s:%1$s {%2$s: $rows[0][0]}) USING INDEX SEEK s:%1$s(%2$s)
            LOCK s
            WITH s
            MATCH (t:%3$s {%4$s: $rows[0][1]}) USING INDEX SEEK t:%3$s(%4$s)
            WITH EXISTS { (s)-[:%5$s {musterBatch: $batch}]->(t) } AS there
            CALL (there) {
              UNWIND CASE WHEN there THEN [] ELSE range(0, size($rows) - 1) END AS i
              WITH i, $rows[i] AS row
              MATCH (a:%1$s {%2$s: row[0]}) USING INDEX SEEK a:%1$s(%2$s)
              MATCH (b:%3$s {%4$s: row[1]}) USING INDEX SEEK b:%3$s(%4$s)
              WITH collect([i, row, a, b]) AS edges
              UNWIND CASE WHEN size(edges) = size($rows) THEN edges ELSE [] END AS edge
              WITH edge[0] AS i, edge[1] AS row, edge[2] AS a, edge[3] AS b
              CREATE (a)-[:%5$s {%6$s}]->(b)
              RETURN count(*) AS made
            }
            RETURN there, made""";

    private final Map<NodeType, String> nodes = new HashMap<>();
    private final Map<EdgeType, String> edges = new HashMap<>();

    private final Dialect dialect;

    DataCypher(Dialect dialect) {
        this.dialect = dialect;
    }

    List<Statement> schema(CreateSchema create, int first) {
        return create.schema().nodes().stream()
                .flatMap(this::unique)
                .map(text -> new Statement(new Query(text), first, 1, ActionResult.NOTHING))
                .toList();
    }

    private Stream<String> unique(NodeType type) {
        String label = type.label();
        String key = type.key().name();
        return dialect.unique(CONSTRAINT + label + "_" + key, label, key).stream();
    }

    Statement nodes(LoadNodes load, int first) {
        String text = nodes.computeIfAbsent(load.type(), DataCypher::text);
        Value parameters = Values.parameters("rows", load.rows());
        int count = load.rows().size();
        return new Statement(new Query(text, parameters), first, 1, ActionResult.all(count));
    }

    Statement edges(LoadEdges load, int first) {
        String text = edges.computeIfAbsent(
                load.type(),
                type -> dialect.locks().in(text(type), Cypher.quoted(type.from().label())));
        Value parameters = Values.parameters("rows", load.rows(), "batch", load.batch());
        int count = load.rows().size();
        // A range of tables may have no rows; nothing tells it from one whose ends are missing but that.
        ActionResult result = count == 0 ? ActionResult.NOTHING : ActionResult.batch(count);
        return new Statement(new Query(text, parameters), first, 1, result);
    }

    private static String text(NodeType type) {
        return "UNWIND $rows AS row CREATE (:%s {%s})"
                .formatted(Cypher.quoted(type.label()), Cypher.properties(type.columns(), 0));
    }

    private static String text(EdgeType type) {
        List<Column> columns = type.columns();
        String own = Cypher.properties(columns.subList(2, columns.size()), 2);
        return EDGES.formatted(
                Cypher.quoted(type.from().label()),
                Cypher.quoted(type.from().key().name()),
                Cypher.quoted(type.to().label()),
                Cypher.quoted(type.to().key().name()),
                Cypher.quoted(type.label()),
                (own.isEmpty() ? "" : own + ", ") + LoadEdges.BATCH + ": CASE i WHEN 0 THEN $batch END");
    }
}
