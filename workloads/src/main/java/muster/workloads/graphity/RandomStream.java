package muster.workloads.graphity;

/**
 * Keeps the draws of one purpose apart from all others. Those of the network are keyed by K = mix(seed, 0x6772617068)
 * and so are the same in every phase; those of a phase by P = {@link muster.workloads.operation.PhaseKey#hash}. A draw is mix(K,
 * code, number) or mix(P, code, number).
 */
final class RandomStream {
    static final long NETWORK = 0x6772_6170_68L;

    /** Of the network: the user of each rank of popularity. */
    static final long RANKS = 1;
    /** Of the network, by user: its out-degree. */
    static final long DEGREE = 2;
    /** Of the network, by user: the key of its followees. */
    static final long FOLLOWEES = 3;
    /** Of the network, by user: the order in which others come to follow it. */
    static final long FOLLOWERS = 4;
    /** Of the network: the order in which loaded edges are taken away. */
    static final long EDGES = 5;
    /** Of the network, by pass: the order of the users that take what popular users cannot. */
    static final long SPILL = 6;
    /** Of the network, by round: the order of users in a round of loaded posts. */
    static final long POSTS = 7;

    /** Of a phase: the table of the mix. */
    static final long MIX = 11;
    /** Of a phase, by index: who acts. */
    static final long ACTOR = 12;
    /** Of a phase, by pass: the order of new follows. */
    static final long PASS = 13;
    /** Of a phase, by added user: the order of those that it follows. */
    static final long ADDED = 14;

    private RandomStream() {}
}
