package muster.targets.neo4j.cypher;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Memgraph, in Cypher that Neo4j executes as well: no package registry has Memgraph, so this Cypher is tested on Neo4j.
 * What Memgraph lacks by its own page "Differences in Cypher implementations" stands in none of these statements:
 * EXISTS and COUNT with patterns, quantified paths, IS ::, procedures of db.
 */
final class MemgraphDialect implements Dialect {
    private static final int ROWS = 10_000;

    private final Map<String, GraphityCypher> graphity =
            Map.of("st", MemgraphCypher.scanning(), "stou", MemgraphCypher.newest());

    @Override
    public String title() {
        return "Memgraph";
    }

    @Override
    public String database() {
        return "memgraph";
    }

    @Override
    public Optional<String> refusal(String agent) {
        return agent.contains("ArcadeDB")
                ? Optional.of("is not Memgraph but \"" + agent + "\": use target arcadedb")
                : Optional.empty();
    }

    /** Without chains: where a replica goes cannot be found in Cypher that both understand without a look at all of a chain. */
    @Override
    public List<String> algorithms() {
        return List.of("st", "stou");
    }

    @Override
    public GraphityCypher graphity(String algorithm) {
        return Objects.requireNonNull(graphity.get(algorithm), algorithm);
    }

    @Override
    public InsertCypher inserts() {
        return MemgraphCypher.INSERTS;
    }

    @Override
    public boolean loadsData() {
        return false;
    }

    @Override
    public Locks locks() {
        return Locks.COUNTED;
    }

    /** A constraint of Memgraph brings no index. */
    @Override
    public List<String> unique(String name, String label, String key) {
        return List.of(
                "CREATE CONSTRAINT FOR (n:%s) REQUIRE n.%s IS UNIQUE".formatted(label, key),
                "CREATE INDEX FOR (n:%s) ON (n.%s)".formatted(label, key));
    }

    @Override
    public List<String> deletions() {
        return List.of(
                "MATCH ()-[r]->() WITH r LIMIT " + ROWS + " DELETE r RETURN count(*) AS deleted",
                "MATCH (n) WHERE NOT n:MusterRun WITH n LIMIT " + ROWS + " DELETE n RETURN count(*) AS deleted");
    }

    @Override
    public List<String> completions() {
        return List.of();
    }
}
