package muster.targets.janusgraph.script;

import java.util.Map;
import muster.targets.support.Algorithm;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;

/**
 * The actions of one algorithm of Graphity as closures. Each returns a list: "ok", "absent" or "duplicate", the elements
 * made, and for a feed the posts. Posts are ordered by their id, which is their edge's time, so it does not matter in
 * which order they commit.
 *
 * <p>Parameters of LOAD_CHAIN: id, the number of its followees; of FOLLOW and UNFOLLOW: id, followee; of POST: author, post, message;
 * of FEED: reader, k, whose posts are [id, author, message], newest first.
 */
final class GraphityGremlin {
    static final String ADD_USER = """
              on.addUser = { id ->
                if (user(id) != null) { return ['duplicate', 0] }
                tx.addVertex(T.label, 'User', 'userId', id, 'lock', 0L)
                ['ok', 1]
              }
            """;

    /** Parameters: id, the ids of its posts, their messages. */
    static final String LOAD_USER = """
              on.loadUser = { id, posts, messages ->
                if (user(id) != null) { return ['duplicate', 0] }
                def author = tx.addVertex(T.label, 'User', 'userId', id, 'lock', 0L)
                [posts, messages].transpose().each { post, message ->
                  def made = tx.addVertex(T.label, 'Post', 'postId', post, 'message', message)
                  author.addEdge('PUBLISHED', made, 'time', post)
                }
                ['ok', 1 + posts.size()]
              }
            """;

    /** Parameters: id, the ids of its followees. */
    static final String LOAD_FOLLOWS = """
              on.loadFollows = { id, followees ->
                def follower = user(id)
                def found = followees.collect { user(it) }
                if (follower == null || found.contains(null)) { return ['absent', 0] }
                if (follower.edges(Direction.OUT, 'FOLLOWS').hasNext()) { return ['duplicate', 0] }
                found.each { follower.addEdge('FOLLOWS', it) }
                ['ok', found.size()]
              }
            """;

    /**
     * The k newest posts of authors, given with the time of their newest and the most recently active first. If there are
     * k of them, each has a post that is no older than the oldest of these times, so nothing older can be in the feed.
     */
    static final String MERGE = """
              def merge = { authors, k ->
                def least = authors.size() < k ? 0L : authors.collect { it[1] }.min()
                def posts = authors.collectMany { author, time ->
                  sorted(author, 'PUBLISHED', k).findAll { it.value('time') >= least }.collect { [it, author] } }
                show(posts, k)
              }
            """;

    /** Only what is shown is read as a whole. */
    static final String SHOW = """
              def show = { posts, k ->
                def shown = posts.sort { a, b -> b[0].value('time') <=> a[0].value('time') }.take(k as int)
                ['ok', shown.size(), shown.collect { edge, author ->
                  [edge.value('time'), author.value('userId'), edge.inVertex().value('message')] }]
              }
            """;

    private static final Map<OperationKind, String> SHARED = Map.of(
            OperationKind.LOAD_USER, LOAD_USER,
            OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS,
            OperationKind.ADD_USER, ADD_USER);

    private GraphityGremlin() {}

    static GraphityTexts of(Settings workload) {
        return new GraphityTexts(
                SHARED,
                switch (Algorithm.of(workload)) {
                    case ST -> StarGremlin.scanning();
                    case STOU -> StarGremlin.newest();
                    case GRAPHITY -> ChainGremlin.chains();
                });
    }
}
