package muster.targets.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.targets.postgresql.data.DataSchema;
import muster.targets.postgresql.query.QueryExplanation;
import muster.targets.support.MinimumVersion;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.postgresql.util.DriverInfo;

/**
 * One database of a PostgreSQL server that answers. What is done between phases may take long, so it has no operation time-out.
 * Connections belong to sessions, so there is none to close here.
 */
final class PostgresqlTarget implements Target {
    private static final MinimumVersion SUPPORTED = new MinimumVersion("14");

    /** Whether a commit waits for the disk is what a figure of writes must be read with. */
    private static final String ABOUT =
            "SELECT current_setting('server_version'), current_setting('synchronous_commit')";

    private static final String MARKED = "SELECT to_regclass('muster.run') IS NOT NULL";

    /** A relation that refers to two others, or twice to one, is one of edges; every other one is of vertices. */
    private static final String RELATIONS = """
            SELECT format('%I.%I', n.nspname, c.relname),
              c.oid = ANY (ARRAY[to_regclass('muster.follows'), to_regclass('muster.edges')]::oid[])
              OR (SELECT count(*) FROM pg_constraint r WHERE r.conrelid = c.oid AND r.contype = 'f') >= 2
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT LIKE 'pg\\_%'
              AND n.nspname <> 'information_schema' AND c.oid IS DISTINCT FROM to_regclass('muster.run')""";

    /** Of Muster's own schemas. */
    private static final String OWN = "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables"
            + " WHERE schemaname IN ('muster', '" + DataSchema.NAME + "')";

    /** Tables of a plan's own data, whether they hold edges, and their ends (of nodes twice the key) as a number: of a text its length. */
    private static final String DATA = """
            SELECT format('%%I.%%I', n.nspname, c.relname), kind.edges, first.number, last.number
            FROM pg_class c
            JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = '%1$s'
            CROSS JOIN LATERAL (
              SELECT count(*) = 2 AS edges FROM pg_constraint r WHERE r.conrelid = c.oid AND r.contype = 'f') kind
            JOIN LATERAL (%2$s) first ON first.attnum = 1
            JOIN LATERAL (%2$s) last ON last.attnum = CASE WHEN kind.edges THEN 2 ELSE 1 END
            WHERE c.relkind = 'r'""".formatted(DataSchema.NAME, """
              SELECT attnum, format(CASE atttypid WHEN 'text'::regtype THEN 'length(%I)' ELSE '%I' END, attname) AS number
              FROM pg_attribute WHERE attrelid = c.oid""");

    private static final List<String> VERTICES = List.of("muster.users", "muster.vertices");
    private static final List<String> DEGREES = List.of(
            "SELECT degree, count(*) FROM (SELECT count(f.follower) AS degree FROM muster.users u"
                    + " LEFT JOIN muster.follows f ON f.follower = u.id GROUP BY u.id) d GROUP BY degree",
            "SELECT degree, count(*) FROM (SELECT count(e.source) AS degree FROM muster.vertices v"
                    + " LEFT JOIN muster.edges e ON e.source = v.id GROUP BY v.id) d GROUP BY degree");

    private final PostgresqlSettings settings;
    private final Settings workload;
    private final Map<String, String> facts;

    private PostgresqlTarget(PostgresqlSettings settings, Settings workload, Map<String, String> facts) {
        this.settings = settings;
        this.workload = workload;
        this.facts = facts;
    }

    /** Asks the server what it is, within the connect time-out. */
    static PostgresqlTarget contacted(PostgresqlSettings settings, Settings workload) throws TargetException {
        Map<String, String> facts = with(settings, settings.connectTimeout(), statement -> {
            Map<String, String> found = new LinkedHashMap<>();
            found.put("address", settings.address());
            found.put("database", settings.database());
            each(statement, ABOUT, row -> {
                found.put("server.version", row.getString(1));
                found.put("server.synchronous_commit", row.getString(2));
            });
            found.put("driver.version", DriverInfo.DRIVER_VERSION);
            return found;
        });
        SUPPORTED.require(settings, String.valueOf(facts.get("server.version")));
        return new PostgresqlTarget(settings, workload, facts);
    }

    @Override
    public Map<String, String> facts() {
        return facts;
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        return settings.calls()
                .ask(() -> new PostgresqlSession(settings, new Binding(workload, depth), Connection.open(settings)));
    }

