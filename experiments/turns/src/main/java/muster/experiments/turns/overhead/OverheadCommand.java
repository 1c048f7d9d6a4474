package muster.experiments.turns.overhead;

import java.nio.file.Path;
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
import muster.experiments.turns.ArmSpec.Clients;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.TurnArguments;
import muster.experiments.turns.TurnsReport;
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
            "  ./muster overhead noop --lease 1,10,100,1000,auto --max-time 5m",
            "  ./muster overhead noop --workers 2",
            "  ./muster overhead graphity-write --set target.uri=bolt://127.0.0.1:7687",
            "",
            "The clients of both are in one process and take turns of 200 ms, in random order, over several restarts, until",
            "the ratio is known to --precision or --max-time is over. Figures: experiments/turns/README.md. With",
            "--max-percent the exit code is 0 if all of the 95 %% interval of the cost is within it, 99 if all of it is above,",
            "and 98 (undecided) otherwise, or below 5 restarts."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class OverheadCommand implements Callable<Integer> {
    private static final int MAX_LEASES = 8;

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
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Workers of the cluster, which share its clients; default ${DEFAULT-VALUE}.")
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
        refuseWrong(read);
        Overhead.Request request = request(read);
        ArmPlan.refuseUnfit(read);
        Overhead overhead = new Overhead(request, output);
        Interrupts.handle(overhead::cancel);
        List<InterleavedComparison> comparisons = overhead.measure();
        if (comparisons.isEmpty()) {
            return ExitCode.ABORTED.code();
        }
        List<OverheadVerdict> verdicts = comparisons.stream()
                .map(comparison -> overhead.verdict(comparison, maxPercent))
                .toList();
        overhead.end(comparisons, verdicts);
        String report = TurnsReport.place(request.store(), overhead.id(), turns.page());
        if (output.json()) {
            output.printJson(OverheadText.map(request, comparisons, verdicts, overhead.elapsedNs()));
        } else {
            output.end(OverheadText.of(request, comparisons, verdicts.getLast(), overhead.elapsedNs())
                    .withReport(report));
        }
        overhead.requireWhole();
        return exitCode(overhead, verdicts.getLast()).code();
    }

    private Overhead.Request request(Plan read) {
        return new Overhead.Request(
                plan,
                turns.sets(),
                turns.allowFiles(),
                others(read),
                turns.permissions(),
                // What is stored must not pass for the cost of the cluster.
                read.name()
                        + (twin ? ", against itself" : "")
                        + (leaseCost == null ? "" : ", leases that cost " + leaseCost),
                store == null ? Path.of("results", read.name() + ".db") : store,
                turns.precision(),
                Durations.parse(maxTime),
                turns.seed());
    }

    private List<Clients> others(Plan read) {
        double cost = leaseCost(read);
        return twin
                ? List.of(Clients.STANDALONE.costing(cost))
                : leases.stream()
                        .map(RunArguments::leaseSize)
                        .distinct()
                        .map(lease -> Clients.cluster(workers, lease).costing(cost))
                        .toList();
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

    private void refuseWrong(Plan read) {
        long clients = read.phases().getLast().clients();
        if (workers < 1 || workers > clients) {
            throw Failure.badInput("--workers " + workers + ": at least 1, and no more than the " + clients
                    + " clients of the plan, which they share");
        }
        if (leases.size() > MAX_LEASES) {
            throw Failure.badInput("--lease: at most " + MAX_LEASES + " sizes, here are " + leases.size());
        }
        if (twin && (workers > 1 || leases.size() > 1)) {
            throw Failure.badInput("--twin: compares standalone with itself, which has no workers and leases to name");
        }
        if (maxPercent != null && !(maxPercent >= 0)) {
            throw Failure.badInput("--max-percent " + maxPercent + ": a number of per cent from 0 on");
        }
    }

    private static ExitCode exitCode(Overhead overhead, OverheadVerdict verdict) {
        if (overhead.cancelled()) {
            return ExitCode.ABORTED;
        }
        if (verdict.failed()) {
            return ExitCode.OPERATIONS_FAILED;
        }
        return switch (verdict.gate()) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.UNDECIDED;
            case FAILED -> ExitCode.THRESHOLD_MISSED;
        };
    }
}
