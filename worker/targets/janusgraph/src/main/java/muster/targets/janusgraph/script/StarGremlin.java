package muster.targets.janusgraph.script;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithms "st" and "stou": a follow is one edge, and a feed looks at all followees. They differ in the feed only: "st"
 * reads every post of each, "stou" the newest of each and then more of the k most recently active.
 *
 * <p>Nothing here is read, changed and written back, so nothing must be locked: a follow that is made twice at the same
 * time is one edge, since label FOLLOWS allows one between two users.
 */
final class StarGremlin {
    private static final String FOLLOW = """
              on.follow = { id, followee ->
                def follower = user(id)
                def followed = user(followee)
                if (follower == null || followed == null) { return ['absent', 0] }
                if (edges(follower, 'FOLLOWS', followed)) { return ['duplicate', 0] }
                follower.addEdge('FOLLOWS', followed)
                ['ok', 1]
              }
            """;

    private static final String UNFOLLOW = """
              on.unfollow = { id, followee ->
                def follower = user(id)
                def followed = user(followee)
                def found = follower == null || followed == null ? [] : edges(follower, 'FOLLOWS', followed)
                if (!found) { return ['absent', 0] }
                found.each { it.remove() }
                ['ok', 1]
              }
            """;

    private static final String POST = """
              on.post = { id, post, message ->
                def author = user(id)
                if (author == null) { return ['absent', 0] }
                if (find('postId', post) != null) { return ['duplicate', 0] }
                def made = tx.addVertex(T.label, 'Post', 'postId', post, 'message', message)
                author.addEdge('PUBLISHED', made, 'time', post)
                ['ok', 1]
              }
            """;

    private static final String SCAN = GraphityGremlin.SHOW + """
              on.feed = { id, k ->
                def reader = user(id)
                if (reader == null) { return ['absent', 0] }
                show(reader.vertices(Direction.OUT, 'FOLLOWS').toList().collectMany { author ->
                  author.edges(Direction.OUT, 'PUBLISHED').collect { [it, author] } }, k)
              }
            """;

    private static final String NEWEST = GraphityGremlin.SHOW + GraphityGremlin.MERGE + """
              on.feed = { id, k ->
                def reader = user(id)
                if (reader == null) { return ['absent', 0] }
                def authors = reader.vertices(Direction.OUT, 'FOLLOWS').collect { [it, newest(it)] }
                merge(authors.sort { a, b -> b[1] <=> a[1] }.take(k as int), k)
              }
            """;

    private StarGremlin() {}

    static Map<OperationKind, String> scanning() {
        return withFeed(SCAN);
    }

    static Map<OperationKind, String> newest() {
        return withFeed(NEWEST);
    }

    private static Map<OperationKind, String> withFeed(String feed) {
        return Map.of(
                OperationKind.FOLLOW, FOLLOW,
                OperationKind.UNFOLLOW, UNFOLLOW,
                OperationKind.POST, POST,
                OperationKind.FEED, feed);
    }
}
