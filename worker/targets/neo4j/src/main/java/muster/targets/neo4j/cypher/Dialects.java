package muster.targets.neo4j.cypher;

/** The dialects that there are. */
public final class Dialects {
    public static final Dialect NEO4J = new Neo4jDialect();
    public static final Dialect ARCADEDB = new ArcadeDbDialect();
    public static final Dialect MEMGRAPH = new MemgraphDialect();

    private Dialects() {}
}
