package muster.workloads.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a journey: a statement, where the values of its parameters come from, and what follows it.
 *
 * @param query its statement; its kind is "JOURNEY.STEP"
 * @param values in the order of {@link Query#parameters}
 * @param thinkNs the pause before each time that it is sent
 * @param noRow what follows where its answer has no row, or a row that it needs is not there
 * @param most how often it is sent at most
 * @param untilEmpty whether the first time without a row ends the loop
 * @param firstRows how many rows of its answer, from the first on, later steps may refer to
 * @param lastRow whether one refers to the last
 */
public record JourneyStep(
        Query query,
        List<StepValue> values,
        long thinkNs,
        NoRow noRow,
        int most,
        boolean untilEmpty,
        int firstRows,
        boolean lastRow) {

    /** What follows where there is no row. */
    public sealed interface NoRow {
        /** An empty answer changes nothing, and a row that is needed and not there ends the journey with an error. */
        record Unsaid() implements NoRow {}

        /** The next step. */
        record Continue() implements NoRow {}

        /** The journey ends, and is ok. */
        record Stop() implements NoRow {}

        /** The journey ends with an error. */
        record Fail() implements NoRow {}

        /** A later step, by its number. */
        record Jump(int step) implements NoRow {}
    }

    /** Where the value of a parameter comes from. */
    public sealed interface StepValue {
        /** What was drawn for the journey, by its place in {@link JourneyOperation#values}. */
        record Drawn(int place) implements StepValue {}

        record Constant(@Nullable Object value) implements StepValue {}

        /** The generator of the journey gives it: only Python workers have one. */
        record Given() implements StepValue {}

        /**
         * A row of an earlier step.
         *
         * @param step its number
         * @param row of its answer, from 0; {@link #LAST}, or {@link #PASS}
         * @param column its name, or its number from 0
         */
        record OfRow(int step, int row, String column) implements StepValue {
            public static final int LAST = -1;
            /** The row with the number of the loop's pass. */
            public static final int PASS = -2;
        }
    }

    /** Whether later steps refer to rows of it. */
    public boolean keepsRows() {
        return firstRows > 0 || lastRow;
    }

    /** The name of the step alone. */
    public String name() {
        return query.name().substring(query.name().indexOf(OperationKind.STEP_MARK) + 1);
    }
}
