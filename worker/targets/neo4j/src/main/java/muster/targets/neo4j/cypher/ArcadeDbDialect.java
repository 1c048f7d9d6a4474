package muster.targets.neo4j.cypher;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;

/**
 * ArcadeDB 26 or later, which executes Neo4j's statements with other locks: it has none of its own. A transaction that writes
 * what another has written meanwhile is refused when it commits, and a write that changes nothing is no write.
 */
final class ArcadeDbDialect implements Dialect {
    /** Of a server that Muster starts without a password, on loopback: ArcadeDB always asks for one. */
    private static final AuthToken OPEN = AuthTokens.basic("root", "muster-open");

    /** An element that another transaction has deleted while this one looked at it, and an id that another has just taken. */
    private static final Set<String> MAY_PASS =
            Set.of("Neo.ClientError.Statement.EntityNotFound", "Neo.ClientError.Schema.ConstraintValidationFailed");

    private final Map<String, GraphityCypher> graphity = GraphityCypher.all(Locks.COUNTED);
    private final InsertCypher inserts = InsertCypher.with(Locks.COUNTED);

    @Override
    public String title() {
        return "ArcadeDB";
    }

    @Override
    public String database() {
        return "muster";
    }

    @Override
    public AuthToken login() {
        return OPEN;
    }

    @Override
    public Optional<String> refusal(String agent) {
        return agent.contains("ArcadeDB")
                ? Optional.empty()
                : Optional.of("is not ArcadeDB but \"" + agent + "\": there are targets neo4j and bolt");
    }

    @Override
    public List<String> algorithms() {
        return Dialects.NEO4J.algorithms();
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
    public boolean loadsEdgesAlone() {
        return true;
    }

    @Override
    public Locks locks() {
        return Locks.COUNTED;
    }

    @Override
    public List<String> unique(String name, String label, String key) {
        return Dialects.NEO4J.unique(name, label, key);
    }

    @Override
    public List<String> deletions() {
        return Dialects.NEO4J.deletions();
    }

    /** An index is complete when the statement that makes it returns. */
    @Override
    public List<String> completions() {
        return List.of();
    }

    @Override
    public boolean mayPass(String code) {
        return MAY_PASS.contains(code);
    }
}
