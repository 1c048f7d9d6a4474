package muster.workloads.noop;

import java.time.Duration;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.plan.language.Settings;

/** Workload "noop": what is left of a measurement when the database costs nothing, or a set time. */
public final class NoopProvider implements WorkloadProvider {
    @Override
    public String kind() {
        return "noop";
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        Duration delay = settings.duration("delay");
        int actions = (int) settings.integer("actionsPerTransaction");
        return new NoopWorkload(delay.toNanos(), actions);
    }
}
