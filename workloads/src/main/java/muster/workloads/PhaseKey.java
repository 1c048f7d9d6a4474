package muster.workloads;

import muster.workloads.random.Mix;

/**
 * Which phase the operations are for.
 *
 * @param ordinal place among the executed phases of the plan; each load part counts as one
 * @param part the load part, or the part of a batch-insert measure phase; "" for neither
 * @param slot which of the {@code slots} phases that change loaded data this is, so that two such phases never take
 *     the same edge
 */
public record PhaseKey(long seed, int ordinal, String part, int slot, int slots) {
    /** The key of every draw in this phase (SEMANTICS 2). */
    public long hash() {
        return Mix.mix(seed, ordinal);
    }
}
