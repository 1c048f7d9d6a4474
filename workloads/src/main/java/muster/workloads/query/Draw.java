package muster.workloads.query;

import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;
import muster.workloads.random.WeightTable;
import muster.workloads.random.Zipf;

/** Which item of a source an operation takes: a pure function of its index. */
sealed interface Draw {
    /**
     * The number of an item, from 0.
     *
     * @param key of the phase and the parameter
     * @param rank how many operations of the same name come before this one in the phase
     */
    long at(long key, long index, long rank);

    /** Item below(size, mix(key, index)). */
    record Uniform(long size) implements Draw {
        @Override
        public long at(long key, long index, long rank) {
            return Mix.below(size, Mix.mix(key, index));
        }
    }

    /** The first item is the most frequent: the choice of {@link Zipf#table} for mix(key, index). */
    record Zipfian(WeightTable table) implements Draw {
        static Zipfian of(int size, int exponentMilli) {
            return new Zipfian(Zipf.table(size, exponentMilli));
        }

        @Override
        public long at(long key, long index, long rank) {
            return table.draw(Mix.mix(key, index));
        }
    }

    /** Item rank modulo size: one after the other, and again from the first. */
    record Sequential(long size) implements Draw {
        @Override
        public long at(long key, long index, long rank) {
            return rank % size;
        }
    }

    /** Every item once in an order of its own in each round: Permutation(size, mix(key, rank / size)).at(rank % size). */
    record Shuffled(long size) implements Draw {
        @Override
        public long at(long key, long index, long rank) {
            return new Permutation(size, Mix.mix(key, rank / size)).at(rank % size);
        }
    }
}
