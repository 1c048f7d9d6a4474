package muster.experiments.answers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import muster.cli.terminal.Failure;
import muster.workloads.answers.AnswerDecoder;
import muster.workloads.answers.RecordedAnswer;
import org.jspecify.annotations.Nullable;

/** Writes the answers of one operation as the CSV file that {@code answers import} and key "expect" read. */
final class AnswerTableWriter {
    private final String operation;
    private final List<String> parameters;

    AnswerTableWriter(String operation, List<String> parameters) {
        this.operation = operation;
        this.parameters = parameters;
    }

    /** The lines; the answers must be whole. */
    List<String> lines(List<RecordedAnswer> answers) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        answers.forEach(answer -> add(answer, rows));
        int width = rows.stream().mapToInt(List::size).max().orElse(0);
        int columns = Math.max(width, parameters.size() + 1);
        List<AnswerColumn> described = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            described.add(column(i, columns, rows));
        }
        List<String> lines = new ArrayList<>();
        lines.add(described.stream().map(AnswerColumn::header).collect(Collectors.joining(",")));
        rows.forEach(row -> lines.add(line(row, described)));
        return lines;
    }

    private static String line(List<@Nullable Object> row, List<AnswerColumn> columns) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            cells.add(columns.get(i).cell(row.get(i)));
        }
        return String.join(",", cells);
    }

    /** A row a row of the answer, or one with the parameters alone. */
    private void add(RecordedAnswer answer, List<List<@Nullable Object>> rows) {
        List<@Nullable Object> asked = values(answer.parameters()).getFirst();
        List<List<@Nullable Object>> answered = values(answer.firstRows());
        if (answered.isEmpty() && !parameters.isEmpty()) {
            rows.add(asked);
        }
        for (List<@Nullable Object> row : answered) {
            List<@Nullable Object> whole = new ArrayList<>(asked);
            whole.addAll(row);
            rows.add(whole);
        }
    }

    private List<List<@Nullable Object>> values(byte[] encoded) {
        try {
            return AnswerDecoder.rows(encoded);
        } catch (IllegalArgumentException e) {
            throw cannot(e);
        }
    }

    private AnswerColumn column(int number, int columns, List<List<@Nullable Object>> rows) {
        int answer = number - parameters.size();
        String name = answer < 0
                ? parameters.get(number)
                : columns == parameters.size() + 1 ? "value" : "value" + (answer + 1);
        try {
            return AnswerColumn.of(
                    name,
                    number == 0,
                    rows.stream()
                            .filter(row -> number < row.size())
                            .map(row -> row.get(number))
                            .toList());
        } catch (IllegalArgumentException e) {
            throw cannot(e);
        }
    }

    private Failure cannot(IllegalArgumentException why) {
        return Failure.badInput(operation + ": a CSV file cannot hold " + why.getMessage());
    }
}
