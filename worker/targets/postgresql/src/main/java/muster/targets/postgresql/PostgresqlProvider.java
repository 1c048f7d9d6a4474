package muster.targets.postgresql;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import muster.workloads.target.Transaction;

/**
 * Target "postgresql": PostgreSQL 14 or later. Settings: uri, user, password, isolation, and the keys that every target has.
 */
public final class PostgresqlProvider implements TargetProvider {
    @Override
    public String kind() {
        return "postgresql";
    }

    @Override
    public boolean namesColumns() {
        return true;
    }

    @Override
    public List<String> languages() {
        return QueryRequest.LANGUAGES;
    }

    @Override
    public boolean loadsData() {
        return true;
    }

    @Override
    public boolean keepsAlgorithmsApart() {
        return false;
    }

    @Override
    public void check(Settings target, Settings workload) {
        PostgresqlSettings.of(target);
    }

    @Override
    public PostgresqlTarget open(Settings target, Settings workload) throws TargetException {
        return PostgresqlTarget.contacted(PostgresqlSettings.of(target), workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return new Binding(workload, depth)
                .statements(Transaction.of(operation), Probe.NONE).stream()
                        .map(Request::sql)
                        .toList();
    }
}
