package muster.cli.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.FollowSpill;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.Plan;
import muster.workloads.plan.SecretUse;
import muster.workloads.plan.rule.Threshold;

/** Tells programs what a check found. */
final class CheckJson {
    private CheckJson() {}

    static Map<String, Object> map(Plan plan, List<CheckedStep> steps, List<TargetCheck> targets, List<String> unmet) {
        Map<String, Object> map = new LinkedHashMap<>();
        Estimate estimate = Estimate.of(plan, steps);
        map.put("name", plan.name());
        map.put("target", plan.target().kind());
        map.put("workload", plan.workload().kind());
        map.put("seed", plan.seed());
        map.put("trials", plan.trials());
        map.put("fresh_state", plan.freshState());
        map.put("duration_ns", estimate.durationNs());
        map.put("operations", estimate.operations());
        map.put("thresholds", plan.thresholds().stream().map(Threshold::text).toList());
        map.put(
                "secrets",
                SecretUse.of(plan).stream()
                        .map(use ->
                                Map.of("key", use.key(), "name", use.secret().toString(), "address", use.address()))
                        .toList());
        map.put("targets", targets.stream().map(CheckJson::target).toList());
        map.put("problems", unmet);
        plan.server().ifPresent(server -> map.put("server", server.plain()));
        map.put("after_load", CheckText.afterLoad(steps.getFirst()));
        map.put("steps", steps.stream().map(CheckJson::step).toList());
        map.put(
                "statements",
                SampleStatements.of(steps).stream().map(CheckJson::statement).toList());
        return map;
    }

    private static Map<String, Object> target(TargetCheck check) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("answers", check.answers());
        map.put("problem", check.problem());
        map.put("facts", check.facts());
        check.contents().ifPresent(contents -> {
            map.put("vertices", contents.vertices());
            map.put("edges", contents.edges());
            map.put("marked", contents.marked());
        });
        map.put("consequence", check.consequence());
        map.put("queries", check.queries().stream().map(ExplainedQuery::json).toList());
        return map;
    }

    private static Map<String, Object> step(CheckedStep checked) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("number", checked.step().number());
        map.put("parameters", checked.step().parameters());
        map.put(
                "phases",
                checked.check().phases().stream().map(CheckJson::phase).toList());
        return map;
    }

    private static Map<String, Object> statement(SampleStatements sample) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", sample.step());
        map.put("operation", sample.operation());
        map.put("texts", sample.texts());
        return map;
    }

    private static Map<String, Object> phase(ExecutedPhase phase) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", phase.name());
        map.put("kind", phase.spec().kind().label());
        map.put("clients", phase.spec().clients());
        map.put("duration_ns", phase.spec().durationNs());
        map.put("operations", phase.planned());
        map.put("actions_per_transaction", phase.actionsPerTransaction());
        if (phase.namespace() != null) {
            map.put("namespace", phase.namespace().number());
        }
        if (phase.spec().turns() != null) {
            map.put("turns", phase.spec().turns().plain());
        }
        if (!phase.streams().isEmpty()) {
            map.put("streams", phase.streams().stream().map(CheckJson::phase).toList());
        }
        if (!phase.spill().equals(FollowSpill.NONE)) {
            SpillText.operations(phase)
                    .ifPresent(
                            count -> map.put("uniform_followees", phase.spill().share(count)));
            map.put("operations_below_uniform_limit", phase.spill().mostOperations());
        }
        return map;
    }
}
