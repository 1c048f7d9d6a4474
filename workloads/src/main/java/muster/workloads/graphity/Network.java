package muster.workloads.graphity;

import muster.workloads.random.WeightTable;

/** The social network that a load creates: users 0 .. users - 1, each with distinct followees, never itself. */
interface Network {
    /** Key of the draws that are the same in every phase. */
    long key();

    int users();

    long edges();

    /** Distinct, in the order of their draws. */
    int[] followees(int user);

    /** Edges are numbered by user, then in the order of {@link #followees}. */
    Edge edge(long number);

    boolean follows(int user, int followee);

    /** The weight of each rank of popularity, falling; rank 0 is the most popular. */
    WeightTable popularity();

    int userOfRank(int rank);

    /** About how much of all users follow that of this rank in the loaded network, in units of 2<sup>-16</sup>. */
    long followedShare(int rank);
}
