package muster.worker.engine.execution;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.JourneyStep.StepValue.OfRow;
import org.jspecify.annotations.Nullable;

/** The rows of a step's answer that later steps may refer to: those of the last time that it had any. */
final class StepRows implements AnswerSink {
    private final JourneyStep step;
    private List<@Nullable Object[]> first = new ArrayList<>();
    private @Nullable Object @Nullable [] last;
    /** Of the attempt that runs: those of an attempt that fails never count. */
    private List<@Nullable Object[]> arriving = new ArrayList<>();

    private @Nullable Object @Nullable [] arrived;
    private List<String> columns = List.of();

    StepRows(JourneyStep step) {
        this.step = step;
    }

    /** Another journey begins. */
    void forget() {
        first.clear();
        last = null;
    }

    /** An attempt to send the step begins. */
    void begin() {
        arriving.clear();
        arrived = null;
    }

    @Override
    public void columns(List<String> names) {
        columns = List.copyOf(names);
    }

    @Override
    public void row(@Nullable Object[] values) {
        if (arriving.size() < step.firstRows()) {
            arriving.add(values.clone());
        }
        if (step.lastRow()) {
            arrived = values.clone();
        }
    }

    /** The answer is whole, and has a row: its rows take the place of those before. */
    void keep() {
        List<@Nullable Object[]> before = first;
        first = arriving;
        arriving = before;
        last = arrived;
    }

    /**
     * The row that a reference means.
     *
     * @param pass of the loop that asks
     * @return null if it is not there
     */
    @Nullable
    Object @Nullable [] row(OfRow reference, int pass) {
        if (reference.row() == OfRow.LAST) {
            return last;
        }
        int number = reference.row() == OfRow.PASS ? pass : reference.row();
        return number < first.size() ? first.get(number) : null;
    }

    /** The number of a column, by its name or its number; -1 if there is none. */
    int column(String column) {
        int named = columns.indexOf(column);
        if (named >= 0 || column.length() > 4 || !column.chars().allMatch(Character::isDigit)) {
            return named;
        }
        return Integer.parseInt(column);
    }

    List<String> columns() {
        return columns;
    }

    /**
     * A value of an answer as a parameter can be.
     *
     * @throws IllegalArgumentException if it cannot be one
     */
    static @Nullable Object parameter(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long number -> number;
            case Double number -> number;
            case Boolean truth -> truth;
            case String text -> text;
            case Byte number -> number.longValue();
            case Short number -> number.longValue();
            case Integer number -> number.longValue();
            case Float number -> number.doubleValue();
            case BigInteger number when number.bitLength() < Long.SIZE -> number.longValue();
            case BigDecimal number
            when number.stripTrailingZeros().scale() <= 0
                    && number.toBigInteger().bitLength() < Long.SIZE -> number.longValue();
            case BigDecimal number -> number.doubleValue();
            case Character letter -> letter.toString();
            case UUID id -> id.toString();
            default ->
                throw new IllegalArgumentException("a " + value.getClass().getSimpleName());
        };
    }
}
