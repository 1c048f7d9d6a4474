package muster.targets.neo4j;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.targets.neo4j.connection.ConnectionLimit;
import muster.targets.neo4j.connection.Deadline;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Driver;

/** One database of a Neo4j server that answers. */
final class Neo4jTarget implements Target {
    private static final int CLOSE_SECONDS = 5;

    private final Driver driver;
    private final Neo4jSettings settings;
    private final Server server;
    private final Settings workload;
    private final Administration administration;
    private final ConnectionLimit limit;
    private final ConnectionLimit edgeLoads;

    Neo4jTarget(Driver driver, Neo4jSettings settings, Server server, Settings workload) {
        this.driver = driver;
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.administration = new Administration(driver, settings);
        this.limit = new ConnectionLimit(settings.connections());
        this.edgeLoads = settings.dialect().loadsEdgesAlone() ? new ConnectionLimit(1) : limit;
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings);
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        Binding binding = Binding.of(settings.dialect(), workload, depth);
        Connector connector = new Connector(driver, settings, limit, edgeLoads);
        if (limit.isBounded()) {
            return new Neo4jSession(connector, binding, null);
        }
        OpenTransaction prepared = connector.beginEarly(QueryCypher.access(workload));
        try {
            prepared.begun(Deadline.after(settings.connectTimeout()));
            return new Neo4jSession(connector, binding, prepared);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    @Override
    public Contents contents() throws TargetException {
        return administration.contents();
    }

    @Override
    public void reset(String marker) throws TargetException {
        administration.reset(marker);
    }

    @Override
    public Explanation explain(QueryOperation operation) throws TargetException {
        return administration.explain(operation);
    }

    @Override
    public void awaitIndexes() throws TargetException {
        administration.awaitIndexes();
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return new GraphReader(administration, settings.dialect()).fingerprint();
    }

    /** Waits for the connections, but not forever: one that hangs is cut with the process. */
    @Override
    public void close() {
        try {
            driver.closeAsync().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            return;
        }
    }
}
