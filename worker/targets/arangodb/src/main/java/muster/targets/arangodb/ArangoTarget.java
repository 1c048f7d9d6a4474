package muster.targets.arangodb;

import com.arangodb.ArangoDB;
import com.arangodb.ArangoDatabase;
import com.arangodb.entity.CollectionEntity;
import com.arangodb.entity.CollectionType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.targets.support.DriverCalls;
import muster.targets.support.MinimumVersion;
import muster.targets.support.UnansweredRequest;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** One database of an ArangoDB server that answers. What is done between phases has a time-out of its own. */
final class ArangoTarget implements Target {
    private static final Duration MAX = Duration.ofMinutes(15);

    private static final MinimumVersion SUPPORTED = new MinimumVersion("3.11");

    private final ArangoSettings settings;
    private final String version;
    private final Settings workload;
    private final DriverCalls calls;
    private final ArangoDB driver;
    private final ArangoDB patient;
    private final ArangoDatabase database;

    private ArangoTarget(ArangoSettings settings, String version, Settings workload) {
        this.settings = settings;
        this.version = version;
        this.workload = workload;
        this.calls = new DriverCalls(settings, RuntimeException.class, Failures::line);
        this.driver = settings.driver(settings.operationTimeout());
        this.patient = settings.driver(MAX);
        this.database = patient.db(settings.database());
    }

    /** Asks the server what it is, within the connect time-out. */
    static ArangoTarget contacted(ArangoSettings settings, Settings workload) throws TargetException {
        String version = version(settings);
        SUPPORTED.require(settings, version);
        return new ArangoTarget(settings, version, workload);
    }

    private static String version(ArangoSettings settings) throws TargetException {
        ArangoDB driver = settings.driver(settings.connectTimeout());
        try {
            return driver.db(settings.database()).getVersion().getVersion();
        } catch (RuntimeException e) {
            throw new TargetException(settings + ": " + reason(e, settings), e);
        } finally {
            driver.shutdown();
        }
    }

    private static String reason(RuntimeException failure, ArangoSettings settings) {
        Integer status = Failures.status(failure);
        if (status != null && status == Failures.UNAUTHORIZED) {
            return "it refuses the password of user " + settings.user();
        }
        String line = Failures.line(failure);
        return line.equals(UnansweredRequest.LATE)
                ? "no answer within " + settings.connectTimeout().toMillis() + " ms"
                : line;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.database());
        facts.put("server.version", version);
        facts.put("driver.version", ClientLibrary.version(ArangoDB.class));
        facts.put("protocol", settings.protocol().name());
        facts.put("checkVertex", Boolean.toString(settings.checkVertex()));
        return facts;
    }

    /** With a first round trip, so that connections are made before any time is measured. */
    @Override
    public Session session(Depth depth) throws TargetException {
        ArangoDatabase connected = driver.db(settings.database());
        return calls.ask(() -> {
            connected.getVersion();
            return new ArangoSession(connected, Binding.of(workload, settings.checkVertex(), depth));
        });
    }

    @Override
    public Contents contents() throws TargetException {
        return calls.ask(() -> {
            Collections collections = new Collections(database);
            long vertices = 0;
            long edges = 0;
            for (CollectionEntity collection : collections.present()) {
                long count = database.collection(collection.getName()).count().getCount();
                if (collection.getType() == CollectionType.EDGES) {
                    edges += count;
                } else {
                    vertices += count;
                }
            }
            return new Contents(settings.address(), settings.database(), collections.isMarked(), vertices, edges);
        });
    }

    /** Only the collections that Muster makes are dropped. */
    @Override
    public void reset(String marker) throws TargetException {
        calls.ask(() -> {
            Collections collections = new Collections(database);
            collections.mark(marker);
            collections.make();
            return true;
        });
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return calls.ask(() -> {
            Fingerprint fingerprint = new Fingerprint();
            for (String label : List.of("User", "Vertex")) {
                long[] sums = sums(label, "TO_NUMBER(x._key)", "TO_NUMBER(x._key)");
                fingerprint.users(sums[0], sums[1]);
            }
            long[] posts = sums("Post", "TO_NUMBER(x._key)", "TO_NUMBER(x._key)");
            fingerprint.posts(posts[0], posts[1]);
            edges(fingerprint, "User", "FOLLOWS");
            edges(fingerprint, "Vertex", "EDGE");
            return fingerprint.facts();
        });
    }

    /** Indexes are made before the load and are written with the documents. */
    @Override
    public void awaitIndexes() {}

    private void edges(Fingerprint fingerprint, String vertices, String edges) {
        int prefix = vertices.length() + 1;
        long[] sums = sums(
                edges, "TO_NUMBER(SUBSTRING(x._from, " + prefix + "))", "TO_NUMBER(SUBSTRING(x._to, " + prefix + "))");
        fingerprint.follows(sums[0], sums[1]);
        rows("FOR x IN %s LET d = LENGTH(FOR e IN %s FILTER e._from == x._id RETURN 1) COLLECT degree = d WITH COUNT INTO n"
                                .formatted(vertices, edges)
                        + " RETURN [degree, n]")
                .forEach(row -> fingerprint.degree(number(row, 0), number(row, 1)));
    }

    /** Count, and the sum of {@link Fingerprint#weight(long, long)}, which doubles hold exactly up to 9 million elements. */
    private long[] sums(String collection, String a, String b) {
        List<?> row = rows("FOR x IN " + collection + " COLLECT AGGREGATE n = COUNT(1), sum = SUM("
                        + Fingerprint.weight(a, b) + ") RETURN [n, sum]")
                .getFirst();
        return new long[] {number(row, 0), number(row, 1)};
    }

    @SuppressWarnings("unchecked") // Each query returns lists.
    private List<List<?>> rows(String query) {
        return (List<List<?>>) (List<?>) database.query(query, Object.class).asListRemaining();
    }

    /** The sum of nothing is null. */
    private static long number(List<?> row, int at) {
        return row.get(at) instanceof Number number ? number.longValue() : 0;
    }

    @Override
    public void close() {
        driver.shutdown();
        patient.shutdown();
    }
}
