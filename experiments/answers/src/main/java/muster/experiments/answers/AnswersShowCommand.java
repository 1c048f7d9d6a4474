package muster.experiments.answers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.text.Printable;
import muster.workloads.answers.AnswerRows;
import muster.workloads.answers.RecordedAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what later runs are compared with. */
@Command(
        name = "show",
        description = "Show the answers that runs are compared with.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./muster answers show mine.yaml", "  ./muster answers show mine.answers recentPosts --limit 100"})
final class AnswersShowCommand implements Callable<Integer> {
    private static final int MAX_LINE = 2_000;

    @Mixin
    private final KnownAnswersArguments known = new KnownAnswersArguments();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Answers of one operation; default ${DEFAULT-VALUE}.")
    private int limit;

    /** The answers of one operation: how many, and the first ones. */
    private static final class Shown {
        private final KnownOperation operation;
        private final List<RecordedAnswer> first = new ArrayList<>();
        private final int most;
        private long answers;
        private long rows;
        private long empty;

        Shown(KnownOperation operation, int most) {
            this.operation = operation;
            this.most = most;
            operation.answers().accept(this::add);
        }

        private void add(RecordedAnswer answer) {
            answers++;
            rows += answer.digest().rows();
            empty += answer.digest().rows() == 0 ? 1 : 0;
            if (first.size() < most) {
                first.add(answer);
            }
        }
    }

    @Override
    public Integer call() {
        List<Shown> shown = known.operations().stream()
                .map(operation -> new Shown(
                        operation,
                        known.isOneNamed() ? limit : operation.parameters().isEmpty() ? 1 : 0))
                .toList();
        if (output.json()) {
            output.printJson(shown.stream().map(AnswersShowCommand::json).toList());
        } else {
            shown.forEach(this::print);
        }
        return ExitCode.OK.code();
    }

    private void print(Shown of) {
        output.line("%s: %,d answers, %,d rows, %,d without a row; %s"
                .formatted(of.operation.name(), of.answers, of.rows, of.empty, of.operation.origin()));
        of.first.forEach(answer -> {
            List<String> rows = AnswerRows.texts(answer.firstRows());
            if (!of.operation.parameters().isEmpty()) {
                output.line("  " + Printable.line(parameters(answer), MAX_LINE) + ": "
                        + answer.digest().rows() + " rows");
            }
            rows.forEach(row -> output.line("    " + Printable.line(row, MAX_LINE)));
            if (rows.size() < answer.digest().rows()) {
                output.line("    ... " + (answer.digest().rows() - rows.size()) + " more rows, which are not kept");
            }
        });
    }

    private static String parameters(RecordedAnswer answer) {
        List<String> values = AnswerRows.texts(answer.parameters());
        return values.isEmpty() ? "(parameters are not in a reference of format 1)" : values.getFirst();
    }

    private static Map<String, Object> json(Shown of) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", of.operation.name());
        json.put("parameters", of.operation.parameters());
        json.put("origin", of.operation.origin());
        json.put("answers", of.answers);
        json.put("rows", of.rows);
        json.put("empty", of.empty);
        json.put("first", of.first.stream().map(AnswersShowCommand::json).toList());
        return json;
    }

    private static Map<String, Object> json(RecordedAnswer answer) {
        return Map.of(
                "parameters", String.join("", AnswerRows.texts(answer.parameters())),
                "rows", answer.digest().rows(),
                "first_rows", AnswerRows.texts(answer.firstRows()));
    }
}
