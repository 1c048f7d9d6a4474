package muster.workloads.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Items that values are drawn from. */
sealed interface Source {
    long size();

    /** Names of what an item consists of. */
    List<String> columns();

    /** A value of an item: a Long, Double, Boolean, String or null. */
    @Nullable
    Object value(int column, long item);

    /** One that is not drawn: its value follows from the operation alone. */
    sealed interface Id extends Source {
        @Override
        default long size() {
            return 1;
        }

        @Override
        default List<String> columns() {
            return List.of(Integers.COLUMN);
        }

        @Override
        default @Nullable Object value(int column, long item) {
            throw new IllegalStateException("depends on the operation");
        }
    }

    /** An id that no other operation of the run has; {@link NewIds} says which. */
    record New() implements Id {}

    /**
     * The new id of an earlier operation of this phase.
     *
     * @param operation its name
     * @param otherwise the parameter that is used while there is none
     */
    record Created(String operation, String otherwise) implements Id {}

    /** Rows, in memory. */
    record Table(List<String> columns, @Nullable Object[][] values, long size) implements Source {
        @Override
        public @Nullable Object value(int column, long item) {
            return values[column][(int) item];
        }
    }

    /** The integers from {@code first} on, each {@code step} above the one before. */
    record Integers(long first, long step, long size) implements Source {
        static final String COLUMN = "value";

        @Override
        public List<String> columns() {
            return List.of(COLUMN);
        }

        @Override
        public Object value(int column, long item) {
            return first + step * item;
        }
    }
}
