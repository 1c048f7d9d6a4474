package muster.workloads.plan.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements that section "workload" of a plan names, as its keys say: operations of workload "query", and steps of workload
 * "journey". What is not there, or no map, is left out: the workload's own reader refuses it.
 */
public final class NamedStatements {
    private static final List<String> KINDS = List.of("query", "journey");
    private static final String JOURNEYS = "journeys";
    /** As plan.schema.json says. */
    private static final long MAX_STEPS = 1_000;

    private NamedStatements() {}

    /** Whether a workload of this kind asks what its plan names. */
    public static boolean areOf(String workloadKind) {
        return KINDS.contains(workloadKind);
    }

    /** The keys of each, by the name of its figures: OPERATION, or JOURNEY.STEP. */
    public static Map<String, Map<?, ?>> keys(Map<String, ?> workload) {
        Map<String, Map<?, ?>> keys = new LinkedHashMap<>();
        below(workload, "operations").forEach((name, of) -> keys.put(name.toString(), map(of)));
        below(workload, JOURNEYS)
                .forEach((journey, of) ->
                        below(map(of), "steps").forEach((step, keysOf) -> keys.put(journey + "." + step, map(keysOf))));
        return keys;
    }

    /** The names of all figures: of these, and of journeys as a whole. */
    public static List<String> names(Map<String, ?> workload) {
        List<String> names = new ArrayList<>();
        below(workload, JOURNEYS).keySet().forEach(journey -> names.add(journey.toString()));
        names.addAll(keys(workload).keySet());
        return names;
    }

    /** The path of the keys below section "workload", for messages. */
    public static String path(String name) {
        int point = name.indexOf('.');
        return point < 0
                ? "operations." + name
                : JOURNEYS + "." + name.substring(0, point) + ".steps." + name.substring(point + 1);
    }

    /** Whether there are any, and none may change the database. */
    public static boolean onlyRead(Map<String, ?> workload) {
        return !keys(workload).isEmpty() && writing(workload).isEmpty();
    }

    /** The names of those that may change the database. */
    public static List<String> writing(Map<String, ?> workload) {
        return keys(workload).entrySet().stream()
                .filter(each -> "true".equals(String.valueOf(each.getValue().get("write"))))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether generators on Python workers say which step of a journey is next. */
    public static boolean areGenerated(Map<String, ?> workload) {
        return below(workload, JOURNEYS).values().stream()
                .anyMatch(journey -> map(journey).containsKey("python"));
    }

    /** How often an index sends each at most: once, but for a step that is repeated. */
    public static Map<String, Long> most(Map<String, ?> workload) {
        Map<String, Long> most = new LinkedHashMap<>();
        keys(workload).forEach((name, keys) -> most.put(name, repeated(keys)));
        below(workload, JOURNEYS).forEach((journey, of) -> {
            if (map(of).containsKey("python")) {
                long steps = map(of).get("maxSteps") instanceof Number number ? number.longValue() : MAX_STEPS;
                below(map(of), "steps").keySet().forEach(step -> most.put(journey + "." + step, steps));
            }
        });
        return most;
    }

    private static long repeated(Map<?, ?> keys) {
        Object most = keys.get(keys.containsKey("atMost") ? "atMost" : "repeat");
        return most instanceof Number number ? Math.max(1, number.longValue()) : 1;
    }

    private static Map<?, ?> below(Map<?, ?> map, String key) {
        return map(map.get(key));
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
