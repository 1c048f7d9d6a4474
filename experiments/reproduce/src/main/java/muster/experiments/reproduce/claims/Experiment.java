package muster.experiments.reproduce.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.servers.host.PortChoice;
import muster.servers.host.Ports;
import muster.workloads.DataFiles;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/**
 * One plan that claims are judged by. Runs of it bear its name.
 *
 * @param plan may hold {port}, the port of its server, {port.ROLE}, another one of the experiment whose server it uses, and
 *     {env.NAME}, a variable that it needs, which is stored with the plan
 * @param after the experiment on whose server, and whose data, it runs right after it; "" for its own server
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
        String after,
        List<String> sets,
        List<String> quick,
        Map<String, Double> scaled,
        int workers,
        int pythonWorkers,
        String lease,
        Needs needs) {
    static final List<String> KEYS =
            List.of("plan", "after", "set", "quick", "scaled", "workers", "pythonWorkers", "lease", "needs");
    private static final Pattern PORT = Pattern.compile("\\{port(?:\\.([a-z]+))?}");
    private static final Pattern VARIABLE = Pattern.compile("\\{env\\.(\\w+)}");
    private static final String WITHOUT_SERVER = "server=";
    private static final int ANY_PORT = 7_000;

    /** Gives a role its port; "" is that of the plan's address. */
    private interface PortOfRole {
        int of(String role);
    }

    /** The plan of a run, at a free port. Throws {@link PlanException}. */
    public Plan plan(Mode mode) {
        int port = PortChoice.anyFree();
        return plan(mode, role -> port, List.of());
    }

    /**
     * The plan of a run on a server that is up.
     *
     * @param port that of the address in the plan that the server was started for
     */
    public Plan plan(Mode mode, int port, Ports ports) {
        return plan(mode, role -> role.isEmpty() ? port : ports.of(role), List.of(WITHOUT_SERVER));
    }

    /** Whether it needs a cluster. */
    public boolean clustered() {
        return workers + pythonWorkers > 0;
    }

    /** Throws {@link PlanException} for settings that a run would refuse, such as a size that its scale makes too small. */
    public void check(Mode mode, DataFiles files) {
        try {
            PlanCheck.steps(plan(mode, role -> ANY_PORT, List.of()), files);
        } catch (PlanException refused) {
            throw new PlanException("experiment " + name + ": " + refused.getMessage());
        }
    }

    /** Throws {@link PlanException} for a plan that cannot be read. */
    void checkReadable(Mode mode) {
        var unused = plan(mode, role -> ANY_PORT, List.of());
    }

    private Plan plan(Mode mode, PortOfRole port, List<String> last) {
        List<String> changes = new ArrayList<>(sets);
        scaled.forEach((key, size) -> changes.add(key + "=" + Math.max(1, Math.round(size * mode.scale()))));
        if (mode.quick()) {
            changes.addAll(quick);
        }
        changes.addAll(last);
        Branch placed = (Branch) placed(plan, port);
        return PlanReader.part(
                placed,
                name,
                changes.stream()
                        .map(change -> placed(change, "experiments." + name, port))
                        .toList());
    }

    private Tree placed(Tree tree, PortOfRole port) {
        return switch (tree) {
            case Branch branch -> {
                Branch copy = Branch.empty(branch.where());
                branch.entries().forEach((key, value) -> copy.entries().put(key, placed(value, port)));
                yield copy;
            }
            case Items items ->
                new Items(items.items().stream().map(item -> placed(item, port)).toList(), items.where());
            case Leaf(String text, String where) -> new Leaf(placed(text, where, port), where);
            case Leaf leaf -> leaf;
        };
    }

    private String placed(String text, String where, PortOfRole port) {
        return PORT.matcher(withVariables(text, where))
                .replaceAll(
                        found -> Matcher.quoteReplacement("" + port.of(found.group(1) == null ? "" : found.group(1))));
    }

    /** What is not set stays as it is: nothing of it is run then. */
    private String withVariables(String text, String where) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            String variable = found.group(1);
            if (!needs.variables().contains(variable)) {
                throw new PlanException(
                        where + ": " + found.group() + ": add " + variable + " to needs.variables of the experiment");
            }
            String value = System.getenv(variable);
            return Matcher.quoteReplacement(value == null ? found.group() : value);
        });
    }
}
