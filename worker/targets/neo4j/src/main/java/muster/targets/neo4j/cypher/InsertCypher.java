package muster.targets.neo4j.cypher;

/**
 * The statements of batch-insert.
 *
 * @param vertices parameters ids and names; a second execution violates the constraint on ids
 * @param edges parameters ids, sources and targets; returns there and made
 * @param edgesWithPayload the same with parameter payloads, a text for each edge
 */
public record InsertCypher(String vertices, String edges, String edgesWithPayload) {
    private static final String VERTICES =
            "UNWIND range(0, size($ids) - 1) AS i CREATE (:Vertex {id: $ids[i], name: $names[i]})";

    /**
     * A batch commits as a whole, so the first edge tells whether it was inserted before. Its source is write-locked
     * first, by the label that it has, so that two executions of one batch at the same time cannot both find nothing. An index on edge ids would
     * do as well, but every edge would pay for it. Nothing is made unless all ends are there.
     */
    private static final String EDGES = """
            MATCH (s:Vertex {id: $sources[0]}) USING INDEX SEEK s:Vertex(id)
            SET s:Vertex
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

    private static final String EDGES_WITH_PAYLOAD = EDGES.replace("[$ids[i], a, b]", "[$ids[i], a, b, $payloads[i]]")
            .replace("edge[2] AS b", "edge[2] AS b, edge[3] AS payload")
            .replace("{id: id}", "{id: id, payload: payload}");

    public static final InsertCypher NEO4J = new InsertCypher(VERTICES, EDGES, EDGES_WITH_PAYLOAD);
}
