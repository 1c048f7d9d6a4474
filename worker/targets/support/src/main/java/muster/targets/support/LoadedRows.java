package muster.targets.support;

import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of an answer say of operations that make several elements each: whether they were {@code there}, and how many were
 * {@code made}. One instance reads the rows of a driver.
 *
 * @param <R> a row of the driver
 */
public interface LoadedRows<R> {
    /** The place of the row's operation among those of its statement. */
    int at(R row);

    boolean there(R row);

    long made(R row);

    /**
     * Of one operation.
     *
     * @param row null where something is absent
     */
    default void one(int position, @Nullable R row, long elements, Probe probe) {
        if (row == null) {
            probe.outcome(position, Outcome.ABSENT);
        } else {
            ActionOutcome.made(position, there(row), made(row), elements, probe);
        }
    }

    /**
     * Of several operations, with a row for each that was done or found done.
     *
     * @param first the position of the first one
     * @param elements what each makes
     * @param missing the outcome where there is no row
     */
    default void several(int first, Iterable<R> rows, long[] elements, Outcome missing, Probe probe) {
        boolean[] answered = new boolean[elements.length];
        for (R row : rows) {
            int at = at(row);
            answered[at] = true;
            one(first + at, row, elements[at], probe);
        }
        for (int at = 0; at < answered.length; at++) {
            if (!answered[at]) {
                probe.outcome(first + at, missing);
            }
        }
    }
}
