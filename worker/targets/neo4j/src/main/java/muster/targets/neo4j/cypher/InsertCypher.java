package muster.targets.neo4j.cypher;

import muster.targets.support.StatementText;

/**
 * The statements of batch-insert.
 *
 * @param vertices parameters ids and names; a second execution violates the constraint on ids
 * @param edges parameters ids, sources and targets; returns there and made
 * @param edgesWithPayload the same with parameter payloads, a text for each edge
 */
public record InsertCypher(String vertices, String edges, String edgesWithPayload) {
    static final String VERTICES =
            "UNWIND range(0, size($ids) - 1) AS i CREATE (:Vertex {id: $ids[i], name: $names[i]})";

    /**
     * A batch commits as a whole, so the first edge tells whether it was inserted before. Its source is write-locked
     * first, so that two executions of one batch at the same time cannot both find nothing. An index on edge ids would
     * do as well, but every edge would pay for it. Nothing is made unless all ends are there.
     */
    private static final String EDGES = """
            MATCH (s:Vertex {id: $sources[0]}) USING INDEX SEEK s:Vertex(id)
            LOCK s
            WITH s
            MATCH (t:Vertex {id: $targets[0]}) USING INDEX SEEK t:Vertex(id)
            WITH EXISTS { (s)-[:EDGE {id: $ids[0]}]->(t) } AS there
            CALL (there) {
              UNWIND CASE WHEN there THEN [] ELSE range(0, size($ids) - 1) END AS i
              MATCH (a:Vertex {id: $sources[i]}) USING INDEX SEEK a:Vertex(id)
              MATCH (b:Vertex {id: $targets[i]}) USING INDEX SEEK b:Vertex(id)
              WITH collect([$ids[i], a, b]) AS edges
              UNWIND CASE WHEN size(edges) = size($ids) THEN edges ELSE [] END AS edge
              WITH edge[0] AS id, edge[1] AS a, edge[2] AS b
              CREATE (a)-[:EDGE {id: id}]->(b)
              RETURN count(*) AS made
            }
            RETURN there, made""";

    private static final String EDGES_WITH_PAYLOAD = StatementText.replaced(
            StatementText.replaced(
                    StatementText.replaced(EDGES, "[$ids[i], a, b]", "[$ids[i], a, b, $payloads[i]]"),
                    "edge[2] AS b",
                    "edge[2] AS b, edge[3] AS payload"),
            "{id: id}",
            "{id: id, payload: payload}");

    /** The statements of a database with these locks. */
    static InsertCypher with(Locks locks) {
        return new InsertCypher(VERTICES, locks.in(EDGES, "Vertex"), locks.in(EDGES_WITH_PAYLOAD, "Vertex"));
    }
}
