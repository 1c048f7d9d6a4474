package muster.experiments.answers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.run.DataChecksum;
import muster.cli.run.PlanArguments;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.answers.ReferenceHeader;
import muster.workloads.answers.ReferenceOperation;
import muster.workloads.answers.ReferenceWriter;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes the answers of one operation from a CSV file into a reference. */
@Command(
        name = "import",
        description = "Take the answers of one operation from a CSV file into a reference.",
        footerHeading = "%nExample:%n",
        footer = "  ./muster answers import counts.csv --operation triangles mine.yaml")
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class AnswersImportCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Parameters(index = "0", paramLabel = "FILE", description = "The CSV file.")
    private Path csv;

    @Parameters(index = "1", paramLabel = "PLAN", description = "A plan file, or the name of a ready plan.")
    private String name;

    @Option(names = "--operation", required = true, paramLabel = "NAME", description = "Whose answers these are.")
    private String operation;

    @Option(
            names = {"-o", "--into"},
            paramLabel = "REFERENCE",
            description =
                    "The reference; default PLAN.answers beside the plan. One that exists keeps its other answers.")
    private @Nullable Path into;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Change the plan; may be repeated.")
    private List<String> sets = List.of();

    @Option(names = "--allow-files", description = "Allow the plan to read files outside its folder.")
    private boolean allowFiles;

    @Override
    public Integer call() throws IOException {
        PlanArguments arguments = PlanArguments.of(name, sets, allowFiles).uncompared();
        Plan plan = arguments.plan();
        PlanCheck check = PlanCheck.check(plan, arguments.files());
        ExpectedAnswers answers = check.workload().answers(operation, csv);
        ReferenceOperation asked = check.workload().queries().stream()
                .filter(query -> query.name().equals(operation))
                .map(AnswerChecks::operation)
                .findFirst()
                .orElseThrow()
                .imported(String.valueOf(csv.getFileName()));
        Path file = into == null ? arguments.answersFile() : into;
        ReferenceHeader fresh = new ReferenceHeader(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                plan.name(),
                "no database",
                DataChecksum.of(plan, arguments.files()),
                List.of());
        AnswerReference reference = Files.exists(file) ? AnswerReference.read(file) : null;
        if (reference != null) {
            DataChecksum.refuseOther(file, reference, fresh.data());
        }
        ReferenceWriter.replace(file, reference, fresh, asked, answers);
        print(file, answers.answers().size());
        return ExitCode.OK.code();
    }

    private void print(Path file, int answers) {
        if (output.json()) {
            output.printJson(Map.of("file", file.toString(), "operation", operation, "answers", answers));
        } else {
            output.line("%s: %,d answers of %s, from %s".formatted(file, answers, operation, csv));
        }
    }
}
