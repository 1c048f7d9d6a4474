package muster.model;

import java.util.HashMap;
import java.util.Map;

/**
 * A run as it starts.
 *
 * @param mode "cluster" or "standalone"
 * @param planText the YAML with --set applied; never holds a secret, only references
 * @param environment versions, JVM flags, CPU, memory, kernel, git revision of the coordinator's side
 */
public record RunRow(
        String name,
        String mode,
        String planName,
        String planText,
        String target,
        String workload,
        long seed,
        long startedNs,
        Map<String, String> environment) {
    /** Key in the environment: the seed of the order of steps. Without it steps were in the order of the plan. */
    public static final String ORDER_SEED = "trials.order_seed";

    /** The same run with more of its environment. */
    public RunRow with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new RunRow(name, mode, planName, planText, target, workload, seed, startedNs, Map.copyOf(all));
    }
}
