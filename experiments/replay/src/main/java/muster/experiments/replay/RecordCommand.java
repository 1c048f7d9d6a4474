package muster.experiments.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.results.RunReference;
import muster.cli.run.LocalFiles;
import muster.cli.run.PlanArguments;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.replay.OperationRecorder.Recorded;
import muster.store.file.sqlite.Query;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanWorkload;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the operations of a run or a plan to a file. */
@Command(
        name = "record",
        description = "Write the operations of a run or a plan to a file, to replay them.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster record results/mine.db:latest -o ops.jsonl.gz",
            "  ./muster record mine.yaml -o ops.jsonl --operations 100000",
            "  ./muster run mine.yaml --set replay.file=ops.jsonl.gz",
            "  ./muster run mine.yaml --set replay.file=ops.jsonl.gz --set replay.pace=recorded --set replay.speed=2"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class RecordCommand implements Callable<Integer> {
    private static final byte[] STORE = "SQLite format 3".getBytes(StandardCharsets.US_ASCII);

    @Mixin
    private final Output output = new Output();

    @Parameters(
            paramLabel = "FILE:RUN|PLAN",
            description = "A run of a store file, whose covered operations are written; or a plan.")
    private String reference;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "OPS",
            required = true,
            description = "File to write; gzip or zstd if its name ends in .gz or .zst.")
    private Path file;

    @Option(
            names = "--operations",
            paramLabel = "N",
            description = "Operations of each phase of a plan that ends by its duration and has no rate.")
    private @Nullable Long operations;

    @Option(names = "--step", paramLabel = "N", description = "Which step of a sweep; default 1.")
    private int step = 1;

    @Option(names = "--trial", paramLabel = "N", description = "Which trial of a run; default 1.")
    private int trial = 1;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the plan, such as workload.seed=7; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--files",
            paramLabel = "FOLDER",
            description = "Where the data files of a run's plan are; default the working directory.")
    private @Nullable Path folder;

    @Option(
            names = "--allow-files",
            description = "Allow the plan to read files outside its folder, as data or as $${file:PATH}.")
    private boolean allowFiles;

    @Override
    public Integer call() throws IOException {
        if (operations != null && operations < 1) {
            throw Failure.badInput("--operations " + operations + ": a number from 1 on");
        }
        RunReference run = RunReference.parse(reference);
        List<Recorded> recorded = isStore(run.file()) ? recordRun(run) : recordPlan();
        print(recorded);
        return ExitCode.OK.code();
    }

    private static boolean isStore(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(STORE.length), STORE);
        }
    }

    private List<Recorded> recordRun(RunReference reference) throws IOException {
        if (!sets.isEmpty() || operations != null) {
            throw Failure.badInput(
                    (sets.isEmpty() ? "--operations" : "--set") + ": only for a plan; a run has its own");
        }
        try (Query query = Query.open(reference.file())) {
            RecordedRun run = new RecordedRun(reference, query);
            Path base = folder == null ? Path.of("") : folder;
            LocalFiles files = new LocalFiles(base.toAbsolutePath());
            Plan plan = step(run.plan());
            (allowFiles ? FileRule.anywhere() : FileRule.within(base)).check(plan);
            Workload workload = PlanWorkload.of(plan, files);
            refuseStreams(plan);
            List<PhaseIndexes> phases = run.phases(ExecutedPhase.of(plan, workload), step, trial);
            return new OperationRecorder(plan, workload, run.source()).write(file, phases);
        }
    }

    private static void refuseStreams(Plan plan) {
        plan.phases().stream().filter(PhaseSpec::concurrent).findFirst().ifPresent(phase -> {
            throw Failure.badInput(
                    plan.name() + ": phase " + phase.name()
                            + " has streams, and recorded operations are one load; record a plan with the operations of one of them");
        });
    }

    private List<Recorded> recordPlan() throws IOException {
        PlanArguments arguments = PlanArguments.of(reference, sets, allowFiles).uncompared();
        Plan plan = step(arguments.plan());
        DataFiles files = arguments.files();
        Workload workload = PlanWorkload.of(plan, files);
        refuseStreams(plan);
        long bound = operations == null ? 0 : operations;
        List<PhaseIndexes> phases = ExecutedPhase.of(plan, workload).stream()
                .filter(phase -> phase.spec().kind() != PhaseKind.LOAD)
                .map(phase -> PhaseIndexes.planned(phase, bound))
                .toList();
        if (phases.isEmpty()) {
            throw Failure.badInput(
                    reference + " has neither a warm-up nor a measure phase: there is nothing to record");
        }
        return new OperationRecorder(plan, workload, plan.name()).write(file, phases);
    }

    private Plan step(Plan plan) {
        List<Step> steps = Steps.of(plan);
        if (step < 1 || step > steps.size()) {
            throw Failure.badInput("--step " + step + ": the plan has " + steps.size());
        }
        return steps.get(step - 1).plan();
    }

    private void print(List<Recorded> recorded) {
        if (output.json()) {
            output.printJson(Map.of(
                    "file",
                    file.toString(),
                    "phases",
                    recorded.stream().map(RecordCommand::json).toList()));
            return;
        }
        for (Recorded phase : recorded) {
            output.line("%s: %,d operations%s, digest %016x"
                    .formatted(
                            phase.phase().name(),
                            phase.phase().operations(),
                            phase.phase().timed() ? " with times" : "",
                            phase.digest()));
        }
        output.line("written to " + file + "; replay it with --set replay.file=" + file);
    }

    private static Map<String, Object> json(Recorded recorded) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", recorded.phase().name());
        json.put("operations", recorded.phase().operations());
        json.put("timed", recorded.phase().timed());
        json.put("digest", "%016x".formatted(recorded.digest()));
        return json;
    }
}
