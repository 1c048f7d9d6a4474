package muster.workloads.query;

import java.util.OptionalLong;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.PhaseKey;
import muster.workloads.random.Mix;
import muster.workloads.random.MixTable;

/**
 * Ids of what the operations of a phase create: 2^52 + {@link EntityId} of phase and index, which no other operation of the
 * run has, and which a second execution has again.
 *
 * @param phaseKey of the draws of workload query
 * @param horizon how many indexes back something counts as done: more than the operations in flight
 */
record NewIds(MixTable mix, long phaseKey, int ordinal, long horizon) {
    /** Ids of loaded data are below it; with it they stay below 2^53, which every reader of JSON can hold. */
    private static final long FIRST = 1L << 52;

    static NewIds of(MixTable mix, long phaseKey, PhaseKey phase, long horizon) {
        return new NewIds(mix, phaseKey, phase.ordinal(), horizon);
    }

    /** Of the operation at an index. */
    long at(long index) {
        return FIRST | EntityId.of(ordinal, index);
    }

    /**
     * Of an operation at least {@code horizon} indexes earlier, all alike: that of rank below(n, mix(mix(Q, digest), index))
     * among the n in whole blocks of the mix before index - horizon.
     *
     * @param action the number of the operation among those of the plan
     * @param digest of the name of the parameter
     * @return empty if there is none yet
     */
    OptionalLong created(int action, long digest, long index) {
        long count = mix.before(action, index - horizon);
        if (count == 0) {
            return OptionalLong.empty();
        }
        long rank = Mix.below(count, Mix.mix(Mix.mix(phaseKey, digest), index));
        return OptionalLong.of(at(mix.index(action, rank)));
    }
}
