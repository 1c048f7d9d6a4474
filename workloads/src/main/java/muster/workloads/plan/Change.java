package muster.workloads.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.plan.language.KeyPath;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Yaml;
import org.jspecify.annotations.Nullable;

/** One --set: a path and the value to stand there; null takes the key out. */
record Change(KeyPath path, @Nullable Tree value) {
    /** What ends a phase: who sets it on the command line means it instead of what the plan has. */
    private static final Map<String, List<String>> INSTEAD_OF = Map.of(
            "duration", List.of("operations", "until", "min", "max"),
            "operations", List.of("duration", "until", "min", "max"),
            "until", List.of("duration", "operations"));

    /** Of a key of a phase: "phases", its position, the key. */
    private static final int STEPS_TO_KEY = 3;

    /** Of "measure.duration=10s"; the value is YAML. Messages name the key, never the value: it may be a secret. */
    static Change parse(String set) {
        int equal = set.indexOf('=');
        if (equal <= 0) {
            throw new PlanException("--set " + set + ": expected KEY=VALUE, such as measure.duration=10s");
        }
        String key = set.substring(0, equal).strip();
        String where = "--set " + key;
        return new Change(KeyPath.parse(key, where), Yaml.value(set.substring(equal + 1), key, where));
    }

    /** Applies them in order. A key that is set is not swept any more. */
    static void apply(List<String> sets, Branch plan) {
        Set<List<Object>> given = new HashSet<>();
        for (String set : sets) {
            Change change = parse(set);
            change.path.set(plan, change.value);
            List<List<Object>> locations = change.path.locations(plan);
            Sweep.drop(locations, plan);
            if (change.value != null) {
                given.addAll(locations);
            }
        }
        given.stream()
                .flatMap(location -> excluded(location).stream())
                .filter(other -> !given.contains(other))
                .forEach(other -> new KeyPath(other.getLast().toString(), "--set", other).set(plan, null));
    }

    /** Places of keys that the key at this place excludes. */
    private static List<List<Object>> excluded(List<Object> location) {
        if (location.size() != STEPS_TO_KEY || !location.getFirst().equals("phases")) {
            return List.of();
        }
        return INSTEAD_OF.getOrDefault(location.getLast().toString(), List.of()).stream()
                .map(other -> List.of(location.getFirst(), location.get(1), (Object) other))
                .toList();
    }
}
