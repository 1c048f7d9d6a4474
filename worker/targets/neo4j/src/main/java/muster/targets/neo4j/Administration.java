package muster.targets.neo4j;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.query.QueryExplanation;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Explanation;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.driver.exceptions.Neo4jException;

/** What is done between phases: counting, deleting, constraints. It may take long, so it has no operation time-out. */
final class Administration {
    private static final String COUNT_VERTICES = "MATCH (n) RETURN count(n)";
    private static final String COUNT_EDGES = "MATCH ()-[r]->() RETURN count(r)";
    private static final String COUNT_MARKS = "MATCH (m:MusterRun) RETURN count(m)";

    /** Of an earlier plan, whose data had other keys. */
    private static final String DATA_CONSTRAINTS =
            "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH '" + DataCypher.CONSTRAINT + "'";

    private static final List<String> LABELS = List.of("User", "Post", "Vertex");

    private final Driver driver;
    private final Neo4jSettings settings;

    Administration(Driver driver, Neo4jSettings settings) {
        this.driver = driver;
        this.settings = settings;
    }

    /** Counts come from the server's own statistics and cost nothing. */
    Contents contents() throws TargetException {
        return with(session -> new Contents(
                settings.address(),
                settings.database(),
                count(session, COUNT_MARKS) > 0,
                count(session, COUNT_VERTICES),
                count(session, COUNT_EDGES)));
    }

    private static long count(Session session, String query) {
        return session.run(query).single().get(0).asLong();
    }

    /** The mark comes first and is never deleted, so that a reset that was interrupted can be repeated. */
    void reset(String marker) throws TargetException {
        Dialect dialect = settings.dialect();
        with(session -> {
            session.run("MERGE (m:MusterRun) SET m.marker = $marker", Map.of("marker", marker))
                    .consume();
            dialect.deletions().forEach(statement -> delete(session, statement));
            if (dialect.loadsData()) {
                session.run(DATA_CONSTRAINTS)
                        .list(row -> row.get("name").asString())
                        .forEach(name -> session.run("DROP CONSTRAINT " + DataCypher.quoted(name) + " IF EXISTS")
                                .consume());
            }
            for (String label : LABELS) {
                dialect.unique("muster_" + label.toLowerCase(Locale.ROOT), label, "id")
                        .forEach(statement -> create(session, statement));
            }
            return complete(session);
        });
    }

    private static void delete(Session session, String statement) {
        List<Record> rows = session.run(statement).list();
        while (!rows.isEmpty() && rows.getFirst().get(0).asLong() > 0) {
            rows = session.run(statement).list();
        }
    }

    /** What is there already is as good. */
    private static void create(Session session, String statement) {
        try {
            session.run(statement).consume();
        } catch (ClientException e) {
            if (!e.code().contains("AlreadyExist")) {
                throw e;
            }
        }
    }

    void awaitIndexes() throws TargetException {
        with(this::complete);
    }

    private boolean complete(Session session) {
        settings.dialect()
                .completions()
                .forEach(statement -> session.run(statement).consume());
        return true;
    }

    /** Rows of a query that only reads. */
    List<Record> read(String query) throws TargetException {
        return with(session -> session.run(query).list());
    }

    Explanation explain(QueryOperation operation) throws TargetException {
        String text =
                operation.query().text(QueryCypher.LANGUAGES).orElseThrow().text();
        return with(settings.explaining(), session -> QueryExplanation.of(text, operation, session));
    }

    private <T> T with(Work<T> work) throws TargetException {
        return with(settings.session(), work);
    }

    private <T> T with(SessionConfig config, Work<T> work) throws TargetException {
        try (Session session = driver.session(config)) {
            return work.in(session);
        } catch (Neo4jException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    private interface Work<T> {
        T in(Session session);
    }
}
