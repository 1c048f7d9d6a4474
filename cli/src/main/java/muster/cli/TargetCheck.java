package muster.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import muster.cli.CheckCommand.CheckedStep;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;

/**
 * What a target said when it was asked.
 *
 * @param facts versions and addresses; empty if it did not answer
 * @param problem why it cannot be used; empty if it can
 * @param loads whether the plan would delete what is there and load
 */
record TargetCheck(Map<String, String> facts, Optional<Contents> contents, String problem, boolean loads) {
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
        boolean loads = step.check().depth() == Depth.EXECUTE
                && plan.phases().stream().anyMatch(phase -> phase.kind() == PhaseKind.LOAD);
        try (Target target = step.check()
                .target()
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            return new TargetCheck(target.facts(), Optional.of(target.contents()), "", loads);
        } catch (TargetException e) {
            return new TargetCheck(Map.of(), Optional.empty(), String.valueOf(e.getMessage()), loads);
        }
    }

    boolean answers() {
        return problem.isEmpty();
    }

    /** It holds data that are not Muster's, so that a load is refused (SEMANTICS 19). */
    boolean isForeign() {
        return loads && contents.filter(c -> !c.empty() && !c.marked()).isPresent();
    }

    /** What a run would do to the data there. */
    String consequence() {
        if (contents.isEmpty()) {
            return "";
        }
        if (!loads) {
            return "nothing is loaded; operations meet what is there";
        }
        if (isForeign()) {
            return "a run would be refused: these data are not Muster's";
        }
        return contents.get().empty() ? "a run would load here" : "a run would delete all of this, and load";
    }
}
