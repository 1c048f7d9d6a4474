package muster.coordinator.core.run;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.ServerTask;
import muster.text.Json;
import muster.workloads.plan.Namespace;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;

/**
 * Which data the server of a plan starts with. Steps that load the same data load them once: the server is then stopped, its
 * data are copied, and each later step and trial starts from that copy. So each is measured on a server that has just
 * started, the first one too. So is one that is to lose its power: a stop makes durable what the load wrote.
 */
final class LoadedData {
    private final boolean once;
    private final Set<String> copies = new HashSet<>();

    LoadedData(RunScript script) {
        once = script.trials() * script.steps().size() == 1;
    }

    /** Copies that an earlier incarnation made are gone. */
    void forget() {
        copies.clear();
    }

    /** How the server of this step, which has one, is started. */
    ServerTask.Kind start(StepScript step) {
        if (!step.plan().freshState()) {
            return ServerTask.Kind.KEEP;
        }
        return isCopied(step) && !copies.add(key(step.plan())) ? ServerTask.Kind.RESTORE : ServerTask.Kind.EMPTY;
    }

    /** Whether what the step loads is copied. */
    boolean isCopied(StepScript step) {
        Plan plan = step.plan();
        return (!once || plan.losesPower()) && plan.server().isPresent() && plan.freshState() && loads(plan);
    }

    /** What must leave the same state: the loads of a step, or of all steps that share a copy of their data. */
    static String origin(StepScript step) {
        return step.plan().server().isPresent() ? key(step.plan()) : Integer.toString(step.number());
    }

    /** Whether it executes a load. */
    static boolean loads(Plan plan) {
        return plan.phases().stream().anyMatch(phase -> phase.kind() == PhaseKind.LOAD && plan.executes(phase));
    }

    private static Map<String, Object> described(Namespace namespace) {
        return namespace.ofPlan()
                ? Map.of()
                : Map.of(
                        "kind",
                        namespace.workload().kind(),
                        "settings",
                        namespace.workload().settings().raw());
    }

    /** Equal for steps that load the same data into the same kind of server. */
    static String key(Plan plan) {
        Map<String, Object> plain = PlanJson.plain(plan);
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("server", plan.server().orElseThrow().storage());
        key.put("target", plain.get("target"));
        key.put("workload", plain.get("workload"));
        key.put("data", plain.getOrDefault("data", ""));
        List<Namespace> namespaces = Namespace.of(plan);
        if (!namespaces.isEmpty()) {
            key.put("namespaces", namespaces.stream().map(LoadedData::described).toList());
        }
        key.put(
                "phases",
                PlanJson.phases(plan).stream()
                        .filter(phase -> "load".equals(phase.get("kind")))
                        .toList());
        return Json.write(key);
    }
}
