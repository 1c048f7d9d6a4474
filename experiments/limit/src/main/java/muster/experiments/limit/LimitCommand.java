package muster.experiments.limit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import muster.cli.client.ProgressLines;
import muster.cli.results.ReportCommand;
import muster.cli.run.StoredPlanArguments;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.Percent;
import muster.coordinator.core.event.ExitCode;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Searches the highest rate that holds a bound. */
@Command(
        name = "limit",
        description = "Find the highest rate that a database carries within a bound.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster limit graphity-write --set sweep= --slo \"p99 < 50ms, errors%% < 0.1\"",
            "  ./muster limit my.yaml --slo \"feed p99 < 20ms\" --step 20s --workers 2",
            "",
            "Each step is a run at one rate, kept in the store; experiments/limit/README.md has the rules."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class LimitCommand implements Callable<Integer> {
    @Mixin
    private final StoredPlanArguments plan = new StoredPlanArguments();

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
        Plan read = plan.plan();
        LimitFinder.Request request = request(read);
        output.note(LimitText.inFlight(request.plan()));
        ProgressLines progress = new ProgressLines(output.err());
        try (Store opened = Store.open(plan.store());
                StepRuns runs = new StepRuns(opened, plan.arguments(), workers, progress)) {
            StepReader reader = new StepReader(opened, request.plan().plan().thresholds());
            LimitFinder finder = new LimitFinder(request, runs, reader, shown());
            long startedNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
            LimitResult result = finder.find();
            String target = read.target().kind();
            LimitText.row(target, slo, result, startedNs).ifPresent(new LimitRecords(opened.database())::add);
            print(target, request.plan(), result);
            writePage(opened.file(), result);
            return exitCode(finder, result);
        }
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
                plan.allowErase());
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

    /** Each step as a row, when it is over. */
    private Consumer<StepResult> shown() {
        LimitTable table = new LimitTable();
        Consumer<String> to = output.json() ? output::note : output::line;
        return result -> table.next(result).forEach(to);
    }

    private void print(String target, LimitPlan searched, LimitResult result) {
        if (output.json()) {
            Map<String, @Nullable Object> map = LimitText.map(target, slo, result);
            map.put("maxInFlight", searched.maxInFlight());
            output.printJson(map);
        } else {
            output.line(LimitText.sentence(target, slo, result));
        }
    }

    private void writePage(Path store, LimitResult result) {
        if (page == null || result.oneClient() == null) {
            return;
        }
        long run = result.steps().isEmpty()
                ? result.oneClient().run()
                : result.steps().getLast().run();
        try (Query query = Query.open(store)) {
            ReportCommand.write(query, store, run, page, null);
        }
        if (!output.json()) {
            output.line("report: " + page);
        }
    }

    private static int exitCode(LimitFinder finder, LimitResult result) {
        if (finder.exitCode() != ExitCode.OK.code()) {
            return finder.exitCode();
        }
        if (result.wrong()) {
            return ExitCode.WRONG_ANSWERS.code();
        }
        boolean missed = result.rate() == null;
        return (missed && result.limitedByGenerator()
                        ? ExitCode.INVALID_RUN
                        : missed ? ExitCode.THRESHOLD_MISSED : ExitCode.OK)
                .code();
    }
}
