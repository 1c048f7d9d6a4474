package muster.cli.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.Plan;
import muster.workloads.target.Target;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;

/**
 * What a target said when it was asked.
 *
 * @param facts versions and addresses; empty if it did not answer
 * @param problem why it cannot be used; empty if it can
 * @param queries the statements that the plan names, as the target explains them
 * @param plan what would be done there
 */
record TargetCheck(
        Map<String, String> facts,
        Optional<Contents> contents,
        String problem,
        List<ExplainedQuery> queries,
        Plan plan) {
    /** Each target of the steps once: a sweep may go over addresses. */
    static List<TargetCheck> all(List<CheckedStep> steps) {
        Set<Map<String, Object>> seen = new HashSet<>();
        List<TargetCheck> checks = new ArrayList<>();
        for (CheckedStep step : steps) {
            if (seen.add(step.step().plan().target().settings().raw())) {
                checks.add(of(step));
            }
        }
        return checks;
    }

    private static TargetCheck of(CheckedStep step) {
        Plan plan = step.step().plan();
        try (Target target = step.check()
                .target()
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            List<ExplainedQuery> queries = ExplainedQuery.now(plan, step.check(), target);
            return new TargetCheck(target.facts(), Optional.of(target.contents()), "", queries, plan);
        } catch (TargetException e) {
            return new TargetCheck(Map.of(), Optional.empty(), String.valueOf(e.getMessage()), List.of(), plan);
        }
    }

    /** Why statements of the plan would fail. */
    List<String> refusals() {
        return queries.stream().flatMap(query -> query.problem().stream()).toList();
    }

    boolean answers() {
        return problem.isEmpty();
    }

    /** It holds data that are not Muster's, so that a plan that writes is refused (docs/semantics.md rule 19). */
    boolean isForeign() {
        return plan.writes() && contents.filter(c -> !c.empty() && !c.marked()).isPresent();
    }

    /** What a run would do to the data there. */
    String consequence() {
        return contents.map(this::consequence).orElse("");
    }

    private String consequence(Contents there) {
        if (isForeign()) {
            return "a run would be refused: these data are not Muster's";
        }
        String then = plan.loads() ? "load" : "load nothing: operations meet an empty database";
        if (plan.freshState() && !there.empty()) {
            return "a run would delete all of this, %,d vertices and %,d edges, and %s"
                    .formatted(there.vertices(), there.edges(), then);
        }
        if (plan.freshState()) {
            return "a run would " + (plan.loads() ? "load here" : then);
        }
        return plan.loads()
                ? "a run would load into a database that is not empty"
                : "nothing is loaded; operations use the existing data";
    }
}
