package muster.workloads.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Stream;
import muster.workloads.plan.language.KeyPath;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;

/**
 * The points of section "sweep": the cross product of its lists, the first key outermost, or with mode zip the first
 * values of all, the second values of all, and so on.
 */
record Sweep(Map<String, List<Tree>> lists, boolean zip, String where) {
    static final int MAX_STEPS = 10_000;
    private static final String MODE = "mode";

    /** One point: what stands at each swept key. */
    record Point(Map<String, Tree> values) {
        /** The plan at this point, without its sweep. */
        Branch at(Branch plan) {
            Branch step = plan.copy();
            step.entries().remove("sweep");
            values.forEach((key, value) -> path(key, value).set(step, value));
            return step;
        }

        Map<String, Object> plain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            values.forEach((key, value) -> plain.put(key, value.plain()));
            return plain;
        }
    }

    /** All points of a plan, none without a sweep. */
    static List<Point> points(Branch plan) {
        Branch section = section(plan);
        Sweep sweep = read(section);
        sweep.refuseTwice(plan);
        return sweep.lists.isEmpty() ? List.of() : sweep.zip ? sweep.zipped() : sweep.product();
    }

    /** Drops the lists that sweep one of these locations. */
    static void drop(List<List<Object>> locations, Branch plan) {
        if (plan.entries().get("sweep") instanceof Branch sweep
                && !locations.getFirst().getFirst().equals("sweep")) {
            sweep.entries()
                    .entrySet()
                    .removeIf(entry -> !entry.getKey().equals(MODE)
                            && path(entry.getKey(), entry.getValue()).locations(plan).stream()
                                    .anyMatch(locations::contains));
        }
    }

    private static KeyPath path(String key, Tree value) {
        return KeyPath.parse(key, value.where() + ": sweep." + key);
    }

    private static Branch section(Branch plan) {
        Tree section = plan.entries().getOrDefault("sweep", Branch.empty(plan.where()));
        if (section instanceof Branch branch) {
            return branch;
        }
        throw new PlanException(section.where() + ": sweep: expected a map of keys to lists of values");
    }

    private static Sweep read(Branch section) {
        String mode =
                TreeSettings.of("sweep", PlanKey.plan().key("sweep"), section).choice(MODE);
        Map<String, List<Tree>> lists = new LinkedHashMap<>();
        section.entries().forEach((key, tree) -> {
            if (!key.equals(MODE)) {
                lists.put(key, SweepValues.of(key, tree));
            }
        });
        long automatic = section.entries().values().stream()
                .filter(tree -> tree instanceof Branch branch && AutomaticRange.is(branch))
                .count();
        if (automatic > 1 || (automatic == 1 && mode.equals("zip"))) {
            throw new PlanException(section.where() + ": sweep: one automatic range at most, and none with mode: zip");
        }
        return new Sweep(lists, mode.equals("zip"), section.where());
    }

    /** Two keys may name the same place in different words; the second would silently win. */
    private void refuseTwice(Branch plan) {
        Map<List<Object>, String> taken = new LinkedHashMap<>();
        for (String key : lists.keySet()) {
            KeyPath path = path(key, lists.get(key).getFirst());
            for (List<Object> location : path.locations(plan)) {
                String other = taken.put(location, key);
                if (other != null) {
                    throw new PlanException(path.where() + ": sweeps the same key as " + other);
                }
            }
        }
    }

    private List<Point> product() {
        List<Point> points = List.of(new Point(Map.of()));
        for (Entry<String, List<Tree>> list : lists.entrySet()) {
            if ((long) points.size() * list.getValue().size() > MAX_STEPS) {
                throw new PlanException(where + ": sweep: more than " + MAX_STEPS + " steps; leave values out");
            }
            points = points.stream().flatMap(point -> extended(point, list)).toList();
        }
        return points;
    }

    private static Stream<Point> extended(Point point, Entry<String, List<Tree>> list) {
        return list.getValue().stream().map(value -> {
            Map<String, Tree> values = new LinkedHashMap<>(point.values);
            values.put(list.getKey(), value);
            return new Point(values);
        });
    }

    private List<Point> zipped() {
        int size = lists.values().iterator().next().size();
        if (lists.values().stream().anyMatch(list -> list.size() != size)) {
            throw new PlanException(where + ": sweep: mode zip needs lists of the same length, not " + sizes());
        }
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Map<String, Tree> values = new LinkedHashMap<>();
            for (Entry<String, List<Tree>> list : lists.entrySet()) {
                values.put(list.getKey(), list.getValue().get(i));
            }
            points.add(new Point(values));
        }
        return points;
    }

    private String sizes() {
        return String.join(
                " and ", lists.values().stream().map(list -> "" + list.size()).toList());
    }
}
