package muster.workloads.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import muster.workloads.answers.AnswerKey;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answers of one operation from a CSV file: a column for each parameter, by its name, then the columns of the answer.
 * Rows with the same parameters are the rows of one answer; a row with nothing after the parameters is an answer without rows.
 */
final class AnswerCsv {
    private final CsvRows csv;
    private final NamedQuery query;
    private final List<String> parameters;
    private final List<CsvColumn> columns = new ArrayList<>();
    /** The line of each row, and whether it has columns of the answer. */
    private final List<Integer> lines = new ArrayList<>();

    private final List<Boolean> full = new ArrayList<>();

    /** The rows of one answer. */
    private record Question(int line, @Nullable Object[] values, List<@Nullable Object[]> rows, boolean empty) {}

    private AnswerCsv(CsvRows csv, NamedQuery query) {
        this.csv = csv;
        this.query = query;
        this.parameters = query.query().parameters();
    }

    /**
     * Throws {@link PlanException} with file, line and cure.
     *
     * @param name what messages call the file
     */
    static ExpectedAnswers read(String name, Path file, NamedQuery query) {
        return CsvRows.read(name, file, csv -> new AnswerCsv(csv, query).answers());
    }

    private void rows() {
        header();
        for (List<@Nullable String> fields = csv.next(); fields != null; fields = csv.next()) {
            row(fields);
        }
    }

    private void header() {
        csv.header(": " + form(), ",").forEach(field -> columns.add(CsvColumn.ofAnswers(field, csv::wrong)));
        List<String> first =
                columns.stream().limit(parameters.size()).map(CsvColumn::name).toList();
        if (!new TreeSet<>(first).equals(new TreeSet<>(parameters)) || columns.size() == parameters.size()) {
            throw csv.wrong("its columns are "
                    + String.join(", ", columns.stream().map(CsvColumn::name).toList()) + "; expected " + form());
        }
    }

    private String form() {
        return parameters.isEmpty()
                ? "the columns of the answer"
                : "first the parameters of " + query.query().name() + ", " + String.join(", ", parameters)
                        + ", then the columns of the answer";
    }

    private void row(List<@Nullable String> fields) {
        boolean whole = fields.size() == columns.size();
        if (!whole && (fields.size() != parameters.size())) {
            throw csv.wrong(fields.size() + " fields, but the header has " + columns.size()
                    + (parameters.isEmpty()
                            ? ""
                            : "; an answer without rows has the " + parameters.size() + " parameters only"));
        }
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).add(i < fields.size() ? fields.get(i) : null, csv::wrong);
        }
        lines.add(csv.line());
        full.add(whole);
    }

    private ExpectedAnswers answers() {
        rows();
        List<Question> questions = questions();
        if (questions.isEmpty()) {
            throw csv.wrong(1, "holds no answer; give a line for each question, or take the file out");
        }
        refuseNeverAsked(questions);
        ExpectedAnswers answers = new ExpectedAnswers(query.query().ordered());
        for (Question question : questions) {
            try {
                answers.add(question.values(), question.rows());
            } catch (IllegalArgumentException e) {
                throw csv.wrong(question.line(), String.valueOf(e.getMessage()));
            }
        }
        return answers;
    }

    private List<Question> questions() {
        @Nullable Object[][] values = columns.stream().map(CsvColumn::values).toArray(Object[][]::new);
        int[] order = parameters.stream()
                .mapToInt(parameter ->
                        columns.stream().map(CsvColumn::name).toList().indexOf(parameter))
                .toArray();
        Map<Long, Question> questions = new LinkedHashMap<>();
        AnswerKey key = new AnswerKey();
        if (parameters.isEmpty()) {
            questions.put(0L, new Question(1, new Object[0], new ArrayList<>(), lines.isEmpty()));
        }
        for (int row = 0; row < lines.size(); row++) {
            @Nullable Object[] asked = new Object[order.length];
            for (int i = 0; i < order.length; i++) {
                asked[i] = values[order[i]][row];
            }
            int at = lines.get(row);
            boolean empty = !full.get(row);
            Question question = questions.computeIfAbsent(
                    parameters.isEmpty() ? 0L : key.of(asked),
                    any -> new Question(at, asked, new ArrayList<>(), empty));
            if (question.empty() || (empty && !question.rows().isEmpty())) {
                refuseRepeatedEmpty(question, at, empty);
            } else {
                question.rows().add(answer(values, row));
            }
        }
        return List.copyOf(questions.values());
    }

    private void refuseRepeatedEmpty(Question question, int at, boolean empty) {
        if (question.line() != at || !empty) {
            throw csv.wrong(
                    at,
                    "the answer of line " + question.line() + " has no rows there and rows here; keep one of the two");
        }
    }

    private @Nullable Object[] answer(@Nullable Object[][] values, int row) {
        @Nullable Object[] answer = new Object[columns.size() - parameters.size()];
        for (int i = 0; i < answer.length; i++) {
            answer[i] = values[parameters.size() + i][row];
        }
        return answer;
    }

    private void refuseNeverAsked(List<Question> questions) {
        int never = Questions.firstNeverAsked(
                query, questions.stream().map(Question::values).toList());
        if (never >= 0) {
            Question question = questions.get(never);
            StringBuilder asked = new StringBuilder();
            for (int i = 0; i < parameters.size(); i++) {
                asked.append(i > 0 ? ", " : "")
                        .append(parameters.get(i))
                        .append(" = ")
                        .append(question.values()[i]);
            }
            throw csv.wrong(
                    question.line(),
                    "the plan never asks " + query.query().name() + " with " + asked
                            + "; take the line out, or let its parameters have these values (a text of digits needs a type:"
                            + " " + parameters.getFirst() + ":string)");
        }
    }
}
