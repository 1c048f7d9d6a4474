package muster.cli.answers;

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
import muster.cli.answers.AnswerRecorder.Recorded;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.run.Standalone;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.store.file.Store;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records a reference: one client asks one database each question once. */
@Command(
        name = "record",
        description = "Record what one database answers, as the reference for later runs of a plan.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster answers record mine.yaml                      writes mine.answers beside the plan",
            "  ./muster answers record mine.yaml --loaded             uses the data that are in the database",
            "  ./muster answers record mine.yaml --answers june.answers --operations 1000000"
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

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (operations < 1) {
            throw Failure.badInput("--operations " + operations + ": a number from 1 on");
        }
        PlanArguments one = withoutSweep();
        Plan plan = one.plan();
        AnswerRecorder recorder = new AnswerRecorder(plan, arguments.files(), operations);
        if (plan.loads() && !loaded) {
            int code = load(one, plan);
            if (code != ExitCode.OK.code()) {
                return code;
            }
        }
        Path file = arguments.answersFile();
        recorder.warnings().forEach(warning -> output.note("muster: warning: " + warning));
        print(file, recorder.record(file, allowEmpty, line -> output.note("muster: " + line)));
        return ExitCode.OK.code();
    }

    /** Of a sweep the plan's own values are recorded; keys are values of parameters, so steps may share answers. */
    private PlanArguments withoutSweep() {
        List<String> changes = new ArrayList<>(List.of("answers="));
        if (!arguments.uncompared().plan().sweep().isEmpty()) {
            changes.add("sweep=");
        }
        return arguments.uncompared().with(changes);
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
                output.note("muster: loading failed: " + finished.getMessage());
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

    private void print(Path file, Recorded recorded) {
        if (output.json()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("file", file.toString());
            json.put("operations", recorded.operations());
            json.put("answers", recorded.answers());
            json.put("rows", recorded.rows());
            json.put("skipped", recorded.skipped());
            json.put("database", recorded.database());
            output.printJson(json);
            return;
        }
        output.line("%s: %,d answers with %,d rows, of %,d operations, from %s"
                .formatted(file, recorded.answers(), recorded.rows(), recorded.operations(), recorded.database()));
        if (recorded.skipped() > 0) {
            output.line("%,d answers are left out: their outcome was not ok".formatted(recorded.skipped()));
        }
        output.line("runs of this plan compare their answers with it; --answers none does not");
    }
}
