package muster.workloads.operation;

import muster.workloads.random.Mix;

/**
 * Which phase the operations are for.
 *
 * @param ordinal place among the executed phases of the plan; each load part counts as one
 * @param part the load part, or the part of a batch-insert measure phase; "" for neither
 * @param slot which of the {@code slots} phases that change loaded data this is, so that two such phases never take
 *     the same edge
 * @param vertices the ordinal of the last phase before this one whose part is "vertices", which an "edges" part refers
 *     to; -1 if there is none
 */
public record PhaseKey(long seed, int ordinal, String part, int slot, int slots, int vertices) {
    /** A phase right after the one that adds its vertices. */
    public PhaseKey(long seed, int ordinal, String part, int slot, int slots) {
        this(seed, ordinal, part, slot, slots, ordinal - 1);
    }

    /** The key of every draw in this phase (docs/semantics.md rule 2). */
    public long hash() {
        return Mix.mix(seed, ordinal);
    }
}
