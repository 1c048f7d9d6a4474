package muster.cli.arms;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;

/** In which settings plans differ, printed before they start. */
public final class PlanDifferences {
    private PlanDifferences() {}

    /** A line a key: "target.noDelay: true | false". */
    public static List<String> of(List<Plan> compared) {
        List<Map<String, String>> plans =
                compared.stream().map(PlanDifferences::values).toList();
        Set<String> keys = new LinkedHashSet<>();
        plans.forEach(plan -> keys.addAll(plan.keySet()));
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            List<String> values =
                    plans.stream().map(plan -> plan.getOrDefault(key, "(none)")).toList();
            if (values.stream().distinct().count() > 1) {
                lines.add(key + ": " + String.join(" | ", values));
            }
        }
        return lines;
    }

    /** Each key of a plan but its name, such as "target.noDelay", with its value as text. */
    static Map<String, String> values(Plan plan) {
        return flat(PlanJson.plain(plan));
    }

    private static Map<String, String> flat(Map<String, Object> plain) {
        Map<String, String> flat = new TreeMap<>();
        plain.remove("name");
        plain.forEach((key, value) -> add(flat, key, value));
        return flat;
    }

    private static void add(Map<String, String> flat, String key, Object value) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((inner, one) -> add(flat, key + "." + inner, one));
            case List<?> list
            when list.stream().anyMatch(Map.class::isInstance) ->
                list.forEach(one -> add(flat, key + "." + name(one, list), one));
            case List<?> list ->
                flat.put(key, list.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]")));
            default -> flat.put(key, String.valueOf(value));
        }
    }

    /** Phases have names. */
    private static String name(Object one, List<?> list) {
        Object name = one instanceof Map<?, ?> map ? map.get("name") : null;
        return name == null ? "" + list.indexOf(one) : name.toString();
    }
}
