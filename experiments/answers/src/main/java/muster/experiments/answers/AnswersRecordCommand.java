package muster.experiments.answers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.run.Standalone;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.answers.AnswerRecorder.Recorded;
import muster.protocol.Finished;
import muster.store.file.Store;
import muster.workloads.answers.AnswerReference;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records a reference: one client asks one database each question once. */
@Command(
        name = "record",
        description = "Record what one database answers, as the reference for later runs of a plan.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster answers record mine.yaml                      writes mine.answers next to the plan",
            "  ./muster answers record mine.yaml --loaded             uses the data that are in the database",
            "  ./muster answers record mine.yaml --answers june.answers --operations 1000000",
            "  ./muster answers record mine.yaml --on neo4j=bolt://HOST:7687 --compare-with falkordb=redis://HOST:6379"
        })
final class AnswersRecordCommand implements Callable<Integer> {
    private static final Duration WORKER_TIMEOUT = Duration.ofSeconds(60);

    @Mixin
    private final PlanArguments arguments = new PlanArguments();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--operations",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Operations of each phase that ends by its duration; default ${DEFAULT-VALUE}. Repeated"
                    + " questions are asked once.")
    private long operations;

    @Option(
            names = "--allow-empty",
            paramLabel = "NAME",
            description = "Record operation NAME although each of its answers is empty or a single 0; repeatable.")
    private List<String> allowEmpty = new ArrayList<>();

    @Option(names = "--loaded", description = "Load nothing: the data are in the database.")
    private boolean loaded;

    @Option(
            names = "--allow-erase",
            paramLabel = "HOST:PORT/DATABASE",
            description = "Allow Muster to erase this database although it did not create its contents.")
    private String mayErase = "";

    @Option(
            names = "--on",
            paramLabel = "TARGET",
            description = "Record on this target: KIND=URI, or a plan whose target it is; default the plan's.")
    private String on = "";

    @Option(
            names = "--compare-with",
            paramLabel = "TARGET",
            description = "Then ask this target the same, and compare: exit code 97 if an answer differs.")
    private String compareWith = "";

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (operations < 1) {
            throw Failure.badInput("--operations " + operations + ": a number from 1 on");
        }
        PlanArguments first = on(on, "--on");
        PlanArguments second = on(compareWith, "--compare-with");
        AnswerRecorder recorder = recorder(first);
        AnswerRecorder other = compareWith.isEmpty() ? null : recorder(second);
        int code = load(first);
        if (code != ExitCode.OK.code()) {
            return code;
        }
        Path file = arguments.answersFile();
        recorder.warnings().forEach(warning -> output.note("muster: warning: " + warning));
        Recorded recorded = recorder.record(file, allowEmpty, this::progress);
        if (other == null) {
            print(file, recorded, null);
            return ExitCode.OK.code();
        }
        code = load(second);
        if (code != ExitCode.OK.code()) {
            return code;
        }
        AnswerDifferences differences = other.compare(AnswerReference.read(file), this::progress);
        print(file, recorded, differences);
        return differences.any() ? ExitCode.WRONG_ANSWERS.code() : ExitCode.OK.code();
    }

    private void progress(String line) {
        output.note("muster: " + line);
    }

    private AnswerRecorder recorder(PlanArguments of) {
        return new AnswerRecorder(of.plan(), arguments.files(), operations);
    }

    /** The plan on this target; of a sweep its own values, since keys are values of parameters and steps may share answers. */
    private PlanArguments on(String target, String option) {
        Plan plan = arguments.uncompared().plan();
        List<String> changes = new ArrayList<>(List.of("answers="));
        if (!plan.sweep().isEmpty()) {
            changes.add("sweep=");
        }
        if (!target.isEmpty()) {
            changes.addAll(AnsweringTarget.changes(option, target, plan));
        }
        return arguments.uncompared().with(changes);
    }

    private int load(PlanArguments one) throws InterruptedException, IOException {
        Plan plan = one.plan();
        return plan.loads() && !loaded ? load(one, plan) : ExitCode.OK.code();
    }

    private int load(PlanArguments one, Plan plan) throws InterruptedException, IOException {
        List<String> names = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.LOAD)
                .map(PhaseSpec::name)
                .toList();
        RunArguments load = RunArguments.of(
                one.with(List.of("only=[" + String.join(", ", names) + "]", "trials=1", "thresholds=")),
                WORKER_TIMEOUT);
        Path store = Files.createTempFile("muster-answers-", ".db");
        Files.delete(store);
        try (Store results = Store.open(store);
                Standalone standalone = new Standalone(results, load.depot(), load.progress(output.err()))) {
            Finished finished = standalone.run(
                    load.submit(1).toBuilder().setAllowErase(mayErase).build());
            if (finished.getExitCode() != ExitCode.OK.code()) {
                output.note("muster: loading failed: " + RunResultText.reason(finished));
            }
            return finished.getExitCode();
        } finally {
            delete(store);
        }
    }

    private static void delete(Path store) {
        try {
            for (String suffix : List.of("", "-wal", "-shm", ".lock")) {
                Files.deleteIfExists(Path.of(store + suffix));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Path file, Recorded recorded, @Nullable AnswerDifferences differences) {
        if (output.json()) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("file", file.toString());
            json.put("operations", recorded.operations());
            json.put("answers", recorded.answers());
            json.put("rows", recorded.rows());
            json.put("skipped", recorded.skipped());
            json.put("database", recorded.database());
            json.put("phases", recorded.phases());
            json.put("compared_with", differences == null ? null : differences.json());
            output.printJson(json);
            return;
        }
        output.line("%s: %,d answers with %,d rows, from %s"
                .formatted(file, recorded.answers(), recorded.rows(), recorded.database()));
        output.line("of %,d operations of all phases: %s"
                .formatted(
                        recorded.operations(),
                        recorded.phases().entrySet().stream()
                                .map(phase -> "%s %,d".formatted(phase.getKey(), phase.getValue()))
                                .collect(Collectors.joining(", "))));
        if (recorded.skipped() > 0) {
            output.line("%,d answers are left out: their outcome was not ok".formatted(recorded.skipped()));
        }
        if (differences == null) {
            output.line("recorded on " + recorded.database().replaceFirst(" at .*", "")
                    + " itself: a wrong answer of this database is recorded as right; compare with another database:"
                    + " --compare-with");
        } else {
            differences.lines().forEach(output::line);
        }
        output.line("runs of this plan compare their answers with it; --answers none does not");
    }
}
