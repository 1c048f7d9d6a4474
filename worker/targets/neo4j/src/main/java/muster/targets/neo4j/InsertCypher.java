package muster.targets.neo4j;

/** The statements of batch-insert. */
final class InsertCypher {
    /** A second execution violates the constraint on ids; the session counts that as a duplicate. */
    static final String VERTICES =
            "UNWIND range(0, size($ids) - 1) AS i CREATE (:Vertex {id: $ids[i], name: $names[i]})";

    /**
     * A batch commits as a whole, so the first edge tells whether it was inserted before. Its source is write-locked
     * first, so that two executions of one batch at the same time cannot both find nothing. An index on edge ids would
     * do as well, but every edge would pay for it.
     */
    static final String EDGES = """
            MATCH (s:Vertex {id: $sources[0]})
            SET s.name = s.name
            WITH s
            MATCH (t:Vertex {id: $targets[0]})
            WITH EXISTS { (s)-[:EDGE {id: $ids[0]}]->(t) } AS there
            CALL (there) {
              UNWIND CASE WHEN there THEN [] ELSE range(0, size($ids) - 1) END AS i
              MATCH (a:Vertex {id: $sources[i]})
              MATCH (b:Vertex {id: $targets[i]})
              CREATE (a)-[:EDGE {id: $ids[i]}]->(b)
              RETURN count(*) AS made
            }
            RETURN there, made""";

    private InsertCypher() {}
}
