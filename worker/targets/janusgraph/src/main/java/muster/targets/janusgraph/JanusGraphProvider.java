package muster.targets.janusgraph;

import java.util.List;
import muster.targets.janusgraph.connection.GremlinDriver;
import muster.targets.janusgraph.script.Binding;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.QueryGremlin;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "janusgraph": JanusGraph 1.0 or later behind a Gremlin Server that runs Groovy scripts. Settings: uri, graph,
 * user, password, consistency, locking, batchLoading, compression, and the keys that every target has.
 */
public final class JanusGraphProvider implements TargetProvider {
    @Override
    public String kind() {
        return "janusgraph";
    }

    @Override
    public List<String> languages() {
        return QueryGremlin.LANGUAGES;
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
        JanusGraphSettings.of(target, workload);
    }

    @Override
    public JanusGraphTarget open(Settings target, Settings workload) throws TargetException {
        JanusGraphSettings settings = JanusGraphSettings.of(target, workload);
        return JanusGraphTarget.open(new GremlinDriver(settings), settings, workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        Binding binding = new Binding(JanusGraphSettings.of(target, workload), workload, depth);
        return List.of(binding.request(operation).script());
    }
}