    @Override
    public Contents contents() throws TargetException {
        return with(statement -> {
            long[] counts = new long[2];
            StringBuilder count = new StringBuilder("SELECT false, 0::bigint");
            each(
                    statement,
                    RELATIONS,
                    row -> count.append(" UNION ALL SELECT ")
                            .append(row.getBoolean(2))
                            .append(", count(*) FROM ")
                            .append(row.getString(1)));
            each(statement, count.toString(), row -> counts[row.getBoolean(1) ? 1 : 0] += row.getLong(2));
            boolean[] marked = new boolean[1];
            each(statement, MARKED, row -> marked[0] = row.getBoolean(1));
            return new Contents(settings.address(), settings.database(), marked[0], counts[0], counts[1]);
        });
    }

    /** In one transaction, so that an interrupted one leaves what was there before. */
    @Override
    public void reset(String marker) throws TargetException {
        with(statement -> {
            statement.getConnection().setAutoCommit(false);
            for (String each : Schema.statements(GraphitySql.of(workload))) {
                statement.execute(each);
            }
            statement.execute("INSERT INTO muster.run VALUES (" + statement.enquoteLiteral(marker) + ")");
            statement.getConnection().commit();
            return true;
        });
    }

    @Override
    public void execute(String text) throws TargetException {
        with(statement -> statement.execute(text));
    }

    /** Statements are then planned with what is in the database now. */
    @Override
    public void awaitIndexes() throws TargetException {
        with(statement -> {
            List<String> relations = new ArrayList<>();
            each(statement, OWN, row -> relations.add(row.getString(1)));
            return statement.execute("ANALYZE " + String.join(", ", relations));
        });
    }

    @Override
    public Explanation explain(QueryOperation operation) throws TargetException {
        QueryRequest request = new Binding(workload, Depth.PARSE).query(operation, 0, Probe.NONE);
        return settings.calls().ask(() -> {
            try (Connection connection = Connection.open(settings)) {
                return explain(connection, request);
            }
        });
    }

    private static Explanation explain(Connection connection, QueryRequest request) throws SQLException {
        try {
            return request.explain(connection, QueryExplanation::of);
        } catch (SQLException e) {
            if (!Failures.answered(e)) {
                throw e;
            }
            return QueryExplanation.refused(e, request.explained());
        }
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return with(statement -> {
            Fingerprint fingerprint = new Fingerprint();
            for (String relation : VERTICES) {
                each(statement, sums(relation, "id", "id"), row -> fingerprint.users(row.getLong(1), row.getLong(2)));
            }
            each(statement, sums("muster.posts", "id", "id"), row -> fingerprint.posts(row.getLong(1), row.getLong(2)));
            follows(statement, sums("muster.follows", "follower", "followee"), fingerprint);
            follows(statement, sums("muster.edges", "source", "target"), fingerprint);
            data(statement, fingerprint);
            for (String query : DEGREES) {
                each(statement, query, row -> fingerprint.degree(row.getLong(1), row.getLong(2)));
            }
            return fingerprint.facts();
        });
    }

    private static void data(Statement statement, Fingerprint fingerprint) throws SQLException {
        List<String> nodes = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        each(
                statement,
                DATA,
                row -> (row.getBoolean(2) ? edges : nodes)
                        .add(sums(row.getString(1), row.getString(3), row.getString(4))));
        for (String query : nodes) {
            each(statement, query, row -> fingerprint.users(row.getLong(1), row.getLong(2)));
        }
        for (String query : edges) {
            follows(statement, query, fingerprint);
        }
    }

    private static void follows(Statement statement, String query, Fingerprint fingerprint) throws SQLException {
        each(statement, query, row -> fingerprint.follows(row.getLong(1), row.getLong(2)));
    }

    private static String sums(String relation, String a, String b) {
        return "SELECT count(*), sum(" + Fingerprint.weight(a, b) + ")::bigint FROM " + relation;
    }

    private static void each(Statement statement, String query, Request.Row row) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                row.take(rows);
            }
        }
    }

    private <T> T with(Work<T> work) throws TargetException {
        return with(settings, Duration.ZERO, work);
    }

    private static <T> T with(PostgresqlSettings settings, Duration wait, Work<T> work) throws TargetException {
        return settings.calls().ask(() -> {
            try (Connection connection = Connection.open(settings, wait);
                    Statement statement = connection.sql().createStatement()) {
                return work.in(statement);
            }
        });
    }

    private interface Work<T> {
        T in(Statement statement) throws SQLException;
    }

    @Override
    public void close() {}
}
