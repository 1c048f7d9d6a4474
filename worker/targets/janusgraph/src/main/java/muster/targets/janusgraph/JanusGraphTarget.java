package muster.targets.janusgraph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import muster.targets.janusgraph.connection.Connection;
import muster.targets.janusgraph.connection.Driver;
import muster.targets.janusgraph.connection.Failures;
import muster.targets.janusgraph.connection.Server;
import muster.targets.janusgraph.script.Binding;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.Request;
import muster.targets.janusgraph.script.Schema;
import muster.targets.support.Deadline;
import muster.targets.support.DriverCalls;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/**
 * One graph of a server of JanusGraph or Titan that answers. What is done between phases may take long, so it has no operation
 * time-out.
 */
final class JanusGraphTarget implements Target {
    private static final Duration LONG = Duration.ofHours(1);

    /** Neither JanusGraph nor Titan keeps a count of what it holds: larger graphs are counted up to here, which takes some seconds. */
    private static final long COUNTED = 1_000_000;

    private static final String CONTENTS = """
            def tx = %1$s.newTransaction()
            try {
              def g = tx.traversal()
              def marked = tx.getPropertyKey('musterMark') != null && g.V().has('musterMark', 'muster').hasNext()
              [marked, g.V().limit(limit).count().next(), g.V().outE().limit(limit).count().next()]
            } finally {
              tx.rollback()
            }""";

    private static final String MARK = """
            def tx = %1$s.newTransaction()
            try {
              def g = tx.traversal()
              def mark = g.V().has('musterMark', 'muster').tryNext().orElseGet {
                tx.addVertex(T.label, 'MusterRun', 'musterMark', 'muster') }
              mark.property(VertexProperty.Cardinality.single, 'musterMarker', marker)
              tx.commit()
              [1]
            } catch (Throwable failure) {
              if (tx.isOpen()) { tx.rollback() }
              throw failure
            }""";

    /** Ids are read first and by themselves: the locks of a reader would stop those who delete. */
    private static final String DELETE = """
            def reader = %1$s.newTransaction()
            def ids
            try {
              ids = reader.traversal().V().not(__.hasLabel('MusterRun')).limit(50000).id().toList()
            } finally {
              reader.rollback()
            }
            ids.collate(1000).each { some ->
              def tx = %1$s.newTransaction()
              try {
                tx.traversal().V(some as Object[]).drop().iterate()
                tx.commit()
              } catch (Throwable failure) {
                if (tx.isOpen()) { tx.rollback() }
                throw failure
              }
            }
            [ids.size()]""";

    private final Driver driver;
    private final JanusGraphSettings settings;
    private final Server server;
    private final Settings workload;
    private final DriverCalls calls;

    /**
     * Asks the server what it is.
     *
     * @param driver is closed with the target, and where this fails
     */
    static JanusGraphTarget open(Driver driver, JanusGraphSettings settings, Settings workload) throws TargetException {
        try {
            return new JanusGraphTarget(driver, settings, Server.contacted(driver, settings), workload);
        } catch (TargetException | RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private JanusGraphTarget(Driver driver, JanusGraphSettings settings, Server server, Settings workload) {
        this.driver = driver;
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.calls = new DriverCalls(settings, Exception.class, Failures::line);
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings, driver.version());
    }

    /** Its connection is open, and has answered once, before any time is measured. */
    @Override
    public Session session(Depth depth) throws TargetException {
        Connection connection = driver.connection(server.survivesInterrupts());
        try {
            return calls.ask(() -> {
                connection.answer(Request.of("1", Map.of()), Deadline.after(settings.connectTimeout()));
                return new JanusGraphSession(
                        connection, new Binding(settings, workload, depth), settings.operationTimeout());
            });
        } catch (TargetException | Error e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Contents contents() throws TargetException {
        List<?> found = run(CONTENTS, Map.of("limit", COUNTED));
        return new Contents(
                settings.address(),
                settings.graph(),
                (Boolean) found.get(0),
                number(found.get(1)),
                number(found.get(2)));
    }

    private static long number(Object result) {
        return ((Number) result).longValue();
    }

    /** The mark comes first and is never deleted, so that a reset that was interrupted can be repeated. */
    @Override
    public void reset(String marker) throws TargetException {
        run(Schema.CREATE, Map.of("locking", settings.locking()));
        awaitIndexes();
        run(MARK, Map.of("marker", marker));
        long deleted;
        do {
            deleted = number(run(DELETE, Map.of()).getFirst());
        } while (deleted > 0);
    }

    /** As a statement of workload query has it, {@code g} is the source of traversals. */
    @Override
    public void execute(String statement) throws TargetException {
        answer(Request.of(settings.dialect().source(settings.graph(), true) + statement, Map.of()));
    }

    @Override
    public void awaitIndexes() throws TargetException {
        run(Schema.AWAIT, Map.of());
    }

    /** Runs a script with the name of the graph in it; its connection is its own. */
    List<?> run(String script, Map<String, Object> parameters) throws TargetException {
        return answer(Request.of(settings.dialect().script(script, settings.graph()), parameters));
    }

    private List<?> answer(Request request) throws TargetException {
        return calls.ask(() -> {
            try (Connection connection = driver.connection()) {
                return connection.answer(request, Deadline.after(LONG));
            }
        });
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return new GraphReader(this).fingerprint();
    }

    @Override
    public void close() {
        driver.close();
    }
}
