package muster.targets.arangodb;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "arangodb": ArangoDB 3.11 or later over HTTP. Settings: uri, database, user, password, protocol, connections,
 * checkVertex, and the keys that every target has.
 */
public final class ArangoProvider implements TargetProvider {
    @Override
    public String kind() {
        return "arangodb";
    }

    /** Nothing of the workload is checked here: whatever its provider accepts can be executed. */
    @Override
    public void check(Settings target, Settings workload) {
        ArangoSettings.of(target);
    }

    @Override
    public ArangoTarget open(Settings target, Settings workload) throws TargetException {
        return ArangoTarget.contacted(ArangoSettings.of(target), workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        Binding binding = Binding.of(workload, ArangoSettings.of(target).checkVertex(), depth);
        return List.of(
                switch (binding.statement(operation)) {
                    case Statement.Cheapest cheapest -> "GET /_api/version";
                    case Statement.Explain explain -> "EXPLAIN " + explain.aql();
                    case Statement.Query query -> query.aql();
                });
    }
}
