package muster.experiments.limit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.arms.PlanDifferences;
import muster.cli.client.ProgressLines;
import muster.cli.results.ReportCommand;
import muster.cli.run.StoredPlanArguments;
import muster.cli.terminal.Ending;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.Percent;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches the highest rate that holds a bound, of one target or of several in turns. */
@Command(
        name = "limit",
        description = "Find the highest rate that each database carries within a bound.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster limit graphity-write --set sweep= --slo \"p99 < 50ms, errors%% < 0.1\"",
            "  ./muster limit my.yaml --slo \"feed p99 < 20ms\" --step 20s --workers 2",
            "  ./muster limit neo4j.yaml janusgraph.yaml --slo \"p99 < 50ms\"",
            "",
            "Each step is a run at one rate, kept in the store. Two to four targets take turns, a step each, and end with a table",
            "and the ratio of their limits; results/limit.db has their runs. experiments/limit/README.md has the rules."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class LimitCommand implements Callable<Integer> {
    @Mixin
    private final StoredPlanArguments plan = new StoredPlanArguments();

    @Parameters(
            index = "1..3",
            arity = "0..3",
            paramLabel = "PLAN",
            description = "Further plans, whose limits are searched in turns and compared.")
    private List<String> others = List.of();

    @Option(
            names = "--vary",
            paramLabel = "KEY=VALUE,VALUE",
            description = "Compare the limits of one plan with these values of a key.")
    private @Nullable String vary;

    @Option(
            names = "--slo",
            required = true,
            paramLabel = "BOUND",
            description =
                    "What must hold, as thresholds of a plan, separated by commas: \"p99 < 50ms, errors%% < 0.1\".")
    private String slo;

    @Option(
            names = "--step",
            paramLabel = "10s",
            defaultValue = "10s",
            description =
                    "Time that one rate is measured; three times as long near the limit. Default ${DEFAULT-VALUE}.")
    private String step;

    @Option(
            names = "--precision",
            paramLabel = "3%",
            defaultValue = "3%",
            description = "Stop when half of the 95 %% interval is this narrow; default ${DEFAULT-VALUE}.")
    private String precision;

    @Option(
            names = "--max-steps",
            paramLabel = "N",
            defaultValue = "12",
            description = "Number of rates to try at most; default ${DEFAULT-VALUE}.")
    private int maxSteps;

    @Option(
            names = "--from",
            paramLabel = "RATE",
            description = "Expected limit in operations a second; default 0.7 of what a closed loop completes.")
    private double from;

    @Option(names = "--max-rate", paramLabel = "RATE", description = "Highest rate to try, operations a second.")
    private double maxRate;

    @Option(
            names = "--max-in-flight",
            paramLabel = "N",
            description =
                    "Operations at the same time; default the plan's maxInFlight, or twice its clients and at least 128.")
    private int maxInFlight;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Local worker processes; default none: this process executes the plan.")
    private int workers;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write the report of this search to FILE.")
    private @Nullable Path page;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        List<LimitArms.Arm> arms = LimitArms.of(plan.arguments(), others, vary);
        List<LimitFinder.Request> requests =
                arms.stream().map(arm -> request(arm.plan())).toList();
        List<String> names = arms.stream().map(LimitArms.Arm::name).toList();
        announce(arms, requests);
        LimitTable table = new LimitTable(names);
        LiveSteps live = new LiveSteps(table, output);
        try (Store opened = Store.open(arms.size() == 1 ? plan.store() : plan.store("limit"));
                LimitSearches searches = new LimitSearches(
                        opened, arms, requests, workers, new ProgressLines(output.err()), live::add)) {
            searches.run();
            live.erase();
            LimitAnswer answer = LimitAnswer.of(searches.results(), slo);
            answer.store(new LimitRecords(opened.database()));
            print(answer, table, report(opened.file(), answer.lastRun()));
            return answer.exitCode().code();
        }
    }

    private void announce(List<LimitArms.Arm> arms, List<LimitFinder.Request> requests) {
        PlanDifferences.of(arms.stream().map(LimitArms.Arm::plan).toList()).forEach(line -> output.note("  " + line));
        requests.stream()
                .map(request -> LimitText.inFlight(request.plan()))
                .distinct()
                .forEach(output::note);
    }

    private LimitFinder.Request request(Plan read) {
        refuse(maxSteps < 1, "--max-steps " + maxSteps + ": at least 1");
        refuse(workers < 0, "--workers " + workers + ": at least 0");
        refuse(maxInFlight < 0, "--max-in-flight " + maxInFlight + ": at least 1");
        refuse(!(from >= 0) || !(maxRate >= 0), "--from, --max-rate: a number of operations a second above 0");
        Duration length = Durations.parse(step);
        refuse(length.compareTo(Duration.ofSeconds(2)) < 0, "--step " + step + ": at least 2s");
        return new LimitFinder.Request(
                LimitPlan.of(read, bounds(), maxInFlight),
                length,
                Percent.parse("--precision", precision),
                maxSteps,
                from,
                maxRate,
                plan.permissions());
    }

    private List<String> bounds() {
        List<String> bounds =
                Arrays.stream(slo.split(",", -1)).map(String::strip).toList();
        refuse(
                bounds.contains(""),
                "--slo \"" + slo + "\": bounds separated by commas, such as p99 < 50ms, errors% < 0.1");
        return bounds;
    }

    private static void refuse(boolean wrong, String why) {
        if (wrong) {
            throw Failure.badInput(why);
        }
    }

    private void print(LimitAnswer answer, LimitTable table, String report) {
        if (output.json()) {
            output.printJson(answer.map());
        } else {
            output.end(answer.ending(table.lines()).withReport(report));
        }
    }

    /**
     * Where the report is, which is written if there is a page for it.
     *
     * @param run that it is of; 0 where nothing was measured
     */
    private String report(Path store, long run) {
        if (run == 0) {
            return "";
        }
        if (page == null) {
            return Ending.reportCommand(store, Long.toString(run));
        }
        try (Query query = Query.open(store)) {
            return ReportCommand.write(query, store, run, page, null).page().toString();
        }
    }
}
