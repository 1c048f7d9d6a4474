package muster.workloads.social;

import muster.workloads.random.FixedPoint;
import muster.workloads.random.Mix;

/**
 * Draws of one network: a hash of (seed, purpose, number), so that those of one purpose tell nothing of another.
 *
 * @param key of the network
 */
record Draw(long key) {
    private static final long NETWORK = 0x736f_6369_616cL;
    private static final int FRACTION_BITS = 32;

    /** What is drawn. The place in this list is part of the data: new ones go to the end. */
    enum Purpose {
        ID,
        JOINED,
        PERSON,
        INTERESTS,
        SLOTS,
        FRIENDS,
        FRIEND,
        FRIEND_DATE,
        MODERATOR,
        FORUM,
        MEMBERS,
        MEMBER,
        MEMBER_DATE,
        POSTS,
        POST,
        COMMENTS,
        COMMENT,
        LIKES,
        LIKE,
        TAGS,
        CONTENT
    }

    static Draw of(long seed) {
        return new Draw(Mix.mix(seed, NETWORK));
    }

    long hash(Purpose purpose, long number) {
        return Mix.mix(key, purpose.ordinal(), number);
    }

    long hash(Purpose purpose, long number, long place) {
        return Mix.mix(hash(purpose, number), place);
    }

    /** From [0, bound), small ones more often: x has a weight of about 1 / (x + 1). */
    static long skewed(long bound, long hash) {
        long y = Mix.below(FixedPoint.log2(bound) + 1, hash);
        return Math.max(1, bound * FixedPoint.exp2Negative(y, FRACTION_BITS) >>> FRACTION_BITS) - 1;
    }
}
