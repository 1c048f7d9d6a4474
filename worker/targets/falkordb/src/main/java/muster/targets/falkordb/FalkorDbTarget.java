package muster.targets.falkordb;

import java.util.Map;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import redis.clients.jedis.exceptions.JedisException;

/** One graph of a FalkorDB server that answers. Connections belong to sessions, so there is none to close here. */
final class FalkorDbTarget implements Target {
    private final FalkorDbSettings settings;
    private final Server server;
    private final Settings workload;
    private final Administration administration;

    FalkorDbTarget(FalkorDbSettings settings, Server server, Settings workload) {
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.administration = new Administration(settings);
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings);
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        try {
            return new FalkorDbSession(settings, Binding.of(workload, depth), Connection.open(settings));
        } catch (JedisException e) {
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
        return administration.explain(QueryResult.statement(operation, 0));
    }

    @Override
    public void awaitIndexes() throws TargetException {
        administration.awaitIndexes();
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return new GraphReader(administration).fingerprint();
    }

    @Override
    public void close() {}
}
