package muster.targets.postgresql;

import java.sql.SQLException;
import java.util.Map;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** One database of a PostgreSQL server that answers. Connections belong to sessions, so there is none to close here. */
final class PostgresqlTarget implements Target {
    private final PostgresqlSettings settings;
    private final Server server;
    private final Settings workload;
    private final Administration administration;

    PostgresqlTarget(PostgresqlSettings settings, Server server, Settings workload) {
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.administration = new Administration(settings, GraphitySql.of(workload));
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings);
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        try {
            return new PostgresqlSession(settings, Binding.of(workload, depth), Connection.open(settings));
        } catch (SQLException e) {
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
        return administration.explain(Binding.of(workload, Depth.PARSE).query(operation, 0, Probe.NONE));
    }

    @Override
    public void awaitIndexes() throws TargetException {
        administration.analyze();
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return administration.fingerprint();
    }

    @Override
    public void close() {}
}
