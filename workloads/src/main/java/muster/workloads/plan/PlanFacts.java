package muster.workloads.plan;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** What a plan says, one line a value, so that two plans can be compared: "phases.measure.clients" is "64". */
public final class PlanFacts {
    private final Map<String, String> facts = new TreeMap<>();

    private PlanFacts() {}

    /** By path, every default written out; secrets are references. The name is left out. */
    public static Map<String, String> of(Plan plan) {
        Map<String, Object> plain = PlanJson.plain(plan);
        plain.remove("name");
        PlanFacts facts = new PlanFacts();
        facts.add("", plain);
        return facts.facts;
    }

    private void add(String path, Object value) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((key, below) -> add(below(path, key), below));
            case Collection<?> phases when path.equals("phases") -> phases.forEach(phase -> add(path, named(phase)));
            default -> facts.put(path, value.toString());
        }
    }

    private static Object named(Object phase) {
        return phase instanceof Map<?, ?> map ? Map.of(String.valueOf(map.get("name")), map) : phase;
    }

    private static String below(String path, Object key) {
        return path.isEmpty() ? key.toString() : path + "." + key;
    }
}
