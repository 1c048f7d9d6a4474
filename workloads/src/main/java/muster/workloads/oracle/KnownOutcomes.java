package muster.workloads.oracle;

import java.util.List;

/**
 * What is known of the indexes of one phase, by the answers that they got. An index of no class was answered with "ok".
 *
 * @param executed all that were started, or may have been: every other set is part of it
 * @param absent answered with "absent"
 * @param duplicate answered with "duplicate"
 * @param uncertain answered with an error, with "unknown" or "aborted", or lost with the worker that had them
 * @param again executed a second time: after a crash, or after an answer that was lost
 * @param feeds some that were read during the phase
 */
public record KnownOutcomes(
        Ranges executed, Ranges absent, Ranges duplicate, Ranges uncertain, Ranges again, List<FeedSample> feeds) {

    /** The posts that the feed of an index brought. */
    public record FeedSample(long index, List<Long> posts) {}

    /** Whether what only this index creates is there: a second execution finds it, and says "duplicate". */
    Effect created(long index) {
        if (uncertain.contains(index)) {
            return Effect.PERHAPS;
        }
        return absent.contains(index) ? Effect.NONE : Effect.ONCE;
    }

    /** Whether an edge that a load makes is there; "absent" says that one of its users was not, and nothing of the others. */
    Effect loaded(long index) {
        return absent.contains(index) ? Effect.PERHAPS : created(index);
    }

    /** How often an index changed what others may change too. */
    Effect changed(long index) {
        boolean twice = again.contains(index);
        if (uncertain.contains(index)) {
            return twice ? Effect.PERHAPS_TWICE : Effect.PERHAPS;
        }
        if (absent.contains(index) || duplicate.contains(index)) {
            return twice ? Effect.PERHAPS : Effect.NONE;
        }
        return twice ? Effect.PERHAPS_TWICE : Effect.ONCE;
    }

    /** Whether the answer says that an edge that was to be made was there then. */
    boolean seenPresent(long index) {
        return !uncertain.contains(index) && !absent.contains(index);
    }

    /** Whether the answer says that an edge that was to be removed was gone then. */
    boolean seenGone(long index) {
        return !uncertain.contains(index);
    }
}
