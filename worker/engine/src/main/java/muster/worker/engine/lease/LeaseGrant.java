package muster.worker.engine.lease;

/**
 * Indexes to execute. Blocks of actionsPerTransaction (a) indexes: block j starts at first + j * stride * a, and the
 * blocks hold {@code count} indexes together; with a = 1 it is first, first + stride, ... Position p is the p-th of
 * them in this order.
 *
 * @param firstIntendedNs open loop: intended start of {@code first} in nanoseconds after the start of the phase
 */
public record LeaseGrant(long lease, long first, long count, long stride, long firstIntendedNs) {
    /** The index at a position. */
    public long index(long position, int actionsPerTransaction) {
        long block = position / actionsPerTransaction;
        return first + block * stride * actionsPerTransaction + position % actionsPerTransaction;
    }
}
