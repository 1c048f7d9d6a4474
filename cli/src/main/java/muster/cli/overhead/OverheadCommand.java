package muster.cli.overhead;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.store.analysis.overhead.OverheadComparison;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what the distribution layer costs. */
@Command(
        name = "overhead",
        description = "Measure the overhead of the cluster over standalone, in paired runs.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster overhead",
            "  ./muster overhead noop --pairs 10 --max-percent 2",
            "  ./muster overhead noop --lease 1,10,100,1000,auto --set measure.duration=5s",
            "  ./muster overhead graphity-write --set target.uri=bolt://127.0.0.1:7687",
            "",
            "Each pair is one standalone run and one cluster run, in fresh processes, in random order; one pair more warms",
            "up. docs/compare.md says what each figure means. With --max-percent the exit code is 0 if all of the 95 %%",
            "interval of the cost is within it, 99 if all of it is above, and 98 (undecided) otherwise or below 6 pairs."
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
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the plan, such as measure.duration=10s; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "6",
            description = "Number of pairs; default ${DEFAULT-VALUE}, the smallest number that can decide.")
    private int pairs;

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

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the order within pairs; default random, printed.")
    private @Nullable Long seed;

    @Option(names = "--store", paramLabel = "FILE", description = "Store file; default results/PLAN.db. Appended to.")
    private @Nullable Path store;

    @Option(
            names = "--allow-erase",
            paramLabel = "HOST:PORT/DATABASE",
            description = "Allow Muster to erase this database although it did not create its contents.")
    private String mayErase = "";

    @Option(
            names = "--allow-files",
            description = "Allow the plan to read files outside its folder, as data or as $${file:PATH}.")
    private boolean allowFiles;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        Plan read = PlanArguments.of(plan, sets, allowFiles).plan();
        OverheadPlan.refuseUnfit(read);
        Overhead.Request request = request(read);
        Overhead overhead = new Overhead(request, output);
        Interrupts.handle(overhead::cancel);
        List<OverheadComparison> comparisons = overhead.measure();
        if (!comparisons.isEmpty()) {
            print(request, comparisons, overhead.doubts());
        }
        return overhead.cancelled() ? ExitCode.ABORTED.code() : exitCode(comparisons.getLast());
    }

    private Overhead.Request request(Plan read) {
        refuseLess("--pairs", pairs, 1);
        refuseLess("--workers", workers, 1);
        if (maxPercent != null && !(maxPercent >= 0)) {
            throw Failure.badInput("--max-percent " + maxPercent + ": a number of per cent from 0 on");
        }
        return new Overhead.Request(
                plan,
                read.name(),
                List.copyOf(sets),
                store == null ? Path.of("results", read.name() + ".db") : store,
                pairs,
                workers,
                leases.stream().map(RunArguments::leaseSize).distinct().toList(),
                maxPercent,
                seed == null ? ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE) : seed,
                mayErase,
                allowFiles);
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

    private static int exitCode(OverheadComparison judged) {
        ExitCode code = switch (judged.verdict().gate()) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.UNDECIDED;
            case FAILED -> ExitCode.THRESHOLD_MISSED;
        };
        return code.code();
    }
}
