package muster.model;

import java.util.List;

/**
 * A phase as it ended.
 *
 * @param state "complete", "stopped" (Ctrl-C, a cancel), "abandoned" (superseded: outside the views)
 * @param endNs end of the measured time: the set end, or the last completion of a count-bound phase
 * @param planned by the lease book (docs/semantics.md rule 15)
 * @param plannedByStream the same of each of its loads, by number
 * @param executedAgain indexes that were granted a second time though they may have been executed
 * @param missing the indexes of the plan that no accepted snapshot covers
 */
public record PhaseEnd(
        PhaseAt at,
        String state,
        long endNs,
        long planned,
        List<Long> plannedByStream,
        long executedAgain,
        List<IndexRange> missing) {
    /** Of a phase that offers one load. */
    public PhaseEnd(PhaseAt at, String state, long endNs, long planned, long executedAgain, List<IndexRange> missing) {
        this(at, state, endNs, planned, List.of(planned), executedAgain, missing);
    }
}
