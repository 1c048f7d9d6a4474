package muster.targets.falkordb;

import com.falkordb.FalkorDB;
import com.falkordb.Record;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import muster.targets.falkordb.query.QueryExplanation;
import muster.targets.support.MinimumVersion;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import redis.clients.jedis.Module;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One graph of a FalkorDB server that answers. What is done between phases may take long, so it has no operation time-out.
 * Connections belong to sessions, so there is none to close here.
 */
final class FalkorDbTarget implements Target {
    /** The first version with subqueries that return into the query around them in the way they are used here. */
    private static final MinimumVersion SUPPORTED = new MinimumVersion("4.10.0");

    private static final List<String> LABELS = List.of("User", "Post", "Vertex");
    private static final long POLL_MS = 20;
    private static final String BUILDING =
            "CALL db.indexes() YIELD status WITH status WHERE status <> 'OPERATIONAL' RETURN count(status) AS count";

    private final FalkorDbSettings settings;
    private final Settings workload;
    private final Map<String, String> facts;

    private FalkorDbTarget(FalkorDbSettings settings, Settings workload, Map<String, String> facts) {
        this.settings = settings;
        this.workload = workload;
        this.facts = facts;
    }

    /** Asks the server what it is, within the connect time-out. */
    static FalkorDbTarget contacted(FalkorDbSettings settings, Settings workload) throws TargetException {
        return new FalkorDbTarget(
                settings,
                workload,
                with(settings, settings.connectTimeout(), connection -> about(connection, settings)));
    }

    private static Map<String, String> about(Connection connection, FalkorDbSettings settings) throws TargetException {
        String info = connection.redis().info("server");
        String version = text(module(connection.redis().moduleList(), settings));
        SUPPORTED.require(settings, version);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.graph());
        facts.put("server.version", version);
        facts.put("redis.version", redis(info));
        facts.put("driver.version", ClientLibrary.version(FalkorDB.class));
        return facts;
    }

    private static int module(List<Module> modules, FalkorDbSettings settings) throws TargetException {
        return modules.stream()
                .filter(module -> module.getName().equals("graph"))
                .mapToInt(Module::getVersion)
                .findFirst()
                .orElseThrow(() ->
                        new TargetException(settings + ": this Redis has no module \"graph\": it is not FalkorDB"));
    }

    /** Of a number such as 41603. */
    private static String text(int version) {
        return version / 10_000 + "." + version / 100 % 100 + "." + version % 100;
    }

    private static String redis(String info) {
        return info.lines()
                .filter(line -> line.startsWith("redis_version:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    @Override
    public Map<String, String> facts() {
        return facts;
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        return settings.calls()
                .ask(() -> new FalkorDbSession(settings, new Binding(workload, depth), Connection.open(settings)));
    }

    /** A query would create the graph that it asks, so its name is looked up first. */
    @Override
    public Contents contents() throws TargetException {
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
    @Override
    public void reset(String marker) throws TargetException {
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
    @Override
    public Explanation explain(QueryOperation operation) throws TargetException {
        Statement statement = QueryResult.statement(operation, 0);
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

    @Override
    public void execute(String statement) throws TargetException {
        with(connection -> connection.query(statement));
    }

    @Override
    public void awaitIndexes() throws TargetException {
        with(FalkorDbTarget::awaitIndexes);
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

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return new GraphReader(this).fingerprint();
    }

    private <T> T with(Work<T> work) throws TargetException {
        return with(settings, Duration.ZERO, work);
    }

    private static <T> T with(FalkorDbSettings settings, Duration wait, Work<T> work) throws TargetException {
        return settings.calls().ask(() -> {
            try (Connection connection = Connection.open(settings, wait)) {
                return work.in(connection);
            }
        });
    }

    private interface Work<T> {
        T in(Connection connection) throws TargetException, InterruptedException;
    }

    @Override
    public void close() {}
}
