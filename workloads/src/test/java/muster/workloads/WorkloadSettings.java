package muster.workloads;

import java.util.Map;
import java.util.TreeMap;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;

/** Section "workload" of a plan, from the values of a test. */
public final class WorkloadSettings {
    private WorkloadSettings() {}

    /** Maps in the order of their keys, since those of Map.of have none. */
    public static Settings of(String kind, Map<String, Object> values) {
        Map<String, Object> section = sorted(values);
        section.put("kind", kind);
        return TreeSettings.of("workload", PlanKey.plan().key("workload"), Tree.ofMap(section, "a test"));
    }

    private static Map<String, Object> sorted(Map<?, ?> values) {
        Map<String, Object> sorted = new TreeMap<>();
        values.forEach((key, value) ->
                sorted.put(key.toString(), value instanceof Map<?, ?> map ? sorted(map) : value));
        return sorted;
    }
}
