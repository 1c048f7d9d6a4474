package muster.cli.run;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.client.ProgressLines;
import muster.cli.host.ForkedJvm;
import muster.cli.results.ReportCommand;
import muster.cli.terminal.Ending;
import muster.cli.terminal.Failure;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.verdict.SteadyRequirement;
import muster.coordinator.server.FileDepot;
import muster.protocol.Checksum;
import muster.protocol.DataFile;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.sqlite.Query;
import muster.workloads.answers.AnswerReference;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.Steps;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that runs a plan takes. */
public final class RunArguments {
    private static final int MAX_TRIALS = 1_000;

    @Mixin
    private StoredPlanArguments named = new StoredPlanArguments();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of this run; default the plan's.")
    private String name = "";

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "Number of trials of each step, in balanced order; default the plan's.")
    private @Nullable Integer trials;

    @Option(
            names = "--order-seed",
            paramLabel = "N",
            description = "With several trials: random seed of the order of steps; default random.")
    private @Nullable Long orderSeed;

    @Option(
            names = "--lease",
            paramLabel = "N|auto",
            description =
                    "Operations in one lease; auto (the default) is about a quarter second of work, 1 a round trip each.")
    private String lease = "auto";

    @Option(names = "--worker-timeout", paramLabel = "60s", description = "Time to wait for workers; default 60s.")
    private String workerTimeout = "60s";

    @Option(names = "--html", paramLabel = "FILE", description = "Also write the report of this run to FILE.")
    private @Nullable Path page;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print the result only, no progress.")
    private boolean quiet;

    @Option(names = "--attached", hidden = true, description = "End with the process that started this one.")
    private boolean attached;

    @Option(names = "--overhead", hidden = true, description = "Muster is compared with itself.")
    private boolean overhead;

    /** As if they were typed. */
    public static RunArguments of(PlanArguments plan, Duration workerTimeout) {
        RunArguments arguments = new RunArguments();
        arguments.named = StoredPlanArguments.of(plan);
        arguments.workerTimeout = Durations.format(workerTimeout);
        return arguments;
    }

    /** To be called first: from here on another process of ours may be the one that decides. Refuses a run that can only be invalid. */
    void begin() {
        if (attached) {
            ForkedJvm.attachToParent();
        }
        Steps.of(plan()).forEach(step -> SteadyRequirement.refuseUnmet(step.plan()));
        trials();
    }

    Plan plan() {
        return named.plan();
    }

    boolean planGiven() {
        return named.given();
    }

    /** What of this host the plan may name: it is the user's own. */
    public PlanAccess access() {
        return PlanAccess.ofOwn(plan(), named.rule());
    }

    Path store() {
        return named.store();
    }

    public ProgressLines progress(PrintWriter err) {
        return new ProgressLines(quiet ? new PrintWriter(Writer.nullWriter()) : err);
    }

    boolean pageGiven() {
        return page != null;
    }

    /** Writes the page where one is asked for; where the report of a run is, "" where there is nothing to tell. */
    String report(Finished finished, Path file) {
        if (RunResultText.isOnlyMessage(finished)) {
            return "";
        }
        if (page == null) {
            return Ending.reportCommand(file, Long.toString(finished.getRunId()));
        }
        try (Query query = Query.open(file)) {
            return ReportCommand.write(query, file, finished.getRunId(), page, null)
                    .page()
                    .toString();
        }
    }

    boolean storeGiven() {
        return named.storeGiven();
    }

    Duration workerTimeout() {
        return Durations.parse(workerTimeout);
    }

    /** What goes to the coordinator. */
    public Submit submit(int workers) {
        Submit.Builder submit = Submit.newBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(plan().text())
                .setName(name)
                .setExpectWorkers(workers)
                .setWorkerTimeoutMs((int) workerTimeout().toMillis())
                .setTrials(trials())
                .setLeaseSize(leaseSize())
                .addAllFiles(files().keySet())
                .setOverhead(overhead)
                .setOrderSeed(orderSeed());
        return named.permissions().in(submit).build();
    }

    /** 0 for those of the plan. */
    private int trials() {
        if (trials != null && (trials < 1 || trials > MAX_TRIALS)) {
            throw Failure.badInput("--trials " + trials + ": a number from 1 to " + MAX_TRIALS);
        }
        return trials == null ? 0 : trials;
    }

    /** Of the phase that has most. */
    int mostClients() {
        return plan().phases().stream().mapToInt(PhaseSpec::clients).max().orElse(1);
    }

    /** A short one, so that people can repeat it. */
    private long orderSeed() {
        return orderSeed == null ? ThreadLocalRandom.current().nextLong(1, 1_000_000_000) : orderSeed;
    }

    private int leaseSize() {
        return leaseSize(lease);
    }

    /** 0 for auto. */
    public static int leaseSize(String lease) {
        if (lease.equals("auto")) {
            return 0;
        }
        try {
            int size = Integer.parseInt(lease);
            if (size >= 1) {
                return size;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw Failure.badInput("--lease " + lease + ": a number of operations from 1 on, or auto");
    }

    /** Hands out the data files that the plan names. */
    public FileDepot depot() {
        FileDepot depot = CoordinatorCommand.depot();
        files().forEach(depot::register);
        return depot;
    }

    /** The data files that the plan names, with where they are here. */
    private Map<DataFile, Path> files() {
        Map<DataFile, Path> files = new LinkedHashMap<>();
        named.arguments().named(plan()).forEach((name, path) -> files.put(dataFile(name, path), path));
        if (plan().answers().hasReference()) {
            refuseOtherData(named.arguments().files().path(plan().answers().reference()));
        }
        return files;
    }

    /** A reference of other data would call every answer wrong. */
    private void refuseOtherData(Path path) {
        DataChecksum.refuseOther(
                path,
                AnswerReference.read(path),
                DataChecksum.of(plan(), named.arguments().files()));
    }

    private static DataFile dataFile(String text, Path path) {
        try {
            return DataFile.newBuilder()
                    .setName(text)
                    .setSha256(ByteString.copyFrom(Checksum.sha256(path)))
                    .setSize(Files.size(path))
                    .build();
        } catch (IOException e) {
            throw new PlanException("data: cannot read " + path + ": " + e.getMessage());
        }
    }
}
