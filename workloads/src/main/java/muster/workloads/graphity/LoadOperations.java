package muster.workloads.graphity;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongFunction;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.Operation;

/** The parts of a load; an index is a user. */
record LoadOperations(long count, LongFunction<Operation> each) implements Operations {

    /** User u is plain u, wherever the load stands in the plan; its posts are {@link LoadedPosts}. */
    static LoadOperations vertices(LoadedPosts posts, int ordinal) {
        return new LoadOperations(posts.users(), user -> new LoadUser(user, posts.of(user, ordinal)));
    }

    static LoadOperations edges(Network network) {
        return new LoadOperations(network.users(), user -> new LoadFollows(user, followees(network, user)));
    }

    /** Most recently active first: by the newest loaded post; the largest user first where there are no posts. */
    static LoadOperations chains(Network network, LoadedPosts posts) {
        return new LoadOperations(
                network.users(), user -> new LoadChain(user, falling(followees(network, user), posts)));
    }

    @Override
    public Operation at(long index) {
        return each.apply(index);
    }

    private static long[] followees(Network network, long user) {
        return Arrays.stream(network.followees((int) user)).asLongStream().toArray();
    }

    private static long[] falling(long[] users, LoadedPosts posts) {
        return Arrays.stream(users)
                .boxed()
                .sorted(Comparator.comparingLong(posts::recency).reversed())
                .mapToLong(Long::longValue)
                .toArray();
    }
}
