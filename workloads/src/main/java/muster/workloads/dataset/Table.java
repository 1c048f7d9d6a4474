package muster.workloads.dataset;

import java.util.List;

/**
 * Rows of one type, divided into batches. Pure and safe to call from any thread.
 *
 * @param <T> {@link muster.workloads.schema.NodeType} or {@link muster.workloads.schema.EdgeType}
 */
public interface Table<T> {
    T type();

    long batches();

    /** The rows of a batch in the order of {@code columns} of the type; null where a value is missing. */
    List<Object[]> rows(long batch);
}
