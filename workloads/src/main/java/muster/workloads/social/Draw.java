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

    /** What is drawn. The codes are part of the data, and never change. */
    enum Purpose {
        ID(0),
        JOINED(1),
        PERSON(2),
        INTERESTS(3),
        SLOTS(4),
        FRIENDS(5),
        FRIEND(6),
        FRIEND_DATE(7),
        MODERATOR(8),
        FORUM(9),
        MEMBERS(10),
        MEMBER(11),
        MEMBER_DATE(12),
        POSTS(13),
        POST(14),
        COMMENTS(15),
        COMMENT(16),
        LIKES(17),
        LIKE(18),
        TAGS(19),
        CONTENT(20);

        private final int code;

        Purpose(int code) {
            this.code = code;
        }
    }

    static Draw of(long seed) {
        return new Draw(Mix.mix(seed, NETWORK));
    }

    long hash(Purpose purpose, long number) {
        return Mix.mix(key, purpose.code, number);
    }

    long hash(Purpose purpose, long number, long place) {
        return Mix.mix(hash(purpose, number), place);
    }

    /** From [0, bound), small ones more often: x has a weight of about 1 / (x + 1). */
    static long skewed(long bound, long hash) {
        long y = Mix.below(FixedPoint.log2(bound) + 1, hash);
        return Math.max(1, (bound * FixedPoint.exp2Negative(y, FRACTION_BITS)) >>> FRACTION_BITS) - 1;
    }
}
