package muster.targets.janusgraph.script;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithm "graphity": every user has, in addition to its edges FOLLOWS, a chain of edges GRAPHITY to the same
 * followees, most recently active first. The chain is the user's row of these edges, which JanusGraph keeps sorted by
 * the time of each followee's newest post; so the pointers of the original are the order of the row. A post replaces
 * its author's edge in the rows of all followers; a feed reads the first k of one row.
 *
 * <p>Posts of a user and changes of who follows it are made one after another: each counts the user's property "lock"
 * up, so of two at the same time one fails and is tried again.
 */
final class ChainGremlin {
    private static final String LOAD_CHAIN = """
              on.loadChain = { id, count ->
                def follower = user(id)
                if (follower == null) { return ['absent', 0] }
                if (follower.edges(Direction.OUT, 'GRAPHITY').hasNext()) { return ['duplicate', 0] }
                def followees = follower.vertices(Direction.OUT, 'FOLLOWS').toList()
                if (followees.size() < count) { return ['absent', 0] }
                followees.each { follower.addEdge('GRAPHITY', it, 'time', newest(it)) }
                ['ok', followees.size()]
              }
            """;

    private static final String FOLLOW = """
              on.follow = { id, followee ->
                def follower = user(id)
                def followed = user(followee)
                if (follower == null || followed == null) { return ['absent', 0] }
                lock(followed)
                if (edges(follower, 'FOLLOWS', followed)) { return ['duplicate', 0] }
                follower.addEdge('FOLLOWS', followed)
                follower.addEdge('GRAPHITY', followed, 'time', newest(followed))
                ['ok', 1]
              }
            """;

    private static final String UNFOLLOW = """
              on.unfollow = { id, followee ->
                def follower = user(id)
                def followed = user(followee)
                if (follower == null || followed == null) { return ['absent', 0] }
                lock(followed)
                def found = edges(follower, 'FOLLOWS', followed)
                if (!found) { return ['absent', 0] }
                (found + edges(follower, 'GRAPHITY', followed)).each { it.remove() }
                ['ok', 1]
              }
            """;

    /** A post that is not the newest, because a newer one has committed before it, moves nobody. */
    private static final String POST = """
              on.post = { id, post, message ->
                def author = user(id)
                if (author == null) { return ['absent', 0] }
                lock(author)
                if (find('postId', post) != null) { return ['duplicate', 0] }
                if (newest(author) < post) {
                  author.edges(Direction.IN, 'GRAPHITY').toList().each {
                    def follower = it.outVertex()
                    it.remove()
                    follower.addEdge('GRAPHITY', author, 'time', post)
                  }
                }
                def made = tx.addVertex(T.label, 'Post', 'postId', post, 'message', message)
                author.addEdge('PUBLISHED', made, 'time', post)
                ['ok', 1]
              }
            """;

    private static final String FEED = GraphityGremlin.SHOW + GraphityGremlin.MERGE + """
              on.feed = { id, k ->
                def reader = user(id)
                if (reader == null) { return ['absent', 0] }
                merge(sorted(reader, 'GRAPHITY', k).collect { [it.inVertex(), it.value('time')] }, k)
              }
            """;

    private ChainGremlin() {}

    static Map<OperationKind, String> chains() {
        return Map.of(
                OperationKind.LOAD_CHAIN, LOAD_CHAIN,
                OperationKind.FOLLOW, FOLLOW,
                OperationKind.UNFOLLOW, UNFOLLOW,
                OperationKind.POST, POST,
                OperationKind.FEED, FEED);
    }
}
