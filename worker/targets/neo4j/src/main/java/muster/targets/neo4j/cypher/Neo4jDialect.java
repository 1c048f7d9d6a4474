package muster.targets.neo4j.cypher;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Neo4j 5.23 or later. */
final class Neo4jDialect implements Dialect {
    /** Rows in one transaction of a deletion, which must fit into the server's memory. */
    private static final int ROWS = 10_000;

    private static final String COMPONENTS = "CALL dbms.components() YIELD name, versions, edition"
            + " WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version, edition";

    /** Others add what they are: "Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)". */
    private static final Pattern AGENT = Pattern.compile("Neo4j/\\S+");

    /** Edges first: a vertex with very many of them would not fit into one transaction. */
    static final List<String> DELETIONS = List.of(
            "MATCH ()-[r]->() CALL (r) { DELETE r } IN TRANSACTIONS OF " + ROWS + " ROWS",
            "MATCH (n) WHERE NOT n:MusterRun CALL (n) { DELETE n } IN TRANSACTIONS OF " + ROWS + " ROWS");

    private final Map<String, GraphityCypher> graphity = GraphityCypher.all(Locks.WAITING);
    private final InsertCypher inserts = InsertCypher.with(Locks.WAITING);

    @Override
    public String title() {
        return "Neo4j";
    }

    @Override
    public String database() {
        return "neo4j";
    }

    @Override
    public Optional<String> refusal(String agent) {
        return AGENT.matcher(agent).matches()
                ? Optional.empty()
                : Optional.of("is not Neo4j but \"" + agent + "\": there are targets arcadedb and bolt");
    }

    @Override
    public Optional<String> components() {
        return Optional.of(COMPONENTS);
    }

    @Override
    public boolean warns() {
        return true;
    }

    @Override
    public List<String> algorithms() {
        return List.of("st", "stou", "graphity");
    }

    @Override
    public GraphityCypher graphity(String algorithm) {
        return Objects.requireNonNull(graphity.get(algorithm), algorithm);
    }

    @Override
    public InsertCypher inserts() {
        return inserts;
    }

    @Override
    public boolean loadsData() {
        return true;
    }

    @Override
    public Locks locks() {
        return Locks.WAITING;
    }

    @Override
    public List<String> unique(String name, String label, String key) {
        return List.of(constraint(name, label, key));
    }

    static String constraint(String name, String label, String key) {
        return "CREATE CONSTRAINT %s IF NOT EXISTS FOR (n:`%s`) REQUIRE n.`%s` IS UNIQUE".formatted(name, label, key);
    }

    @Override
    public List<String> deletions() {
        return DELETIONS;
    }

    /** Statements are then planned with what is in the database now, not with what an old sample says. */
    @Override
    public List<String> completions() {
        return List.of("CALL db.awaitIndexes(3600)", "CALL db.prepareForReplanning(3600)");
    }
}
