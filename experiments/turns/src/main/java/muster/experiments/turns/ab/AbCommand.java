package muster.experiments.turns.ab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.turns.ArmPlan;
import muster.experiments.turns.ArmSpec;
import muster.experiments.turns.ComparisonRow;
import muster.experiments.turns.RestartLoop;
import muster.experiments.turns.TurnArguments;
import muster.experiments.turns.TurnsReport;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares plans, or values of one key, live. */
@Command(
        name = "ab",
        description = "Compare plans, or values of one key, that take turns in one process.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster ab batch-insert --vary target.noDelay=true,false --set target.uri=http://127.0.0.1:8080",
            "  ./muster ab neo4j.yaml janusgraph.yaml --max-time 5m",
            "  ./muster ab noop noop --max-time 1m",
            "",
            "All arms stay up in one process and take turns of 200 ms or more, in random order, over several restarts, so that",
            "whatever disturbs the machine meets all alike. Arms on one database share its data, which the first loads; each",
            "measures operations of its own. Arms on several databases each load their own. It stops as soon as the difference",
            "is known to a tenth of itself, or to --precision. Figures: experiments/turns/README.md."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class AbCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..4",
            paramLabel = "PLAN",
            description = "Plan files or names of ready plans; with --vary one.")
    private List<String> plans;

    @Option(
            names = "--vary",
            paramLabel = "KEY=VALUE,VALUE",
            description = "One arm for each value of this key of the plan.")
    private @Nullable String vary;

    @Option(
            names = "--max-time",
            paramLabel = "5m",
            defaultValue = "5m",
            description = "No restart begins that would end later, if it takes as long as the last one; default"
                    + " ${DEFAULT-VALUE}.")
    private String maxTime;

    @Option(names = "--store", paramLabel = "FILE", description = "Store file; default results/ab.db. Appended to.")
    private Path store = Path.of("results", "ab.db");

    @Option(
            names = "--outside",
            hidden = true,
            description = "Compare a cluster with clients that are not Muster's, as benchmarks/run does.")
    private boolean outside;

    @Mixin
    private final TurnArguments turns = new TurnArguments();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        List<ArmSpec> arms = outside
                ? AbArms.outside(plans, turns.sets(), turns.allowFiles())
                : AbArms.of(plans, vary, turns.sets(), turns.allowFiles());
        arms.forEach(arm -> ArmPlan.refuseUnfit(arm.read()));
        Ab ab = new Ab(request(arms), output);
        Interrupts.handle(ab::cancel);
        Ab.Answer answer = ab.measure();
        String report = answer.restarts() > 0 ? TurnsReport.place(store, ab.id(), turns.page()) : "";
        if (output.json()) {
            output.printJson(AbText.map(answer));
        } else {
            output.end(AbText.of(answer).withReport(report));
        }
        ab.requireWhole();
        return exitCode(ab, answer).code();
    }

    private RestartLoop.Request request(List<ArmSpec> arms) {
        Duration most = Durations.parse(maxTime);
        return new RestartLoop.Request(
                ComparisonRow.AB,
                arms,
                turns.precision(),
                most,
                RestartLoop.Request.share(most),
                RestartLoop.Request.SHORT_TURN,
                turns.seed(),
                turns.permissions(),
                store);
    }

    private static ExitCode exitCode(Ab ab, Ab.Answer answer) {
        if (ab.cancelled()) {
            return ExitCode.ABORTED;
        }
        if (answer.wrong()) {
            return ExitCode.WRONG_ANSWERS;
        }
        if (!answer.valid()) {
            return ExitCode.INVALID_RUN;
        }
        if (answer.failed()) {
            return ExitCode.OPERATIONS_FAILED;
        }
        return answer.decided() ? ExitCode.OK : ExitCode.UNDECIDED;
    }
}
