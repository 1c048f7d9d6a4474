package muster.experiments.answers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.answers.RecordedAnswer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes known answers as a CSV file. */
@Command(
        name = "export",
        description = "Write the answers of one operation as CSV.",
        footerHeading = "%nExample:%n",
        footer = "  ./muster answers export mine.yaml recentPosts --out recentPosts.csv")
final class AnswersExportCommand implements Callable<Integer> {
    @Mixin
    private final KnownAnswersArguments known = new KnownAnswersArguments();

    @Mixin
    private final Output output = new Output();

    @Option(names = "--out", paramLabel = "FILE", description = "Default: standard output.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        List<KnownOperation> operations = known.operations();
        if (operations.size() > 1) {
            throw Failure.badInput("which operation? Name one of "
                    + String.join(
                            ", ", operations.stream().map(KnownOperation::name).toList()));
        }
        KnownOperation operation = operations.getFirst();
        List<RecordedAnswer> whole = new ArrayList<>();
        long[] cut = {0};
        operation.answers().accept(answer -> {
            if (answer.whole() && answer.parameters().length > 0) {
                whole.add(answer);
            } else {
                cut[0]++;
            }
        });
        List<String> lines = new AnswerTableWriter(operation.name(), operation.parameters()).lines(whole);
        if (file == null) {
            lines.forEach(output::line);
        } else {
            Files.write(file, lines);
        }
        output.note("%,d answers of %s".formatted(whole.size(), operation.name()));
        if (cut[0] > 0) {
            output.note(
                    "%,d answers are left out: the reference does not hold all of their rows, or not their parameters"
                            .formatted(cut[0]));
        }
        return ExitCode.OK.code();
    }
}
