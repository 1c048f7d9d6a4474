package muster.experiments.answers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.answers.AnswerDifference;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.AnswerRows;
import muster.workloads.answers.RecordedAnswer;
import muster.workloads.operation.Query;
import muster.workloads.target.Outcome;
import org.jspecify.annotations.Nullable;

/** What one database answers differently from the one that a reference was recorded on, by operation. */
final class AnswerDifferences implements AskedQuestions.Answered {
    private final AnswerReference reference;
    private final String database;
    private final List<ByOperation> operations;

    AnswerDifferences(AnswerReference reference, List<Query> queries, String database) {
        this.reference = reference;
        this.database = database;
        this.operations = queries.stream().map(ByOperation::new).toList();
    }

    private static final class ByOperation {
        private final Query query;
        private long same;
        private long differ;
        private @Nullable Difference first;

        ByOperation(Query query) {
            this.query = query;
        }

        void differs(Difference difference) {
            differ++;
            if (first == null) {
                first = difference;
            }
        }
    }

    /**
     * One answer that differs.
     *
     * @param recorded the reference's first rows
     * @param other those of the other database
     * @param lines "-" before a row of the reference that the other has not, "+" before one that it has too many
     */
    private record Difference(String parameters, List<String> recorded, List<String> other, String lines) {}

    @Override
    public void take(RecordedAnswer answer) {
        int place = reference.find(answer.operation(), answer.key());
        if (place < 0) {
            return;
        }
        ByOperation of = operations.get(answer.operation());
        if (reference.digest(place).equals(answer.digest())) {
            of.same++;
        } else {
            byte[] recorded = reference.firstRows(place);
            of.differs(new Difference(
                    parameters(answer),
                    AnswerRows.texts(recorded),
                    AnswerRows.texts(answer.firstRows()),
                    AnswerDifference.text(
                            of.query.ordered(),
                            reference.digest(place).rows(),
                            recorded,
                            answer.digest().rows(),
                            answer.firstRows())));
        }
    }

    @Override
    public void none(RecordedAnswer question, Outcome outcome) {
        int place = reference.find(question.operation(), question.key());
        if (place >= 0) {
            operations
                    .get(question.operation())
                    .differs(new Difference(
                            parameters(question),
                            AnswerRows.texts(reference.firstRows(place)),
                            List.of(outcome.name()),
                            "no answer: " + outcome.name()));
        }
    }

    private static String parameters(RecordedAnswer answer) {
        return String.join("", AnswerRows.texts(answer.parameters()));
    }

    boolean any() {
        return operations.stream().anyMatch(operation -> operation.differ > 0);
    }

    /** A table for people: a line an operation, and under one that differs the first question and both answers. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("compared with " + database + ":");
        lines.add("%-24s %9s %9s".formatted("operation", "same", "differ"));
        for (ByOperation operation : operations) {
            lines.add("%-24s %,9d %,9d".formatted(operation.query.name(), operation.same, operation.differ));
            Difference first = operation.first;
            if (first != null) {
                lines.add("  first with parameters " + first.parameters()
                        + ", where - is recorded and + is the other's:");
                first.lines().lines().forEach(line -> lines.add("  " + line));
            }
        }
        return lines;
    }

    /** The same for programs. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("database", database);
        json.put("operations", operations.stream().map(AnswerDifferences::json).toList());
        return json;
    }

    private static Map<String, Object> json(ByOperation operation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", operation.query.name());
        json.put("same", operation.same);
        json.put("differ", operation.differ);
        Difference first = operation.first;
        if (first != null) {
            json.put("parameters", first.parameters());
            json.put("recorded", first.recorded());
            json.put("other", first.other());
        }
        return json;
    }
}
