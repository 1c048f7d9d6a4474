package muster.workloads.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.Sweep.Point;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Yaml;

/** The steps of a plan: the points of its sweep, at most 10,000. */
public final class Steps {
    private Steps() {}

    /** One step without parameters for a plan without a sweep. */
    public static List<Step> of(Plan plan) {
        if (plan.sweep().isEmpty()) {
            return List.of(new Step(1, Map.of(), plan));
        }
        Branch tree = tree(plan);
        List<Step> steps = new ArrayList<>();
        for (Point point : Sweep.points(tree)) {
            steps.add(new Step(steps.size() + 1, point.plain(), plan(point.at(tree), plan.name())));
        }
        return List.copyOf(steps);
    }

    /** With every default; where phases compare, as it was read, since a swept key may be one that all arms share. */
    private static Branch tree(Plan plan) {
        String source = plan.name() + ".yaml";
        Branch read = Yaml.document(plan.text(), source);
        return CompareReader.standsIn(read) ? read : Tree.ofMap(PlanJson.plain(plan), source);
    }

    private static Plan plan(Branch tree, String name) {
        // The references are absolute since the plan was read, so this folder is never used.
        return PlanBuilder.build(tree, Yaml.emit(tree), name, Path.of("").toAbsolutePath());
    }
}
