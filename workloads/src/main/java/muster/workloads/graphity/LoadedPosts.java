package muster.workloads.graphity;

import java.util.Arrays;
import muster.workloads.operation.EntityId;
import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;

/**
 * The posts of a load, numbered in rounds: round j holds one post of each user, that of user u at the place
 * Permutation(users, mix(K, POSTS, j)).at(u). So the number of post j of user u is j * users + place, and a feed of
 * loaded posts mixes authors as a feed of later ones does.
 *
 * @param networkKey K
 * @param perUser posts of each user
 */
record LoadedPosts(long networkKey, int users, int perUser) {
    /** Ids of a user's posts, oldest first; {@code ordinal} is that of the phase that loads them. */
    long[] of(long user, int ordinal) {
        long[] posts = new long[perUser];
        Arrays.setAll(posts, round -> EntityId.of(ordinal, (long) round * users + place(round, user)));
        return posts;
    }

    /** Orders users as their newest loaded posts are ordered; where there are none, as their ids are. */
    long recency(long user) {
        return perUser == 0 ? user : place(perUser - 1, user);
    }

    private long place(int round, long user) {
        return new Permutation(users, Mix.mix(networkKey, RandomStream.POSTS, round)).at(user);
    }
}
