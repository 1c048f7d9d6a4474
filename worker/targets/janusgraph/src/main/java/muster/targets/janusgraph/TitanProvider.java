package muster.targets.janusgraph;

import java.util.List;
import muster.targets.janusgraph.connection.HttpConnection;
import muster.targets.janusgraph.connection.HttpDriver;
import muster.targets.janusgraph.script.Binding;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.QueryGremlin;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "titan": Titan 1.0 behind the Gremlin Server of TinkerPop 3.0.1, asked over HTTP. Settings: uri, graph, locking,
 * batchLoading, and the keys that every target has.
 */
public final class TitanProvider implements TargetProvider {
    @Override
    public String kind() {
        return "titan";
    }

    @Override
    public List<String> languages() {
        return QueryGremlin.LANGUAGES_OF_TITAN;
    }

    @Override
    public boolean keepsAlgorithmsApart() {
        return false;
    }

    @Override
    public void check(Settings target, Settings workload) {
        JanusGraphSettings.ofTitan(target, workload);
    }

    @Override
    public JanusGraphTarget open(Settings target, Settings workload) throws TargetException {
        JanusGraphSettings settings = JanusGraphSettings.ofTitan(target, workload);
        return JanusGraphTarget.open(new HttpDriver(settings), settings, workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        Binding binding = new Binding(JanusGraphSettings.ofTitan(target, workload), workload, depth);
        return List.of(HttpConnection.framed(binding.request(operation).script()));
    }
}
