package muster.targets.neo4j.cypher;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;

/**
 * ArcadeDB 26 or later, which executes Neo4j's statements unchanged, except for locks, which it lacks. A transaction
 * that writes what another has written meanwhile is refused when it commits, and a write that changes nothing is no
 * write.
 */
final class ArcadeDbDialect implements Dialect {
    /** Of a server that Muster starts without a password, on loopback: ArcadeDB has none that asks for none. */
    private static final AuthToken OPEN = AuthTokens.basic("root", "muster-open");

    private static final Pattern LOCK = Pattern.compile("SET (\\w+)(?:\\.lock = 0|:\\S+)(?=\\s)");

    /** An element that another transaction has deleted while this one looked at it, and an id that another has just taken. */
    private static final Set<String> MAY_PASS =
            Set.of("Neo.ClientError.Statement.EntityNotFound", "Neo.ClientError.Schema.ConstraintValidationFailed");

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
        return new CountedLocks(GraphityCypher.of(algorithm));
    }

    @Override
    public InsertCypher inserts() {
        InsertCypher neo4j = InsertCypher.NEO4J;
        return new InsertCypher(neo4j.vertices(), locking(neo4j.edges()), locking(neo4j.edgesWithPayload()));
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
    public String locking(String cypher) {
        return counted(cypher);
    }

    private static String counted(String cypher) {
        return LOCK.matcher(cypher).replaceAll("SET $1.lock = coalesce($1.lock, 0) + 1");
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

    /** Statements whose locks are numbers that grow, each made once. */
    private record CountedLocks(GraphityCypher cypher, Map<String, String> texts) implements GraphityCypher {
        CountedLocks(GraphityCypher cypher) {
            this(cypher, new ConcurrentHashMap<>());
        }

        /** Of the loaded users only: batches that share followees would refuse each other. */
        private static String withOwnLocks(String load) {
            return counted(load.replace(ChainCypher.LOCK_NODES, "")
                    .replace("WITH row, u, EXISTS", "SET u.lock = 0\nWITH row, u, EXISTS"));
        }

        private String text(String cypher) {
            return texts.computeIfAbsent(cypher, ArcadeDbDialect::counted);
        }

        @Override
        public String loadFollows() {
            return texts.computeIfAbsent(cypher.loadFollows(), CountedLocks::withOwnLocks);
        }

        @Override
        public String loadChains() {
            return texts.computeIfAbsent(cypher.loadChains(), CountedLocks::withOwnLocks);
        }

        @Override
        public String post() {
            return text(cypher.post());
        }

        @Override
        public String follow(boolean ascending) {
            return text(cypher.follow(ascending));
        }

        @Override
        public String unfollow(boolean ascending) {
            return text(cypher.unfollow(ascending));
        }

        @Override
        public String feed(int k) {
            return text(cypher.feed(k));
        }
    }
}
