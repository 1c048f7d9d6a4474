package muster.cli.check;

import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.cli.run.PlanArguments;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import muster.workloads.plan.rule.NamedStatements;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how the database would execute each statement of a plan. */
@Command(
        name = "explain",
        description = "Show the query plan of each statement; warn of full scans.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster explain mine.yaml",
            "  ./muster explain mine.yaml --set target.uri=bolt://db1:7687 --json",
            "Neo4j shows its query plan (EXPLAIN); other databases report whether they accept the statement. Of a plan with",
            "a sweep the first step is explained. The exit code is 104 if a statement is refused."
        })
public final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Mixin
    private final PlanArguments arguments = new PlanArguments();

    @Override
    public Integer call() throws TargetException {
        List<ExplainedQuery> queries = explained();
        if (output.json()) {
            output.printJson(queries.stream().map(ExplainedQuery::json).toList());
        } else {
            queries.forEach(this::print);
        }
        boolean refused = queries.stream().anyMatch(query -> query.problem().isPresent());
        return (refused ? ExitCode.BAD_INPUT : ExitCode.OK).code();
    }

    private List<ExplainedQuery> explained() throws TargetException {
        Step first = Steps.of(arguments.plan()).getFirst();
        Plan plan = first.plan();
        if (!NamedStatements.areOf(plan.workload().kind())) {
            throw Failure.badInput("explain: workload " + plan.workload().kind()
                    + " names no statements; ./muster check shows those that a target sends for it");
        }
        CheckedStep step = new CheckedStep(first, PlanCheck.check(plan, arguments.files()));
        try (Target target = step.check()
                .target()
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            return ExplainedQuery.now(plan, step.check(), target);
        }
    }

    private void print(ExplainedQuery query) {
        output.line(query.query().name() + "  " + query.place());
        query.explanation().plan().forEach(line -> output.line("  " + line));
        query.warnings().forEach(warning -> output.line("warning: " + warning));
        query.problem().ifPresent(problem -> output.line("refused: " + problem));
    }
}
