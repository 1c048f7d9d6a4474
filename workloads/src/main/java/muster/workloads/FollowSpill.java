package muster.workloads;

/**
 * How much of a phase follows uniformly drawn users. New follows are drawn by popularity as long as the popular have
 * users left who can follow them; from then on they go to any user. So the longer a phase lasts, the easier its graph
 * gets, and a faster database gets further in the same time (docs/semantics.md rule 26).
 */
@FunctionalInterface
public interface FollowSpill {
    /** Nothing is followed, or all that is followed is given. */
    FollowSpill NONE = operations -> 0;

    /** Above this share two databases should not be compared by phases of the same duration. */
    double MOST = 0.05;

    /**
     * The share of follows with a uniformly drawn followee among those of a phase's first so many operations, 0 to 1. An
     * estimate, right within about 0.01, that never falls with {@code operations}.
     */
    double share(long operations);

    /** The most operations of a phase whose share is {@link #MOST} or less; {@link Long#MAX_VALUE} if it never is more. */
    default long mostOperations() {
        long low = 0;
        long high = 1;
        while (share(high) <= MOST) {
            low = high;
            if (high > Long.MAX_VALUE / 4) {
                return Long.MAX_VALUE;
            }
            high *= 2;
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (share(middle) <= MOST) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
