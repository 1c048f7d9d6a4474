package muster.workloads.operation;

/**
 * The unique id of what an operation adds: the ordinal of its phase above bit 40, its index below. A second execution
 * after a crash uses the same id, and so leaves the same graph (docs/semantics.md rule 2).
 */
public final class EntityId {
    private static final int INDEX_BITS = 40;

    private EntityId() {}

    public static long of(int phaseOrdinal, long index) {
        return ((long) phaseOrdinal << INDEX_BITS) | index;
    }

    public static int phaseOrdinal(long id) {
        return (int) (id >>> INDEX_BITS);
    }

    public static long index(long id) {
        return id & ((1L << INDEX_BITS) - 1);
    }
}
