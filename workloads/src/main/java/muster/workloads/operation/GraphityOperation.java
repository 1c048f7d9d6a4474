package muster.workloads.operation;

import muster.workloads.random.Mix;

/**
 * The actions of Graphity. Ids are longs: loaded users are 0, 1, ...; what a phase adds is {@link EntityId}. The id of
 * a post is also its time: posts are ordered by it, "newest first" means largest id first, whatever order they commit
 * in (docs/decisions). So the state after a run does not depend on timing, and a wrong feed is recognised.
 */
public sealed interface GraphityOperation extends Operation {
    /** Vertices and edges that it makes or deletes if it is ok; of a feed, the posts that it finds count instead. */
    default long elements() {
        return 1;
    }

    /** Load, part "vertices": a user with its posts, oldest first. Message j is
     * {@link muster.workloads.operation.PostMessage} of posts[j]. */
    record LoadUser(long user, long[] posts) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.LOAD_USER;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), user, posts);
        }

        /** The user and its posts. */
        @Override
        public long elements() {
            return 1L + posts.length;
        }

        /** The id of the newest post; -1 without posts. */
        public long newest() {
            return posts.length == 0 ? -1 : posts[posts.length - 1];
        }
    }

    /** Load, part "edges": a user's distinct followees. */
    record LoadFollows(long user, long[] followees) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.LOAD_FOLLOWS;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), user, followees);
        }

        @Override
        public long elements() {
            return followees.length;
        }
    }

    /** Load, part "chains" of algorithm graphity: the same followees, most recently active first. */
    record LoadChain(long user, long[] followees) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.LOAD_CHAIN;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), user, followees);
        }

        @Override
        public long elements() {
            return followees.length;
        }
    }

    record AddUser(long user) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.ADD_USER;
        }

        @Override
        public long digest() {
            return Mix.mix(kind().code(), user);
        }
    }

    /** Outcome "duplicate" if the edge is there already, "absent" if one of the users is not. */
    record Follow(long user, long followee) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.FOLLOW;
        }

        @Override
        public long digest() {
            return Mix.mix(kind().code(), user, followee);
        }
    }

    /** Outcome "absent" if there is no such edge. */
    record Unfollow(long user, long followee) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.UNFOLLOW;
        }

        @Override
        public long digest() {
            return Mix.mix(kind().code(), user, followee);
        }
    }

    /** Outcome "absent" if there is no such author, "duplicate" if the post is there already (a second execution). */
    record Post(long author, long post, String message) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.POST;
        }

        @Override
        public long digest() {
            return Mix.mix(Mix.mix(kind().code(), author, post), Digest.of(message));
        }
    }

    /** The {@code k} newest posts of the reader's followees, newest first. */
    record Feed(long reader, int k) implements GraphityOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.FEED;
        }

        @Override
        public long digest() {
            return Mix.mix(kind().code(), reader, k);
        }
    }
}
