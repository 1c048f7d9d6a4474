package muster.targets.neo4j;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.targets.neo4j.query.QueryExplanation;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Explanation;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.exceptions.Neo4jException;

/** What is done between phases: counting, deleting, constraints. It may take long, so it has no operation time-out. */
final class Administration {
    /** Rows in one transaction of a deletion, which must fit into the server's memory. */
    private static final int ROWS = 10_000;

    private static final String COUNT_VERTICES = "MATCH (n) RETURN count(n)";
    private static final String COUNT_EDGES = "MATCH ()-[r]->() RETURN count(r)";
    private static final String COUNT_MARKS = "MATCH (m:MusterRun) RETURN count(m)";

    /** Edges first: a vertex with very many of them would not fit into one transaction. */
    private static final List<String> DELETE = List.of(
            "MATCH ()-[r]->() CALL (r) { DELETE r } IN TRANSACTIONS OF " + ROWS + " ROWS",
            "MATCH (n) WHERE NOT n:MusterRun CALL (n) { DELETE n } IN TRANSACTIONS OF " + ROWS + " ROWS");

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
        with(session -> {
            session.run("MERGE (m:MusterRun) SET m.marker = $marker", Map.of("marker", marker))
                    .consume();
            DELETE.forEach(statement -> session.run(statement).consume());
            LABELS.forEach(label -> session.run(unique(label)).consume());
            return awaitIndexes(session);
        });
    }

    private static String unique(String label) {
        return "CREATE CONSTRAINT muster_%s IF NOT EXISTS FOR (n:%s) REQUIRE n.id IS UNIQUE"
                .formatted(label.toLowerCase(Locale.ROOT), label);
    }

    void awaitIndexes() throws TargetException {
        with(Administration::awaitIndexes);
    }

    /** Statements are then planned with what is in the database now, not with what an old sample says. */
    private static boolean awaitIndexes(Session session) {
        session.run("CALL db.awaitIndexes(3600)").consume();
        session.run("CALL db.prepareForReplanning(3600)").consume();
        return true;
    }

    /** Rows of a query that only reads. */
    List<Record> read(String query) throws TargetException {
        return with(session -> session.run(query).list());
    }

    Explanation explain(QueryOperation operation) throws TargetException {
        String text = operation.query().text(QueryCypher.LANGUAGES).orElseThrow().text();
        return with(session -> QueryExplanation.of(text, operation, session));
    }

    private <T> T with(Work<T> work) throws TargetException {
        try (Session session = driver.session(settings.session())) {
            return work.in(session);
        } catch (Neo4jException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    private interface Work<T> {
        T in(Session session);
    }
}
