package muster.workloads.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import muster.workloads.DataFiles;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.Nullable;

/** Reads key "expect" of an operation: what it must answer. */
final class ExpectReader {
    private static final String KEY = "expect";
    private static final String CSV = "csv";
    private static final String ROWS = "rows";
    private static final String FORMS =
            "one value, {rows: [[1, a], [2, b]]} with a list of values for each row, or {csv: FILE}";

    private final Settings own;
    private final NamedQuery query;
    private final DataFiles files;

    private ExpectReader(Settings own, NamedQuery query, DataFiles files) {
        this.own = own;
        this.query = query;
        this.files = files;
    }

    /** Empty if the operation has no such key. */
    static Optional<ExpectedAnswers> read(Settings own, NamedQuery query, DataFiles files) {
        if (!own.has(KEY)) {
            return Optional.empty();
        }
        if (query.query().write()) {
            throw own.wrong(KEY, "nothing here: the answers of an operation that writes are not compared");
        }
        return Optional.of(new ExpectReader(own, query, files).answers());
    }

    /** Names of the files that operations expect the answers of. */
    static List<String> files(Settings workload) {
        return workload.raw().get("operations") instanceof Map<?, ?> operations
                ? operations.values().stream()
                        .flatMap(ExpectReader::file)
                        .distinct()
                        .toList()
                : List.of();
    }

    private static Stream<String> file(Object operation) {
        return operation instanceof Map<?, ?> map
                        && map.get(KEY) instanceof Map<?, ?> expect
                        && expect.get(CSV) instanceof String file
                ? Stream.of(file)
                : Stream.of();
    }

    private ExpectedAnswers answers() {
        return switch (own.raw().get(KEY)) {
            case Map<?, ?> map
            when map.size() == 1 && map.get(CSV) instanceof String file ->
                AnswerCsv.read(file, files.path(file), query);
            case Map<?, ?> map when map.size() == 1 && map.get(ROWS) instanceof List<?> rows -> of(rows);
            case String text -> of(List.of(List.of(text)));
            case Number number -> of(List.of(List.of(number)));
            case Boolean truth -> of(List.of(List.of(truth)));
            case null, default -> throw own.wrong(KEY, FORMS);
        };
    }

    private ExpectedAnswers of(List<?> rows) {
        ExpectedAnswers answers = new ExpectedAnswers(query.query().ordered());
        try {
            answers.add(theQuestion(), rows.stream().map(this::row).toList());
        } catch (IllegalArgumentException e) {
            throw own.wrong(KEY, FORMS + "; " + e.getMessage());
        }
        return answers;
    }

    private @Nullable Object[] row(Object row) {
        if (row instanceof List<?> values && !values.isEmpty()) {
            return values.toArray();
        }
        throw own.wrong(KEY, FORMS);
    }

    /** The values of its parameters, if it has the same ones each time. */
    private @Nullable Object[] theQuestion() {
        List<@Nullable Object> values = new ArrayList<>();
        for (Argument argument : query.arguments()) {
            if (!(argument instanceof Argument.Constant(Object value))) {
                throw own.wrong(
                        KEY,
                        "{csv: FILE}, since each answer depends on the parameters "
                                + String.join(", ", query.query().parameters()));
            }
            values.add(value);
        }
        return values.toArray();
    }
}
