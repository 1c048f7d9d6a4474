package muster.workloads.graphity;

import java.util.Arrays;
import java.util.function.LongFunction;
import muster.workloads.EntityId;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.Operation;
import muster.workloads.Workload.Operations;

/** The parts of a load; an index is a user. */
record Loads(long count, LongFunction<Operation> each) implements Operations {

    /** User u is plain u, wherever the load stands in the plan; its post j is EntityId(ordinal, u * postsPerUser + j). */
    static Loads vertices(int users, int postsPerUser, int ordinal) {
        return new Loads(users, user -> new LoadUser(user, posts(ordinal, user * postsPerUser, postsPerUser)));
    }

    static Loads edges(Network network) {
        return new Loads(network.users(), user -> new LoadFollows(user, followees(network, user)));
    }

    /**
     * Most recently active first: by the newest loaded post, then by the id. Since posts are numbered by user, both say
     * the same: the largest user first.
     */
    static Loads chains(Network network) {
        return new Loads(network.users(), user -> new LoadChain(user, falling(followees(network, user))));
    }

    @Override
    public Operation at(long index) {
        return each.apply(index);
    }

    private static long[] posts(int ordinal, long first, int count) {
        long[] posts = new long[count];
        Arrays.setAll(posts, j -> EntityId.of(ordinal, first + j));
        return posts;
    }

    private static long[] followees(Network network, long user) {
        return Arrays.stream(network.followees((int) user)).asLongStream().toArray();
    }

    private static long[] falling(long[] users) {
        Arrays.sort(users);
        for (int i = 0; i < users.length / 2; i++) {
            long moved = users[i];
            users[i] = users[users.length - 1 - i];
            users[users.length - 1 - i] = moved;
        }
        return users;
    }
}
