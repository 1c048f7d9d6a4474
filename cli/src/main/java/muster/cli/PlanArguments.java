package muster.cli;

import java.util.List;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which plan, with which changes: mixed into every command that takes a plan. */
final class PlanArguments {
    @Parameters(index = "0", paramLabel = "PLAN", description = "A plan file, or the name of a ready plan.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private String name;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the plan, such as measure.duration=10s; may be repeated.")
    private List<String> sets = List.of();

    /** As if they were typed. */
    static PlanArguments of(String name, List<String> sets) {
        PlanArguments arguments = new PlanArguments();
        arguments.name = name;
        arguments.sets = sets;
        return arguments;
    }

    /** Throws {@link muster.workloads.plan.PlanException}. */
    Plan plan() {
        return PlanReader.find(name, sets);
    }
}
