package muster.cli.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.run.DatabasePermissions;
import muster.cli.run.PlanArguments;
import muster.cli.server.PlanServers;
import muster.cli.terminal.Output;
import muster.coordinator.control.ServerControl;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.verdict.SteadyRequirement;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what a run of a plan would do; it connects, reads what is in the database, and changes nothing. */
@Command(
        name = "check",
        description = "Show what a plan would run, write and delete; change nothing.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster check graphity-write",
            "  ./muster check mine.yaml --set target.uri=bolt://db1:7687",
            "  ./muster check mine.yaml --offline     does not connect",
            "The exit code is what a run would end with at its start: 104 for a wrong plan, a statement that the",
            "database refuses, or a database that is not Muster's, 2 for a target that does not answer."
        })
public final class CheckCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Mixin
    private final PlanArguments arguments = new PlanArguments();

    @Mixin
    private final DatabasePermissions permissions = new DatabasePermissions();

    @Option(names = "--offline", description = "Do not connect to the target.")
    private boolean offline;

    @Override
    public Integer call() {
        Plan plan = arguments.plan();
        List<CheckedStep> steps = checked(plan);
        List<String> unmet = steps.stream()
                .flatMap(step -> SteadyRequirement.unmet(step.step().plan()).stream())
                .distinct()
                .toList();
        boolean startsServer =
                steps.stream().anyMatch(step -> step.step().plan().server().isPresent());
        List<TargetCheck> targets = offline || startsServer ? List.of() : TargetCheck.all(steps, permissions);
        Map<String, String> files = files(plan);
        if (output.json()) {
            Map<String, Object> found = CheckJson.map(plan, steps, targets, unmet);
            found.put("files", files);
            output.printJson(found);
        } else {
            new CheckText(output::line).print(plan, steps, targets);
            files.forEach((name, path) -> output.line("file: " + name + " is " + path));
            ComparisonText.lines(plan, steps.getFirst().check(), arguments.files())
                    .forEach(output::line);
            // Last, where it is seen: statements of a plan can fill several screens.
            targets.stream()
                    .filter(target -> !target.answers())
                    .forEach(target -> output.note("muster: " + target.problem()));
            targets.stream()
                    .flatMap(target -> target.refusals().stream())
                    .forEach(refusal -> output.note("muster: " + refusal));
            unmet.forEach(why -> output.note("muster: " + why));
        }
        return unmet.isEmpty() ? exitCode(targets) : ExitCode.BAD_INPUT.code();
    }

    /** What the plan names, and what is read for it. */
    private Map<String, String> files(Plan plan) {
        Map<String, String> files = new LinkedHashMap<>();
        arguments
                .named(plan)
                .forEach((name, path) -> files.put(name, path.normalize().toString()));
        return files;
    }

    /** A step with what its settings came to. */
    record CheckedStep(Step step, PlanCheck check) {}

    private List<CheckedStep> checked(Plan plan) {
        List<CheckedStep> steps = new ArrayList<>();
        ServerControl servers = PlanServers.here();
        for (Step step : Steps.of(plan)) {
            servers.check(step.plan());
            steps.add(new CheckedStep(step, PlanCheck.check(step.plan(), arguments.files())));
        }
        return steps;
    }

    private static int exitCode(List<TargetCheck> targets) {
        if (targets.stream()
                .anyMatch(target -> target.isRefused() || !target.refusals().isEmpty())) {
            return ExitCode.BAD_INPUT.code();
        }
        return targets.stream().allMatch(TargetCheck::answers) ? ExitCode.OK.code() : ExitCode.FAULT.code();
    }
}
