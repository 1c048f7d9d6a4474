package muster.targets.hugegraph;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import muster.workloads.target.Transaction;

/**
 * Target "hugegraph": HugeGraph 1.5 or later over HTTP. Settings: uri, database (the graph), user, password, noDelay,
 * checkVertex, checkDuplicate, batchLimit, and the keys that every target has.
 */
public final class HugeGraphProvider implements TargetProvider {
    @Override
    public String kind() {
        return "hugegraph";
    }

    @Override
    public List<String> languages() {
        return QueryScript.LANGUAGES;
    }

    /** Nothing of the workload is checked here: whatever its provider accepts can be executed. */
    @Override
    public void check(Settings target, Settings workload) {
        HugeGraphSettings.of(target);
    }

    @Override
    public HugeGraphTarget open(Settings target, Settings workload) throws TargetException {
        HugeGraphSettings settings = HugeGraphSettings.of(target);
        return new HugeGraphTarget(settings, Server.contacted(settings), workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        HugeGraphSettings settings = HugeGraphSettings.of(target);
        return Binding.of(workload, depth).requests(Transaction.of(operation)).stream()
                .flatMap(request -> new RequestFormatter(settings).of(request).stream())
                .toList();
    }
}
