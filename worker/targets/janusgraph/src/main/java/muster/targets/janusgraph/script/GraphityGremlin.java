package muster.targets.janusgraph.script;

import java.util.List;
import muster.workloads.plan.language.Settings;

/**
 * The actions of one algorithm of Graphity as closures. Each returns a list: "ok", "absent" or "duplicate", the elements
 * made, and for a feed the posts. Posts are ordered by their id, which is their edge's time, so it does not matter in
 * which order they commit.
 */
interface GraphityGremlin {
    String ADD_USER = """
              on.addUser = { id ->
                if (user(id) != null) { return ['duplicate', 0] }
                tx.addVertex(T.label, 'User', 'userId', id, 'lock', 0L)
                ['ok', 1]
              }
            """;

    String LOAD_USER = """
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

    String LOAD_FOLLOWS = """
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
    String MERGE = """
              def merge = { authors, k ->
                def least = authors.size() < k ? 0L : authors.collect { it[1] }.min()
                def posts = authors.collectMany { author, time ->
                  sorted(author, 'PUBLISHED', k).findAll { it.value('time') >= least }.collect { [it, author] } }
                show(posts, k)
              }
            """;

    /** Only what is shown is read as a whole. */
    String SHOW = """
              def show = { posts, k ->
                def shown = posts.sort { a, b -> b[0].value('time') <=> a[0].value('time') }.take(k as int)
                ['ok', shown.size(), shown.collect { edge, author ->
                  [edge.value('time'), author.value('userId'), edge.inVertex().value('message')] }]
              }
            """;

    static String algorithm(Settings workload) {
        return workload.choice("algorithm", "stou", List.of("st", "stou", "graphity"));
    }

    /** Of setting "algorithm"; other workloads have none and do not use it. */
    static GraphityGremlin of(Settings workload) {
        return switch (algorithm(workload)) {
            case "st" -> new StarGremlin(true);
            case "graphity" -> new ChainGremlin();
            default -> new StarGremlin(false);
        };
    }

    default String addUser() {
        return ADD_USER;
    }

    /** Parameters: id, the ids of its posts, their messages. */
    default String loadUser() {
        return LOAD_USER;
    }

    /** Parameters: id, the ids of its followees. */
    default String loadFollows() {
        return LOAD_FOLLOWS;
    }

    /** Parameters: id, the number of its followees. */
    String loadChain();

    /** Parameters: id, followee. */
    String follow();

    /** Parameters: id, followee. */
    String unfollow();

    /** Parameters: author, post, message. */
    String post();

    /** Parameters: reader, k; the posts are [id, author, message], newest first. */
    String feed();
}
