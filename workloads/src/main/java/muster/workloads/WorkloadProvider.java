package muster.workloads;

import muster.workloads.plan.language.Settings;

/** One kind of workload; found by {@link java.util.ServiceLoader}. */
public interface WorkloadProvider {
    /** Its name in plans: "graphity". */
    String kind();

    /**
     * Reads and checks the settings; every key that is not read is refused afterwards as unknown.
     *
     * @throws muster.workloads.plan.language.PlanException naming key, value, and what would be right
     */
    Workload create(Settings settings, DataFiles files);
}
