package muster.endtoend.torture;

import java.util.BitSet;
import java.util.Collection;
import java.util.OptionalLong;
import muster.workloads.operation.EntityId;

/**
 * The database as a ledger of its own: which operations have an effect there, asked past Muster. Each operation of the
 * plan creates the vertex whose id is its index, unless there is one.
 */
interface TortureLedger extends AutoCloseable {
    /**
     * What is there.
     *
     * @param vertices as many as there are, with what was made twice
     */
    record Inserted(long vertices, BitSet indexes) {
        static Inserted of(Collection<Long> ids) {
            BitSet indexes = new BitSet();
            ids.forEach(id -> indexes.set(Math.toIntExact(EntityId.index(id))));
            return new Inserted(ids.size(), indexes);
        }

        /** Exactly one vertex for each index below this, and no other. */
        boolean areExactly(long operations) {
            return vertices == operations && indexes.cardinality() == operations && indexes.length() == operations;
        }

        @Override
        public String toString() {
            return vertices + " vertices of " + indexes.cardinality() + " indexes below " + indexes.length();
        }
    }

    /** Forgets what was executed before a run. */
    void begin();

    Inserted inserted();

    /** How many times an index was executed that had been executed before; empty if the database cannot tell. */
    OptionalLong executedAgain();

    /** Destroys evidence, to see that it is missed. */
    void deleteOne();

    @Override
    void close();
}
