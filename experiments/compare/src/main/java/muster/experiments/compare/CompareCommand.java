package muster.experiments.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.results.RunReference;
import muster.cli.results.SweepResults;
import muster.cli.terminal.Ending;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.SweepJson;
import muster.cli.terminal.SweepText;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.compare.ChangeRule.Outcome;
import muster.protocol.SweepResult;
import muster.report.sweep.SweepAnswer;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two runs. */
@Command(
        name = "compare",
        description = "Compare runs, or the steps of one: differences with intervals.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster compare results/graphity-write.db 1 2",
            "  ./muster compare old.db:nightly new.db:nightly",
            "  ./muster compare old.db new.db --fail-if \"p99 > +5%%\" --fail-if \"throughput < -3%%\"",
            "  ./muster compare results/graphity-write.db:3                           the steps of one run",
            "  ./muster compare results/graphity-write.db --by workload.algorithm     at equal values of all else",
            "  ./muster compare results/same.db --aa",
            "Exit codes with --fail-if: 99 where a rule fails, 98 where one is undecided (fewer than 3 trials on a side, or",
            "its limit within the 95 %% interval), 0 where all pass; 111 where a run is not valid."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class CompareCommand implements Callable<Integer> {
    private static final String FORM = "name two runs, FILE[:RUN] FILE[:RUN] or FILE RUN RUN, or one with a sweep";

    @Mixin
    private final Output output = new Output();

    @Parameters(
            paramLabel = "FILE[:RUN]",
            arity = "1..3",
            description = "Runs: by number, by name, or latest (the default); or one FILE and two runs of it.")
    private List<String> names;

    @Option(
            names = "--fail-if",
            paramLabel = "RULE",
            description =
                    "End with 99 if this is so, such as \"p99 > +5%%\", and with 98 if that is undecided; may be repeated.")
    private List<String> failIf = List.of();

    @Option(
            names = "--timing",
            paramLabel = "response|service",
            defaultValue = "response",
            description = "Latencies to compare; default ${DEFAULT-VALUE}.")
    private String timing;

    @Option(
            names = "--aa",
            description = "A/A test over pairs of runs of the same plan: report the false-positive rate.")
    private boolean againstItself;

    @Option(
            names = "--by",
            paramLabel = "KEY",
            description = "Of one run: compare the values of this swept key, such as workload.algorithm.")
    private @Nullable String by;

    @Override
    public Integer call() {
        if (!timing.equals("response") && !timing.equals("service")) {
            throw Failure.badInput("--timing " + timing + ": response or service");
        }
        List<ChangeRule> rules = failIf.stream().map(ChangeRule::parse).toList();
        if (againstItself) {
            return falsePositives();
        }
        if (names.size() == 1 || by != null) {
            return steps();
        }
        RunComparison comparison = compare();
        List<Outcome> outcomes =
                rules.stream().flatMap(rule -> rule.judge(comparison).stream()).toList();
        print(comparison, outcomes);
        return exitCode(comparison, outcomes);
    }

    private int steps() {
        if (names.size() != 1 || !failIf.isEmpty()) {
            throw Failure.badInput("--by compares the steps of one run, and --fail-if two runs: " + FORM);
        }
        RunReference run = RunReference.parse(names.getFirst());
        try (Query query = Query.open(run.file())) {
            long runId = run.find(query);
            List<SweepResult> sweeps = SweepResults.of(SweepAnswer.read(query::table, runId, by));
            if (sweeps.isEmpty()) {
                throw Failure.badInput("run " + runId + " of " + run.file() + " has no sweep to compare: " + FORM);
            }
            if (output.json()) {
                output.printJson(SweepJson.of(sweeps));
            } else {
                output.end(SweepText.ending(sweeps).withReport(Ending.reportCommand(run.file(), Long.toString(runId))));
            }
        }
        return ExitCode.OK.code();
    }

    private RunComparison compare() {
        RunReference a = RunReference.parse(names.getFirst());
        return switch (names.size()) {
            case 2 -> compare(a, RunReference.parse(names.get(1)));
            case 3 -> compare(new RunReference(a.file(), names.get(1)), new RunReference(a.file(), names.get(2)));
            default -> throw Failure.badInput(FORM);
        };
    }

    private RunComparison compare(RunReference a, RunReference b) {
        try (Query first = Query.open(a.file());
                Query second = Query.open(b.file())) {
            return RunComparison.of(RunSource.of(a, first), RunSource.of(b, second), timing);
        }
    }

    private void print(RunComparison comparison, List<Outcome> outcomes) {
        if (output.json()) {
            output.printJson(CompareJson.of(comparison, outcomes));
        } else {
            output.end(CompareText.of(comparison, outcomes));
        }
    }

    /** A gate must not pass, nor fail, on runs that cannot be trusted. */
    private static int exitCode(RunComparison comparison, List<Outcome> outcomes) {
        if (outcomes.isEmpty()) {
            return ExitCode.OK.code();
        }
        if (comparison.answeredWrongly()) {
            return ExitCode.WRONG_ANSWERS.code();
        }
        if (!comparison.valid()) {
            return ExitCode.INVALID_RUN.code();
        }
        boolean failed = comparison.failsMore() || comparison.failedLoad();
        ExitCode best = failed ? ExitCode.OPERATIONS_FAILED : ExitCode.OK;
        return outcomes.stream()
                .map(CompareCommand::exitCode)
                .reduce(best, ExitCode::worse)
                .code();
    }

    private static ExitCode exitCode(Outcome outcome) {
        return switch (outcome.gate()) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.UNDECIDED;
            case FAILED -> ExitCode.THRESHOLD_MISSED;
        };
    }

    private int falsePositives() {
        if (names.size() != 1) {
            throw Failure.badInput("--aa takes one FILE, whose runs are all of the same plan");
        }
        Path file = RunReference.parse(names.getFirst()).file();
        try (Query query = Query.open(file)) {
            FalsePositives found = FalsePositives.in(query, file, timing);
            if (output.json()) {
                output.printJson(FalsePositivesText.json(found));
            } else {
                FalsePositivesText.lines(found).forEach(output::line);
            }
        }
        return ExitCode.OK.code();
    }
}
