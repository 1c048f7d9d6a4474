package muster.cli.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.cli.run.DatabasePermissions;
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
 * @param permissions what it may do to data that are not Muster's
 */
record TargetCheck(
        Map<String, String> facts,
        Optional<Contents> contents,
        String problem,
        List<ExplainedQuery> queries,
        Plan plan,
        DatabasePermissions permissions) {
    /** Each target of the steps once: a sweep may go over addresses. */
    static List<TargetCheck> all(List<CheckedStep> steps, DatabasePermissions permissions) {
        Set<Map<String, Object>> seen = new HashSet<>();
        List<TargetCheck> checks = new ArrayList<>();
        for (CheckedStep step : steps) {
            if (seen.add(step.step().plan().target().settings().raw())) {
                checks.add(of(step, permissions));
            }
        }
        return checks;
    }

    private static TargetCheck of(CheckedStep step, DatabasePermissions permissions) {
        Plan plan = step.step().plan();
        try (Target target = step.check()
                .target()
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            List<ExplainedQuery> queries = ExplainedQuery.now(plan, step.check(), target);
            return new TargetCheck(target.facts(), Optional.of(target.contents()), "", queries, plan, permissions);
        } catch (TargetException e) {
            return new TargetCheck(
                    Map.of(), Optional.empty(), String.valueOf(e.getMessage()), List.of(), plan, permissions);
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
    private boolean isForeign() {
        return plan.writes()
                && contents.filter(there -> !there.empty() && !there.marked() && !permissions.erases(place(there)))
                        .isPresent();
    }

    /** The plan leaves it as it is, {@code data: none}, but for operations that write, which nobody has allowed. */
    private boolean isChanged() {
        return !plan.changesOfExisting().isEmpty()
                && contents.filter(there -> !permissions.writes(place(there))).isPresent();
    }

    /** Whether a run would end before it has touched anything. */
    boolean isRefused() {
        return isForeign() || isChanged();
    }

    private static String place(Contents there) {
        return there.address() + "/" + there.database();
    }

    /** What a run would do to the data there. */
    String consequence() {
        return contents.map(this::consequence).orElse("");
    }

    private String consequence(Contents there) {
        if (isForeign()) {
            return "a run would be refused: these data are not Muster's";
        }
        if (isChanged()) {
            return "a run would be refused without --allow-write " + place(there)
                    + ": operations change the existing data (" + String.join(", ", plan.changesOfExisting()) + ")";
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
                : "nothing is loaded; operations "
                        + (plan.changesOfExisting().isEmpty() ? "use" : "change")
                        + " the existing data";
    }
}
