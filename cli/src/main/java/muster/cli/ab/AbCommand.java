package muster.cli.ab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.interleave.ArmPlan;
import muster.cli.interleave.ArmSpec;
import muster.cli.interleave.RestartLoop;
import muster.cli.results.ReportCommand;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.cli.terminal.Percent;
import muster.coordinator.core.event.ExitCode;
import muster.store.file.row.comparison.ComparisonRow;
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
            "All arms stay up in one process and take turns of 100 ms or more, in random order, over several restarts, so that",
            "whatever disturbs the machine meets all alike. Arms on one database share its data, which the first loads; each",
            "measures operations of its own. Arms on several databases each load their own. It stops as soon as the difference",
            "is known to a tenth of itself, or to --precision. Figures: docs/compare.md."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class AbCommand implements Callable<Integer> {
    /** Measuring is about a third of a restart; clear differences need three of them, others five and more. */
    private static final int RESTARTS_IN_TIME = 15;

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
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change all arms, such as measure.clients=16; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--precision",
            paramLabel = "1%",
            defaultValue = "1%",
            description =
                    "Half the width of the 95 %% interval at which it stops at the latest; default ${DEFAULT-VALUE}.")
    private String precision;

    @Option(
            names = "--max-time",
            paramLabel = "5m",
            defaultValue = "5m",
            description = "No restart begins that would end later; default ${DEFAULT-VALUE}.")
    private String maxTime;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the order of turns; default random, printed.")
    private @Nullable Long seed;

    @Option(names = "--store", paramLabel = "FILE", description = "Store file; default results/ab.db. Appended to.")
    private Path store = Path.of("results", "ab.db");

    @Option(names = "--html", paramLabel = "FILE", description = "Also write one HTML page about the comparison.")
    private @Nullable Path page;

    @Option(
            names = "--allow-erase",
            paramLabel = "HOST:PORT/DATABASE",
            description = "Allow Muster to erase this database although it did not create its contents.")
    private String mayErase = "";

    @Option(
            names = "--allow-files",
            description = "Allow plans to read files outside their folders, as data or as $${file:PATH}.")
    private boolean allowFiles;

    @Option(
            names = "--outside",
            hidden = true,
            description = "Compare a cluster with clients that are not Muster's, as benchmarks/run does.")
    private boolean outside;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        List<ArmSpec> arms =
                outside ? AbArms.outside(plans, sets, allowFiles) : AbArms.of(plans, vary, sets, allowFiles);
        arms.forEach(arm -> {
            var unused = ArmPlan.of(arm.read(), arm.place(), arm.place() + 1);
        });
        Ab ab = new Ab(request(arms), output);
        Interrupts.handle(ab::cancel);
        Ab.Answer answer = ab.measure();
        if (output.json()) {
            output.printJson(AbText.map(answer));
        } else {
            AbText.of(answer).forEach(output::line);
        }
        if (page != null && answer.restarts() > 0) {
            ReportCommand.page(store, ab.id(), page, output);
        }
        return exitCode(ab, answer).code();
    }

    private RestartLoop.Request request(List<ArmSpec> arms) {
        Duration most = Durations.parse(maxTime);
        return new RestartLoop.Request(
                ComparisonRow.AB,
                arms,
                "auto",
                Percent.parse("--precision", precision),
                most,
                most.dividedBy(RESTARTS_IN_TIME),
                seed == null ? ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE) : seed,
                mayErase,
                store);
    }

    private static ExitCode exitCode(Ab ab, Ab.Answer answer) {
        if (ab.cancelled()) {
            return ExitCode.ABORTED;
        }
        if (!answer.valid()) {
            return ExitCode.INVALID_RUN;
        }
        return answer.decided() ? ExitCode.OK : ExitCode.UNDECIDED;
    }
}
