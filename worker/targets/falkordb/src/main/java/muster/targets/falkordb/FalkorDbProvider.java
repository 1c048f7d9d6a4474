package muster.targets.falkordb;

import java.util.List;
import java.util.stream.Stream;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import muster.workloads.target.Transaction;

/**
 * Target "falkordb": FalkorDB 4.10 or later in Redis. Settings: uri, database (the name of the graph), user, password, and
 * the keys that every target has.
 */
public final class FalkorDbProvider implements TargetProvider {
    @Override
    public String kind() {
        return "falkordb";
    }

    @Override
    public boolean namesColumns() {
        return true;
    }

    @Override
    public List<String> languages() {
        return QueryResult.LANGUAGES;
    }

    @Override
    public boolean loadsData() {
        return true;
    }

    @Override
    public void check(Settings target, Settings workload) {
        FalkorDbSettings.of(target);
    }

    @Override
    public FalkorDbTarget open(Settings target, Settings workload) throws TargetException {
        return FalkorDbTarget.contacted(FalkorDbSettings.of(target), workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        Binding binding = new Binding(workload, depth);
        Transaction transaction = Transaction.of(operation);
        Stream<String> queries =
                binding.statements(transaction, Probe.NONE).stream().map(Statement::text);
        return Stream.concat(binding.preparations(transaction).stream(), queries)
                .toList();
    }
}
