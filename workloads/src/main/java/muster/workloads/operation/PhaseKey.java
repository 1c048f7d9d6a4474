package muster.workloads.operation;

import muster.workloads.random.Mix;

/**
 * Which phase the operations are for.
 *
 * @param ordinal place among the executed phases of the plan; each load part counts as one. Further streams of a phase count on
 *     from it in steps of {@link #STREAM_STEP}, so that no other phase has the same
 * @param part the load part, or the part of a batch-insert measure phase; "" for neither
 * @param slot which of the {@code slots} phases that change loaded data this is, so that two such phases never take
 *     the same edge
 * @param vertices the ordinal of the last phase before this one whose part is "vertices", which an "edges" part refers
 *     to; -1 if there is none
 * @param drawn the ordinal whose draws it has: its own, or that of all arms that are to get the same operations
 */
public record PhaseKey(long seed, int ordinal, String part, int slot, int slots, int vertices, int drawn) {
    /** More than a plan has phases; the ordinals of 16 streams stay below 2^12, so that ids of new entities stay below 2^53. */
    private static final int STREAM_STEP = 128;

    /** The largest place of a phase. */
    public static final int MAX_ORDINAL = STREAM_STEP - 1;

    /** A phase with draws of its own. */
    public PhaseKey(long seed, int ordinal, String part, int slot, int slots, int vertices) {
        this(seed, ordinal, part, slot, slots, vertices, ordinal);
    }

    /** A phase right after the one that adds its vertices. */
    public PhaseKey(long seed, int ordinal, String part, int slot, int slots) {
        this(seed, ordinal, part, slot, slots, ordinal - 1);
    }

    /** The same for another stream of the phase, whose changes of loaded data have a slot of their own. */
    public PhaseKey ofStream(int number, int ownSlot) {
        return ofStream(number, ownSlot, slots);
    }

    /** The same for one that shares its loaded data with others than the phase does. */
    public PhaseKey ofStream(int number, int ownSlot, int ownSlots) {
        return new PhaseKey(seed, ordinal + number * STREAM_STEP, part, ownSlot, ownSlots, vertices);
    }

    /** The same with the draws of another: operation i of both is one and the same, except for the ids of what it adds. */
    public PhaseKey drawnAs(PhaseKey other) {
        return new PhaseKey(seed, ordinal, part, slot, slots, vertices, other.drawn);
    }

    /** The place of the phase, whichever of its streams this is of. */
    public int phase() {
        return ordinal % STREAM_STEP;
    }

    /** The key of every draw in this phase (docs/semantics.md rule 2). */
    public long hash() {
        return Mix.mix(seed, drawn);
    }
}
