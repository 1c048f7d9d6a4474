package muster.targets.hugegraph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import muster.targets.support.Deadline;
import muster.targets.support.DriverCalls;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.apache.hugegraph.driver.GraphsManager;
import org.apache.hugegraph.driver.SchemaManager;
import org.apache.hugegraph.exception.ServerException;

/**
 * One graph of a HugeGraph server that answers. What is done between phases may take as long as the server lets a script run.
 */
final class HugeGraphTarget implements Target {
    private static final Duration MAX = Duration.ofMinutes(15);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final String CLEAR = "I'm sure to delete all data";

    /** HugeGraph stops a query after 800,000 elements, unless its bound is lifted. */
    private static final String UNBOUNDED = """
            def capacity = org.apache.hugegraph.backend.query.Query.defaultCapacity(-1L)
            try {
            %s
            } finally {
              org.apache.hugegraph.backend.query.Query.defaultCapacity(capacity)
            }""";

    private static final String COUNT = UNBOUNDED.formatted("""
              def mark = graph.vertices('muster')
              [mark.hasNext() && mark.next().label() == 'MusterRun', g.V().count().next(), g.E().count().next()]""");

    private static final String SET_MARK =
            "graph.addVertex(T.label, 'MusterRun', T.id, 'muster', 'marker', marker);" + " graph.tx().commit()";

    private static final String SUMS = UNBOUNDED.formatted("""
              def weight = { long a, long b -> (a % 1000003L + 1L) * (b % 999983L + 1L) % 1000000007L }
              def number = { id -> def text = id.toString(); (text[0] in ['u', 'p'] ? text.substring(1) : text) as long }
              long users = 0, userSum = 0, posts = 0, postSum = 0, edges = 0, edgeSum = 0
              def degrees = [:]
              graph.vertices().each {
                long id = it.label() == 'MusterRun' ? -1L : number(it.id())
                if (it.label() in ['User', 'Vertex']) { users++; userSum += weight(id, id); degrees.putIfAbsent(id, 0) }
                if (it.label() == 'Post') { posts++; postSum += weight(id, id) }
              }
              graph.edges().each {
                if (it.label() in ['FOLLOWS', 'EDGE']) {
                  long a = number(it.outVertex().id()), b = number(it.inVertex().id())
                  edges++; edgeSum += weight(a, b); degrees[a] = (degrees[a] ?: 0) + 1
                }
              }
              [users, userSum, posts, postSum, edges, edgeSum,
               degrees.values().countBy { it }.collect { degree, count -> [degree, count] }]""");

    private final HugeGraphSettings settings;
    private final Server server;
    private final Settings workload;
    private final DriverCalls calls;
    private final HugeGraphConnection link;

    HugeGraphTarget(HugeGraphSettings settings, Server server, Settings workload) {
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.calls = settings.calls();
        this.link = new HugeGraphConnection(settings, MAX);
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings);
    }

    /** Connects with a first round trip, so that no time that is measured holds the making of a connection. */
    @Override
    public Session session(Depth depth) throws TargetException {
        HugeGraphConnection own = new HugeGraphConnection(settings, settings.operationTimeout());
        try {
            return calls.ask(() -> {
                own.versions();
                return new HugeGraphSession(own, Binding.of(workload, depth), settings);
            });
        } catch (TargetException e) {
            own.close();
            throw e;
        }
    }

    @Override
    public Contents contents() throws TargetException {
        List<Object> counts = asked(() -> link.run(COUNT, Map.of()));
        return new Contents(
                settings.address(),
                settings.database(),
                Boolean.TRUE.equals(counts.get(0)),
                number(counts.get(1)),
                number(counts.get(2)));
    }

    /**
     * Clears the graph, its schema with it, which is the only quick way that HugeGraph has; so a graph with a schema of
     * somebody else is refused. If it is interrupted, the graph is empty or as before.
     */
    @Override
    public void reset(String marker) throws TargetException {
        Schema schema = new Schema(new SchemaManager(link.client(), settings.database()));
        List<String> foreign = asked(schema::foreign);
        if (!foreign.isEmpty()) {
            throw new TargetException(
                    "%s: it has labels that Muster did not make (%s), and clearing it would delete them;"
                                    .formatted(settings, String.join(", ", foreign))
                            + " name another graph in target.database");
        }
        asked(() -> {
            new GraphsManager(link.client()).clearGraph(settings.database(), CLEAR);
            schema.create();
            return link.run(SET_MARK, Map.of("marker", marker));
        });
    }

    /** There is no index beside the keys, and they are written with what they belong to. */
    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        List<Object> sums = asked(() -> link.run(SUMS, Map.of()));
        Fingerprint fingerprint = new Fingerprint()
                .users(number(sums.get(0)), number(sums.get(1)))
                .posts(number(sums.get(2)), number(sums.get(3)))
                .follows(number(sums.get(4)), number(sums.get(5)));
        for (Object row : (List<?>) sums.get(6)) {
            List<?> degree = (List<?>) row;
            fingerprint.degree(number(degree.get(0)), number(degree.get(1)));
        }
        return fingerprint.facts();
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    /** What clients asked before and gave up may keep the server busy, but not for ever. */
    private synchronized <T> T asked(Supplier<T> question) throws TargetException {
        Deadline patience = Deadline.after(PATIENCE);
        return calls.ask(() -> {
            while (true) {
                try {
                    return question.get();
                } catch (ServerException answer) {
                    again(answer, patience);
                }
            }
        });
    }

    private static void again(ServerException answer, Deadline patience) throws InterruptedException {
        if (!Failures.isTooBusy(answer) || patience.isOver()) {
            throw answer;
        }
        Thread.sleep(PAUSE);
    }

    @Override
    public void close() {
        link.close();
    }
}
