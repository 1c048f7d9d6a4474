package muster.workloads.social;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import muster.workloads.dataset.Table;

/**
 * A table whose rows belong to people, forums or places, which are numbered; a batch has the rows of some that follow one
 * another, so batches differ in size.
 *
 * @param units how many people, forums or places there are
 * @param batch how many of them make a batch of some hundred rows
 */
record RangeTable<T>(T type, long units, int batch, Rows of) implements Table<T> {
    /** The rows of one of them, pure. */
    @FunctionalInterface
    interface Rows {
        void each(long unit, Consumer<Object[]> row);
    }

    @Override
    public long batches() {
        return Math.ceilDiv(units, batch);
    }

    @Override
    public List<Object[]> rows(long number) {
        List<Object[]> rows = new ArrayList<>();
        long end = Math.min(units, (number + 1) * batch);
        for (long unit = number * batch; unit < end; unit++) {
            of.each(unit, rows::add);
        }
        return rows;
    }
}
