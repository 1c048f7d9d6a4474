package muster.targets.noop;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetProvider;

/** Target "noop", which has no further keys. */
public final class NoopTargetProvider implements TargetProvider {
    @Override
    public String kind() {
        return "noop";
    }

    /** It has no rows, of which steps of a journey could make anything. */
    @Override
    public boolean executes(String workload) {
        return !workload.equals("journey");
    }

    @Override
    public boolean loadsData() {
        return true;
    }

    @Override
    public void check(Settings target, Settings workload) {
        TargetDefaults.of(target);
    }

    @Override
    public Target open(Settings target, Settings workload) {
        return new NoopTarget();
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return List.of();
    }
}
