package muster.workloads.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;

/**
 * The workloads of arms, and the namespaces of their data. Arms with the workload of the plan use its data; other namespaces are numbered
 * in the order in which arms first have their workload. Arms of one phase with the same workload share data only if they do not write.
 */
final class ArmWorkloads {
    private static final int MAX_NAMESPACE = 15;
    private static final List<String> WITHOUT_ARMS = List.of("batch-insert", "property-stream", "journey");

    private final Branch ofPlan;
    private final PlanKey declared;
    private final String kind;
    /** By workload and copy. */
    private final Map<List<Object>, Integer> numbers = new HashMap<>();

    private final Set<Integer> taken = new TreeSet<>();
    /** How many arms of the phase have each workload so far. */
    private final Map<Object, Integer> copies = new HashMap<>();

    ArmWorkloads(Branch plan) {
        ofPlan = plan.entries().get("workload") instanceof Branch workload ? workload : Branch.empty(plan.where());
        kind = String.valueOf(value(ofPlan, "kind"));
        declared = PlanKey.plan().key("workload");
        taken.add(namespace(ofPlan));
        addChosen(plan);
    }

    /** Those that streams have chosen stay theirs. */
    private void addChosen(Branch plan) {
        if (plan.entries().get("phases") instanceof Items phases) {
            for (Tree phase : phases.items()) {
                if (phase instanceof Branch each && each.entries().get("streams") instanceof Branch streams) {
                    streams.entries().values().forEach(stream -> {
                        if (stream instanceof Branch of && of.entries().get("workload") instanceof Branch workload) {
                            taken.add(namespace(workload));
                        }
                    });
                }
            }
        }
    }

    private static int namespace(Branch workload) {
        return value(workload, Namespace.KEY) instanceof Number number ? number.intValue() : 0;
    }

    private static Object value(Branch branch, String key) {
        return branch.entries().get(key) instanceof Leaf leaf ? leaf.value() : "";
    }

    /** The kind of the plan's workload, if what its phases do to the graph cannot be told apart. */
    Optional<String> kindWithoutArms() {
        return Optional.of(kind).filter(WITHOUT_ARMS::contains);
    }

    /** Another phase begins. */
    void begin() {
        copies.clear();
    }

    /** Of the next arm, which has the plan's workload; nothing where it has its data too. */
    Optional<Section> next(TreeSettings phase) {
        return next(phase, ofPlan.copy(), "");
    }

    /** Of the next arm, which differs from the plan's in one key; nothing where it does not, and has its data too. */
    Optional<Section> next(TreeSettings phase, String key, Tree value) {
        Branch own = ofPlan.copy();
        put(own, key, value);
        return next(phase, own, key);
    }

    private Optional<Section> next(TreeSettings phase, Branch own, String key) {
        Object identity = identity(own, key);
        int copy = writes(own) ? copies.merge(identity, 1, Integer::sum) - 1 : 0;
        boolean same = identity.equals(identity(ofPlan, key));
        if (same && copy == 0) {
            return Optional.empty();
        }
        if (kind.equals(Namespace.KIND)) {
            int number = numbers.computeIfAbsent(List.of(identity, copy), absent -> free(phase));
            own.entries().put(Namespace.KEY, new Leaf((long) number, own.where()));
        }
        return Optional.of(new Section(
                kind,
                TreeSettings.of(phase.path() + "." + CompareReader.KEY + ".workload", declared, own, "kind", "seed")));
    }

    private int free(TreeSettings phase) {
        for (int number = 1; number <= MAX_NAMESPACE; number++) {
            if (taken.add(number)) {
                return number;
            }
        }
        throw phase.refused(
                CompareReader.KEY,
                "the arms of the plan have more than " + MAX_NAMESPACE
                        + " workloads other than section workload; take values out");
    }

    private static void put(Branch branch, String key, Tree value) {
        int point = key.indexOf('.');
        if (point < 0) {
            branch.entries().put(key, value);
            return;
        }
        String first = key.substring(0, point);
        Branch below = branch.entries().get(first) instanceof Branch known ? known : Branch.empty(value.where());
        branch.entries().put(first, below);
        put(below, key.substring(point + 1), value);
    }

    /** Whether operations change the graph: all mixes but those of feeds alone do. */
    private boolean writes(Branch workload) {
        return kind.equals(Namespace.KIND) && (value(workload, "format").equals("log") || !readsOnly(workload));
    }

    private static boolean readsOnly(Branch workload) {
        return workload.entries().get("mix") instanceof Branch mix
                && mix.entries().keySet().stream().allMatch(name -> name.equals("feed") || isZero(value(mix, name)));
    }

    private static boolean isZero(Object value) {
        return value instanceof Number part && part.doubleValue() == 0;
    }

    /** What makes data and operations; a key that is left out is as if its default stood there. */
    private Object identity(Branch workload, String key) {
        Map<String, Object> plain = workload.plain();
        plain.remove("seed");
        plain.remove(Namespace.KEY);
        PlanKey keys = declared.ofKind(kind);
        if (keys.names().contains(key)) {
            keys.key(key).optionalStandard().ifPresent(standard -> plain.putIfAbsent(key, standard));
        }
        return normal(plain);
    }

    /** Equal for numbers that are equal. */
    static Object normal(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> normal = new LinkedHashMap<>();
                map.forEach((key, each) -> normal.put(key, normal(each)));
                yield normal;
            }
            case List<?> list -> {
                List<Object> normal = new ArrayList<>();
                list.forEach(each -> normal.add(normal(each)));
                yield normal;
            }
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            default -> value;
        };
    }
}
