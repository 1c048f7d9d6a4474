package muster.targets.falkordb;

import com.falkordb.Record;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import muster.targets.falkordb.query.QueryExplanation;
import muster.workloads.target.Explanation;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** What is done between phases: counting, deleting, indexes. It may take long, so it has no operation time-out. */
final class Administration {
    private static final List<String> LABELS = List.of("User", "Post", "Vertex");
    private static final long POLL_MS = 20;
    private static final String BUILDING =
            "CALL db.indexes() YIELD status WITH status WHERE status <> 'OPERATIONAL' RETURN count(status) AS count";

    private final FalkorDbSettings settings;

    Administration(FalkorDbSettings settings) {
        this.settings = settings;
    }

    /** A query would create the graph that it asks, so its name is looked up first. */
    Contents contents() throws TargetException {
        return with(connection -> {
            if (!exists(connection)) {
                return new Contents(settings.address(), settings.graph(), false, 0, 0);
            }
            return new Contents(
                    settings.address(),
                    settings.graph(),
                    count(connection, "MATCH (n:MusterRun) RETURN count(n) AS count") > 0,
                    count(connection, "MATCH (n) RETURN count(n) AS count"),
                    count(connection, "MATCH ()-[r]->() RETURN count(r) AS count"));
        });
    }

    private boolean exists(Connection connection) {
        return connection.redis().exists(settings.graph());
    }

    private static long count(Connection connection, String query) {
        return connection.readOnlyQuery(query).iterator().next().getValue("count");
    }

    /**
     * Deleting the whole graph takes the mark with it; if this is interrupted, the graph is not there, which is as good: an
     * empty one may be loaded.
     */
    void reset(String marker) throws TargetException {
        with(connection -> {
            if (exists(connection)) {
                connection.redis().del(settings.graph());
            }
            connection.query(
                    "CYPHER " + new Parameters().with("marker", marker) + "CREATE (:MusterRun {marker: $marker})");
            connection.query(Names.OWN);
            LABELS.forEach(label -> connection.query("CREATE INDEX FOR (n:" + label + ") ON (n.id)"));
            return awaitIndexes(connection);
        });
    }

    /** Nothing can be planned in a graph that is not there; a statement that writes creates it. */
    Explanation explain(Statement statement) throws TargetException {
        return with(connection -> {
            if (!exists(connection)) {
                return statement.writes()
                        ? Explanation.ACCEPTED
                        : Explanation.refusedBySchema(
                                "graph " + settings.graph()
                                        + " does not exist; load it, or name another one with target.database",
                                0);
            }
            try {
                return QueryExplanation.of(connection.explain(statement.query()));
            } catch (JedisDataException e) {
                return QueryExplanation.refused(Failures.line(e));
            }
        });
    }

    void awaitIndexes() throws TargetException {
        with(Administration::awaitIndexes);
    }

    private static boolean awaitIndexes(Connection connection) throws InterruptedException {
        while (count(connection, BUILDING) > 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return true;
    }

    /** Rows of queries that only read, each with all of its rows. */
    List<List<Record>> read(List<String> queries) throws TargetException {
        return with(connection -> {
            List<List<Record>> answers = new ArrayList<>();
            for (String query : queries) {
                List<Record> rows = new ArrayList<>();
                connection.readOnlyQuery(query).forEach(rows::add);
                answers.add(rows);
            }
            return answers;
        });
    }

    private <T> T with(Work<T> work) throws TargetException {
        try (Connection connection = Connection.open(settings, Duration.ZERO)) {
            return work.in(connection);
        } catch (JedisException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(settings + ": interrupted", e);
        }
    }

    private interface Work<T> {
        T in(Connection connection) throws InterruptedException;
    }
}
