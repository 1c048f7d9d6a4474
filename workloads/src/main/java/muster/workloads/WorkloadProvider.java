package muster.workloads;

import java.util.List;
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

    /** Those of the {@link #dataFiles} that hold expected answers, and so are no data that answers depend on. */
    default List<String> expectedFiles(Settings settings) {
        return List.of();
    }

    /** Names of the data files that {@link #create} asks for. Nothing is read, and nothing checked. */
    default List<String> dataFiles(Settings settings) {
        boolean named = settings.raw().get("data") instanceof String data && !data.equals("debian");
        return named ? List.of(String.valueOf(settings.raw().get("data"))) : List.of();
    }
}
