package muster.workloads.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import muster.text.Json;
import muster.workloads.plan.PhaseSpec.Stream;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Secrets;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;

/** Reads "compare" of a phase: the values of one key are arms, which are streams that take turns. */
final class CompareReader {
    static final String KEY = "compare";
    /** What an arm has of its phase. */
    static final List<String> OF_LOAD = List.of("clients", "rate", "arrivals", "maxInFlight", "think", "pacing");

    private static final int MIN_ARMS = 2;
    private static final int MAX_ARMS = 16;
    private static final List<String> VARIED = List.of("clients", "rate", "think", "pacing");
    private static final String WORKLOAD = "workload.";
    private static final String RIGHT = "one key and its values, such as {workload.algorithm: [stou, graphity]}";
    private static final Map<String, String> SHARED = Map.of(
            "target", "all arms of a phase use the plan's target",
            "server", "all arms of a phase use one server",
            "data", "all arms of a phase use the data of the plan");
    private static final Map<String, String> OF_PLAN = Map.of(
            "kind",
            "arms have operations of one kind",
            "seed",
            "arms of another seed would differ in their data too",
            "depth",
            "a plan has one depth",
            Namespace.KEY,
            "each arm gets a namespace where it needs one; leave it out");

    private final TreeSettings phase;
    private final String name;
    private final ArmWorkloads workloads;
    private final ArmNames names;

    /** @param operations those of the plan's workload */
    CompareReader(TreeSettings phase, String name, ArmWorkloads workloads, List<String> operations) {
        this.phase = phase;
        this.name = name;
        this.workloads = workloads;
        this.names = new ArmNames(operations);
    }

    /** Whether a phase of the plan has it. */
    static boolean standsIn(Branch plan) {
        return plan.entries().get("phases") instanceof Items phases
                && phases.items().stream()
                        .anyMatch(phase -> phase instanceof Branch branch
                                && branch.entries().containsKey(KEY));
    }

    /**
     * The phase with its arms.
     *
     * @param spec of the phase alone
     * @param load the same with the load that some settings describe
     */
    PhaseSpec of(PhaseSpec spec, Function<TreeSettings, PhaseSpec> load) {
        if (!phase.has("duration")) {
            throw phase.refused(KEY, "needs a duration, within which its arms take turns");
        }
        if (!(phase.find(KEY).orElse(null) instanceof Branch compare)
                || compare.entries().size() != 1) {
            throw phase.wrong(KEY, RIGHT);
        }
        Map.Entry<String, Tree> only = compare.entries().entrySet().iterator().next();
        String key = only.getKey();
        refuseOthers(key, only.getValue());
        if (!(only.getValue() instanceof Items values)
                || values.items().size() < MIN_ARMS
                || values.items().size() > MAX_ARMS) {
            throw wrong(only.getValue(), key, MIN_ARMS + " to " + MAX_ARMS + " values, such as [" + example(key) + "]");
        }
        Secrets.refuseReferences(compare, phase.path() + "." + KEY);
        workloads.begin();
        Set<Object> taken = new HashSet<>();
        List<Stream> arms = new ArrayList<>();
        for (Tree value : values.items()) {
            Stream arm = key.startsWith(WORKLOAD) ? ofWorkload(key, value, load) : ofLoad(key, value, load);
            if (!taken.add(identity(key, value, arm))) {
                throw wrong(value, key, "values that differ; this one stands there twice");
            }
            arms.add(arm);
        }
        return StreamsReader.with(phase, spec, arms);
    }

    private static String example(String key) {
        return switch (key) {
            case "clients" -> "8, 16";
            case "rate" -> "100/s, 200/s";
            case "think", "pacing" -> "1ms, 10ms";
            default -> "stou, graphity";
        };
    }

    private void refuseOthers(String key, Tree value) {
        String section = key.contains(".") ? key.substring(0, key.indexOf('.')) : key;
        if (SHARED.containsKey(section)) {
            throw refused(value, key, SHARED.get(section) + ", so this cannot take turns" + otherwise(key));
        }
        if (key.startsWith(WORKLOAD)) {
            String below = key.substring(WORKLOAD.length());
            if (OF_PLAN.containsKey(below)) {
                throw refused(value, key, OF_PLAN.get(below) + (below.equals(Namespace.KEY) ? "" : otherwise(key)));
            }
        } else if (VARIED.contains(key)) {
            if (phase.has(key)) {
                throw phase.refused(
                        key, "stands in compare, too; give one of the two (--set " + name + "." + key + "= drops it)");
            }
        } else {
            throw refused(
                    value,
                    key,
                    "cannot take turns; expected workload.KEY, or " + ClosestName.hint(key, VARIED, "one of"));
        }
        workloads.kindWithoutArms().ifPresent(kind -> {
            throw refused(
                    value, key, "workload " + kind + " has one graph, which all of its phases change" + otherwise(key));
        });
    }

    private String otherwise(String key) {
        String whole = VARIED.contains(key) ? name + "." + key : key;
        return "; use ./muster ab PLAN --vary " + whole + "=VALUE,VALUE, or sweep: {" + whole + ": [VALUE, VALUE]}";
    }

    private Stream ofLoad(String key, Tree value, Function<TreeSettings, PhaseSpec> load) {
        return new Stream(
                named(key, value, load, settings(key, value)),
                Map.of(),
                workloads.next(phase).orElse(null));
    }

    private Stream ofWorkload(String key, Tree value, Function<TreeSettings, PhaseSpec> load) {
        return new Stream(
                named(key, value, load, settings("", value)),
                Map.of(),
                workloads.next(phase, key.substring(WORKLOAD.length()), value).orElse(null));
    }

    private PhaseSpec named(String key, Tree value, Function<TreeSettings, PhaseSpec> load, TreeSettings settings) {
        PhaseReader.refuseOtherModel(settings);
        PhaseSpec of = load.apply(settings);
        return StreamsReader.named(names.of(key.substring(key.lastIndexOf('.') + 1), value), of);
    }

    /** The load of the phase with another value of a key. */
    private TreeSettings settings(String key, Tree value) {
        Branch load = Branch.empty(phase.where("kind"));
        OF_LOAD.forEach(
                each -> phase.find(each).ifPresent(tree -> load.entries().put(each, tree)));
        if (!key.isEmpty()) {
            load.entries().put(key, value);
        }
        return TreeSettings.of(phase.path(), PlanKey.definition("stream"), load);
    }

    /** Two values may be different texts for the same load. */
    private static Object identity(String key, Tree value, Stream arm) {
        return key.startsWith(WORKLOAD) ? ArmWorkloads.normal(value.plain()) : StreamsReader.named("", arm.load());
    }

    private PlanException wrong(Tree value, String key, String right) {
        return refused(value, key, Trees.shorten(Json.write(value.plain())) + ": expected " + right);
    }

    private PlanException refused(Tree value, String key, String reason) {
        return new PlanException(value.where() + ": " + phase.path() + "." + KEY + "." + key + ": " + reason);
    }
}
