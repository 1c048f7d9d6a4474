package muster.cli.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.servers.host.PortChoice;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/**
 * One plan that claims are judged by. Runs of it bear its name.
 *
 * @param plan may hold {port}, which becomes a free one
 * @param sets changes of the plan
 * @param quick further changes of a quick run
 * @param scaled sizes of the source by their keys, multiplied by the scale
 * @param workers processes; without any of either language it runs standalone
 * @param pythonWorkers those in Python
 * @param lease operations in one lease, or "auto"
 */
public record Experiment(
        String name,
        Branch plan,
        List<String> sets,
        List<String> quick,
        Map<String, Double> scaled,
        int workers,
        int pythonWorkers,
        String lease,
        Needs needs) {
    static final List<String> KEYS =
            List.of("plan", "set", "quick", "scaled", "workers", "pythonWorkers", "lease", "needs");
    private static final String PORT = "{port}";
    private static final int ANY_PORT = 7_000;

    /** The plan of a run, at a free port. Throws {@link muster.workloads.plan.language.PlanException}. */
    public Plan plan(Mode mode) {
        return plan(mode, PortChoice.anyFree());
    }

    /** Whether it needs a cluster. */
    public boolean clustered() {
        return workers + pythonWorkers > 0;
    }

    /** Throws for a plan that makes no sense. */
    void check(Mode mode) {
        var unused = plan(mode, ANY_PORT);
    }

    private Plan plan(Mode mode, int port) {
        List<String> changes = new ArrayList<>(sets);
        scaled.forEach((key, size) -> changes.add(key + "=" + Math.max(1, Math.round(size * mode.scale()))));
        if (mode.quick()) {
            changes.addAll(quick);
        }
        Branch placed = (Branch) placed(plan, port);
        return PlanReader.part(
                placed,
                name,
                changes.stream().map(change -> change.replace(PORT, "" + port)).toList());
    }

    private static Tree placed(Tree tree, int port) {
        return switch (tree) {
            case Branch branch -> {
                Branch copy = Branch.empty(branch.where());
                branch.entries().forEach((key, value) -> copy.entries().put(key, placed(value, port)));
                yield copy;
            }
            case Items items ->
                new Items(items.items().stream().map(item -> placed(item, port)).toList(), items.where());
            case Leaf(String text, String where) -> new Leaf(text.replace(PORT, "" + port), where);
            case Leaf leaf -> leaf;
        };
    }
}
