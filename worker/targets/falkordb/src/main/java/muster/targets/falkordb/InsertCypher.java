package muster.targets.falkordb;

import muster.targets.support.StatementText;

/** The queries of batch-insert. A batch is executed as a whole, so its first element tells whether it was inserted before. */
final class InsertCypher {
    /** Parameters first and rows: [id, name]. */
    static final String VERTICES = """
            OPTIONAL MATCH (d:Vertex {id: $first})
            WITH count(d) AS there WHERE there = 0
            UNWIND $rows AS row
            CREATE (:Vertex {id: row[0], name: row[1]})""";

    /**
     * Parameters first, source and target: those of the first edge, and rows: [id, source, target]. Nothing is made unless
     * all ends are there.
     */
    static final String EDGES = """
            MATCH (s:Vertex {id: $source})
            MATCH (t:Vertex {id: $target})
            OPTIONAL MATCH (s)-[d:EDGE {id: $first}]->(t)
            WITH d IS NOT NULL AS there
            CALL {
              WITH there
              UNWIND CASE WHEN there THEN [] ELSE $rows END AS row
              MATCH (a:Vertex {id: row[1]})
              MATCH (b:Vertex {id: row[2]})
              WITH collect([row, a, b]) AS edges
              UNWIND CASE WHEN size(edges) = size($rows) THEN edges ELSE [] END AS edge
              WITH edge[0] AS row, edge[1] AS a, edge[2] AS b
              CREATE (a)-[:EDGE {id: row[0]}]->(b)
              RETURN count(a) AS made
            }
            RETURN there, made""";

    /** The same with rows [id, source, target, payload]. */
    static final String EDGES_WITH_PAYLOAD =
            StatementText.replaced(EDGES, "{id: row[0]}", "{id: row[0], payload: row[3]}");

    private InsertCypher() {}
}
