package muster.workloads.answers;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of one operation that do not come from a database: those that a plan expects, or that a file holds. */
public final class ExpectedAnswers implements KnownAnswers {
    private final boolean ordered;
    private final AnswerTable table = new AnswerTable();
    private final List<RecordedAnswer> answers = new ArrayList<>();

    /** @param ordered whether the order of rows counts */
    public ExpectedAnswers(boolean ordered) {
        this.ordered = ordered;
    }

    /**
     * Adds the answer to one question.
     *
     * @param values of the parameters
     * @return false if there is one already
     * @throws IllegalArgumentException if a value is of no type that can be compared
     */
    public boolean add(@Nullable Object[] values, List<@Nullable Object[]> rows) {
        AnswerKey key = new AnswerKey();
        AnswerDigester digester = new AnswerDigester();
        digester.begin(ordered);
        rows.forEach(digester::row);
        RecordedAnswer answer =
                new RecordedAnswer(0, key.of(values), digester.digest(), digester.firstRows(), key.values());
        return table.add(0, answer.key(), answer.digest(), 0) && answers.add(answer);
    }

    /** In the order in which they were added; their operation is 0. */
    public List<RecordedAnswer> answers() {
        return List.copyOf(answers);
    }

    @Override
    public int find(int operation, long key) {
        return table.find(0, key);
    }

    @Override
    public boolean agrees(int place, AnswerDigester observed) {
        return table.equal(place, observed.rows(), observed.hash());
    }

    @Override
    public AnswerDigest digest(int place) {
        return table.digest(place);
    }

    @Override
    public byte[] firstRows(int place) {
        return answers.get(place).firstRows();
    }
}
