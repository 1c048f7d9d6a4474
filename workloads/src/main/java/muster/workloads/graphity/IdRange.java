package muster.workloads.graphity;

import java.util.Arrays;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.Operation;

/**
 * The ids of a namespace: loaded user u is namespace * 2<sup>31</sup> + u. What phases add has the ordinal of its phase in its id
 * ({@link muster.workloads.operation.EntityId}), and so is of one namespace without more. The last namespace ends at 2<sup>35</sup>: a
 * larger id would take more room in Neo4j than those of namespace 0 (docs/decisions/0116-namespaces.md).
 */
record IdRange(int namespace) {
    private static final int SIZE_BITS = 31;

    /** The operations of namespace 0 as those of this one. */
    Operations of(Operations operations) {
        return namespace == 0 ? operations : new Moved(operations, this);
    }

    private record Moved(Operations operations, IdRange range) implements Operations {
        @Override
        public long count() {
            return operations.count();
        }

        @Override
        public Operation at(long index) {
            return range.moved((GraphityOperation) operations.at(index));
        }
    }

    private GraphityOperation moved(GraphityOperation operation) {
        return switch (operation) {
            case LoadUser(long user, long[] posts) -> new LoadUser(moved(user), posts);
            case LoadFollows(long user, long[] followees) -> new LoadFollows(moved(user), moved(followees));
            case LoadChain(long user, long[] followees) -> new LoadChain(moved(user), moved(followees));
            case AddUser(long user) -> new AddUser(moved(user));
            case Follow(long user, long followee) -> new Follow(moved(user), moved(followee));
            case Unfollow(long user, long followee) -> new Unfollow(moved(user), moved(followee));
            case Post(long author, long post, String message) -> new Post(moved(author), post, message);
            case Feed(long reader, int k) -> new Feed(moved(reader), k);
        };
    }

    private long[] moved(long[] users) {
        return Arrays.stream(users).map(this::moved).toArray();
    }

    /** A user that a phase has added stays what it is. */
    private long moved(long user) {
        return user >>> SIZE_BITS == 0 ? ((long) namespace << SIZE_BITS) + user : user;
    }
}
