package muster.cli.run;

import java.nio.file.Path;
import java.util.List;
import muster.cli.terminal.Failure;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which plan, with which changes: mixed into every command that takes a plan. */
public final class PlanArguments {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PLAN",
            description = "A plan file, or the name of a ready plan.")
    private @Nullable String name;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the plan, such as measure.duration=10s; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--allow-files",
            description = "Allow the plan to read files outside its folder, as data or as $${file:PATH}.")
    private boolean allowFiles;

    /** As if they were typed. */
    public static PlanArguments of(String name, List<String> sets, boolean allowFiles) {
        PlanArguments arguments = new PlanArguments();
        arguments.name = name;
        arguments.sets = sets;
        arguments.allowFiles = allowFiles;
        return arguments;
    }

    boolean given() {
        return name != null || !sets.isEmpty();
    }

    /** Throws {@link muster.workloads.plan.language.PlanException}. */
    public Plan plan() {
        if (name == null) {
            throw Failure.badInput("which plan? Name a file or a ready plan (./muster plans)");
        }
        Plan plan = PlanReader.find(name, sets);
        rule().check(plan);
        return plan;
    }

    /** Which files the plan may name. */
    FileRule rule() {
        if (allowFiles) {
            return FileRule.anywhere();
        }
        return name == null ? FileRule.within(Path.of("")) : FileRule.of(name);
    }
}
