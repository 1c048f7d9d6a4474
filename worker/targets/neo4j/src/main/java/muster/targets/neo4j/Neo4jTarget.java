package muster.targets.neo4j;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.targets.neo4j.connection.ConnectionLimit;
import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.query.QueryExplanation;
import muster.targets.support.Cypher;
import muster.targets.support.Deadline;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Driver;
import org.neo4j.driver.QueryRunner;
import org.neo4j.driver.Record;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * One database of a server that speaks Bolt and answers. What is done between phases may take long, so it has no operation
 * time-out.
 */
final class Neo4jTarget implements Target {
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final String COUNT_VERTICES = "MATCH (n) RETURN count(n)";
    private static final String COUNT_EDGES = "MATCH ()-[r]->() RETURN count(r)";
    private static final String COUNT_MARKS = "MATCH (m:MusterRun) RETURN count(m)";

    /** Of an earlier plan, whose data had other keys. */
    private static final String DATA_CONSTRAINTS =
            "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH '" + DataCypher.CONSTRAINT + "'";

    private static final List<String> LABELS = List.of("User", "Post", "Vertex");

    private final Driver driver;
    private final Neo4jSettings settings;
    private final Server server;
    private final Settings workload;
    private final ConnectionLimit limit;
    private final ConnectionLimit edgeLoads;

    Neo4jTarget(Driver driver, Neo4jSettings settings, Server server, Settings workload) {
        this.driver = driver;
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.limit = new ConnectionLimit(settings.connections());
        this.edgeLoads = settings.dialect().loadsEdgesAlone() ? new ConnectionLimit(1) : limit;
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings);
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        Binding binding = new Binding(settings.dialect(), workload, depth);
        Connector connector = new Connector(driver, settings, limit, edgeLoads);
        if (limit.isBounded()) {
            return new Neo4jSession(connector, binding, null);
        }
        OpenTransaction prepared = connector.beginEarly(QueryCypher.access(workload));
        return settings.calls(Throwable.class).ask(() -> {
            prepared.begun(Deadline.after(settings.connectTimeout()));
            return new Neo4jSession(connector, binding, prepared);
        });
    }

    /** Counts come from the server's own statistics and cost nothing. */
    @Override
    public Contents contents() throws TargetException {
        return with(session -> new Contents(
                settings.address(),
                settings.database(),
                count(session, COUNT_MARKS) > 0,
                count(session, COUNT_VERTICES),
                count(session, COUNT_EDGES)));
    }

    private static long count(QueryRunner session, String query) {
        return session.run(query).single().get(0).asLong();
    }

    /** The mark comes first and is never deleted, so that a reset that was interrupted can be repeated. */
    @Override
    public void reset(String marker) throws TargetException {
        Dialect dialect = settings.dialect();
        with(session -> {
            session.run("MERGE (m:MusterRun) SET m.marker = $marker", Map.of("marker", marker))
                    .consume();
            dialect.deletions().forEach(statement -> delete(session, statement));
            if (dialect.loadsData()) {
                session.run(DATA_CONSTRAINTS)
                        .list(row -> row.get("name").asString())
                        .forEach(name -> session.run("DROP CONSTRAINT " + Cypher.quoted(name) + " IF EXISTS")
                                .consume());
            }
            for (String label : LABELS) {
                dialect.unique("muster_" + label.toLowerCase(Locale.ROOT), label, "id")
                        .forEach(statement -> create(session, statement));
            }
            return complete(session);
        });
    }

    private static void delete(QueryRunner session, String statement) {
        List<Record> rows = session.run(statement).list();
        while (!rows.isEmpty() && rows.getFirst().get(0).asLong() > 0) {
            rows = session.run(statement).list();
        }
    }

    /** What is there already is as good. */
    private static void create(QueryRunner session, String statement) {
        try {
            session.run(statement).consume();
        } catch (ClientException e) {
            if (!e.code().contains("AlreadyExist")) {
                throw e;
            }
        }
    }

    @Override
    public void execute(String statement) throws TargetException {
        with(session -> session.run(statement).consume());
    }

    @Override
    public void awaitIndexes() throws TargetException {
        with(this::complete);
    }

    private boolean complete(QueryRunner session) {
        settings.dialect()
                .completions()
                .forEach(statement -> session.run(statement).consume());
        return true;
    }

    /** Rows of a query that only reads. */
    List<Record> read(String query) throws TargetException {
        return with(session -> session.run(query).list());
    }

    @Override
    public Explanation explain(QueryOperation operation) throws TargetException {
        String text =
                operation.query().text(QueryCypher.LANGUAGES).orElseThrow().text();
        return with(settings.explaining(), session -> QueryExplanation.of(text, operation, session));
    }

    private <T> T with(Work<T> work) throws TargetException {
        return with(settings.session(), work);
    }

    private <T> T with(SessionConfig config, Work<T> work) throws TargetException {
        return settings.calls(Neo4jException.class).ask(() -> {
            try (org.neo4j.driver.Session session = driver.session(config)) {
                return work.in(session);
            }
        });
    }

    private interface Work<T> {
        T in(QueryRunner session);
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return new GraphReader(this, settings.dialect()).fingerprint();
    }

    @Override
    public void close() {
        Deadline.after(CLOSING).awaitClose(driver.closeAsync());
    }
}
