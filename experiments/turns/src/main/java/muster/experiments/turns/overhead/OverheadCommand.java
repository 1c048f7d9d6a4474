package muster.experiments.turns.overhead;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.cli.terminal.Percent;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.turns.ArmPlan;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.TurnArguments;
import muster.experiments.turns.TurnsReport;
import muster.statistics.Gate;
import muster.statistics.OverheadVerdict;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what the distribution layer costs. */
@Command(
        name = "overhead",
        description = "Measure the overhead of the cluster over standalone.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster overhead",
            "  ./muster overhead noop --precision 1%% --max-time 3m --max-percent 2",
            "  ./muster overhead noop --lease 1,10,100,1000,auto --set measure.duration=5s",
            "  ./muster overhead graphity-write --set target.uri=bolt://127.0.0.1:7687",
            "",
            "Both run in one process and take turns of 100 ms, in random order, over several restarts, until the",
            "ratio is known to --precision or --max-time is over. With --fresh, --pairs, --workers or a list of leases each",
            "run is a fresh process instead. Figures: experiments/turns/README.md. With --max-percent the exit code",
            "is 0 if all of the 95 %% interval of the cost is within it, 99 if all of it is above, and 98 (undecided)",
            "otherwise, below 5 restarts or below 6 pairs."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class OverheadCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "PLAN",
            defaultValue = "noop",
            description = "A plan file, or the name of a ready plan; default ${DEFAULT-VALUE}.")
    private String plan;

    @Option(
            names = "--max-time",
            paramLabel = "3m",
            defaultValue = "3m",
            description = "No restart begins that would end later, if it takes as long as the last one; default"
                    + " ${DEFAULT-VALUE}.")
    private String maxTime;

    @Option(names = "--fresh", description = "Compare pairs of runs in fresh processes instead of turns.")
    private boolean fresh;

    @Option(
            names = "--twin",
            description = "Compare standalone with itself to check the method; the interval must contain 1.")
    private boolean twin;

    @Option(
            names = "--lease-cost",
            paramLabel = "2%",
            description =
                    "Make the leases of the second arm cost its one client this share of its time, to check that it is"
                            + " found: with --twin the interval must contain 1 / 1.02.")
    private @Nullable String leaseCost;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "Number of pairs of fresh processes; default 6, the smallest number that can decide.")
    private @Nullable Integer pairs;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Worker processes of the cluster; default ${DEFAULT-VALUE}.")
    private int workers;

    @Option(
            names = "--lease",
            paramLabel = "N|auto",
            split = ",",
            defaultValue = "auto",
            description = "Operations per lease, such as 1 or auto (the default). A list, such as"
                    + " 1,100,auto, is plotted as a curve; its last size is judged.")
    private List<String> leases;

    @Option(names = "--max-percent", paramLabel = "P", description = "Maximum overhead, in percent of throughput.")
    private @Nullable Double maxPercent;

    @Option(names = "--store", paramLabel = "FILE", description = "Store file; default results/PLAN.db. Appended to.")
    private @Nullable Path store;

    @Mixin
    private final TurnArguments turns = new TurnArguments();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        PlanArguments arguments = PlanArguments.of(plan, turns.sets(), turns.allowFiles());
        Plan read = arguments.plan();
        OverheadPlan.refuseUnfit(read, arguments.files());
        refuseWrong();
        return inTurns() ? takeTurns(read) : comparePairs(read);
    }

    private boolean inTurns() {
        return twin || (!fresh && pairs == null && workers == 1 && leases.size() == 1);
    }

    private int takeTurns(Plan read) {
        Interleaved.Request request = new Interleaved.Request(
                plan,
                turns.sets(),
                turns.allowFiles(),
                twin,
                leaseCost(read),
                turns.allowErase(),
                // What is stored must not pass for the cost of the cluster.
                read.name()
                        + (twin ? ", against itself" : "")
                        + (leaseCost == null ? "" : ", leases that cost " + leaseCost),
                file(read),
                RunArguments.leaseSize(leases.getFirst()),
                turns.precision(),
                Durations.parse(maxTime),
                maxPercent,
                turns.seed());
        var unused = ArmPlan.of(read, 1, 2);
        Interleaved interleaved = new Interleaved(request, output);
        Interrupts.handle(interleaved::cancel);
        InterleavedComparison comparison = interleaved.measure();
        if (comparison == null) {
            return ExitCode.ABORTED.code();
        }
        InterleavedVerdict verdict = interleaved.verdict(comparison);
        if (output.json()) {
            output.printJson(InterleavedText.map(request, comparison, verdict, interleaved.elapsedNs()));
        } else {
            output.line(InterleavedText.of(request, comparison, verdict.text(), interleaved.elapsedNs()));
        }
        Path page = turns.page();
        if (page != null) {
            TurnsReport.write(request.store(), interleaved.id(), page, output);
        }
        interleaved.requireWhole();
        if (interleaved.cancelled()) {
            return ExitCode.ABORTED.code();
        }
        return verdict.failed() ? ExitCode.OPERATIONS_FAILED.code() : exitCode(verdict.gate());
    }

    /** Exact for one client only: several take blocks of one lease. */
    private double leaseCost(Plan read) {
        if (leaseCost == null) {
            return 0;
        }
        double share = Percent.parse("--lease-cost", leaseCost);
        long clients = read.phases().getLast().clients();
        if (clients != 1) {
            throw Failure.badInput("--lease-cost " + leaseCost + ": the plan has " + clients
                    + " clients, and it is known of one only; add --set measure.clients=1");
        }
        return share;
    }

    private int comparePairs(Plan read) {
        Overhead.Request request = request(read);
        Overhead overhead = new Overhead(request, output);
        Interrupts.handle(overhead::cancel);
        List<OverheadComparison> comparisons = overhead.measure();
        if (!comparisons.isEmpty()) {
            print(request, comparisons, overhead.doubts());
        }
        return overhead.cancelled()
                ? ExitCode.ABORTED.code()
                : exitCode(comparisons.getLast().verdict().gate());
    }

    private void refuseWrong() {
        if (pairs != null) {
            refuseLess("--pairs", pairs, 1);
        }
        refuseLess("--workers", workers, 1);
        if (leaseCost != null && !inTurns()) {
            throw Failure.badInput("--lease-cost " + leaseCost + ": only of arms that take turns");
        }
        if (maxPercent != null && !(maxPercent >= 0)) {
            throw Failure.badInput("--max-percent " + maxPercent + ": a number of per cent from 0 on");
        }
        if (turns.page() != null && !inTurns()) {
            throw Failure.badInput("--html " + turns.page()
                    + ": only of arms that take turns; ./muster report has a page of each run");
        }
    }

    private Path file(Plan read) {
        return store == null ? Path.of("results", read.name() + ".db") : store;
    }

    private Overhead.Request request(Plan read) {
        return new Overhead.Request(
                plan,
                read.name(),
                turns.sets(),
                file(read),
                pairs == null ? OverheadVerdict.MIN_PAIRS : pairs,
                workers,
                leases.stream().map(RunArguments::leaseSize).distinct().toList(),
                maxPercent,
                turns.seed(),
                turns.allowErase(),
                turns.allowFiles());
    }

    private static void refuseLess(String option, int value, int least) {
        if (value < least) {
            throw Failure.badInput(option + " " + value + ": at least " + least);
        }
    }

    private void print(Overhead.Request request, List<OverheadComparison> comparisons, List<String> doubts) {
        if (output.json()) {
            output.printJson(OverheadJson.map(request, comparisons, doubts));
        } else {
            Arrays.stream(OverheadText.of(request, comparisons, doubts).split("\n", -1))
                    .forEach(output::line);
        }
    }

    private static int exitCode(Gate gate) {
        ExitCode code = switch (gate) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.UNDECIDED;
            case FAILED -> ExitCode.THRESHOLD_MISSED;
        };
        return code.code();
    }
}
