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

    /** Rows, in memory. */
    record Table(List<String> columns, @Nullable Object[][] values, long size) implements Source {
        @Override
        public @Nullable Object value(int column, long item) {
            return values[column][(int) item];
        }
    }

    /** The integers from {@code first} on. */
    record Integers(long first, long size) implements Source {
        static final String COLUMN = "value";

        @Override
        public List<String> columns() {
            return List.of(COLUMN);
        }

        @Override
        public Object value(int column, long item) {
            return first + item;
        }
    }
}
