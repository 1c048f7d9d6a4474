package muster.targets.falkordb;

import java.util.Map;
import muster.targets.support.Algorithm;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;

/**
 * The queries of one algorithm of Graphity. Each action is one query, which the server executes alone among all that write,
 * so nothing is locked here. It returns no row if what it needs is absent, and otherwise whether what it would create is
 * {@code there} already.
 *
 * <p>Each user's posts are a list, newest first, through edges that bear the id of the post to which they lead: a walk along
 * the list ends where an id says so, without a look at the posts behind. Posts are ordered by id, whatever order they
 * commit in.
 *
 * <p>Parameters: of LOAD_FOLLOWS users, {at, id, followees}, which returns at, there and made, the number of followees; of LOAD_CHAIN
 * users, {at, id}, which returns the same; of POST author, post, message; of FOLLOW and UNFOLLOW user, followee; of FEED reader,
 * which returns one row with the list {@code feed} of [post, author, message], newest first.
 */
final class GraphityCypher {
    /** Parameter users: {at, id, streamUpdate, posts}. */
    static final String LOAD_USERS = """
            UNWIND $users AS row
            OPTIONAL MATCH (old:User {id: row.id})
            WITH row, old WHERE old IS NULL
            CREATE (u:User {id: row.id, streamUpdate: row.streamUpdate})
            WITH row, u
            CALL {
              WITH row, u
              UNWIND row.posts AS post
              CREATE (p:Post {id: post[0], message: post[1]})
              WITH u, collect(p) AS posts
              WITH [u] + posts AS list
              UNWIND range(0, size(list) - 2) AS i
              WITH list[i] AS newer, list[i + 1] AS older
              CREATE (newer)-[:PUBLISHED {post: older.id}]->(older)
              RETURN count(older) AS posts
            }
            RETURN row.at AS at, false AS there, 1 + posts AS made""";

    static final String ADD_USER = "MERGE (u:User {id: $user}) ON CREATE SET u.streamUpdate = -1";

    /** Puts the post into the list of u, unless it is there; u.streamUpdate is the post's id then if it is the newest. */
    static final String PUBLISH = """
            MATCH (u:User {id: $author})
            OPTIONAL MATCH (d:Post {id: $post})
            WITH u, d IS NOT NULL AS there
            OPTIONAL MATCH (u)-[e:PUBLISHED*1..]->(x) WHERE e.post > $post
            WITH u, there, x ORDER BY x.id DESC
            WITH u, there, [u] + collect(x) AS newer
            WITH u, there, newer[size(newer) - 1] AS prev
            OPTIONAL MATCH (prev)-[old:PUBLISHED]->(next)
            FOREACH (go IN CASE WHEN there THEN [] ELSE [1] END |
              CREATE (prev)-[:PUBLISHED {post: $post}]->(p:Post {id: $post, message: $message})
              FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END |
                CREATE (p)-[:PUBLISHED {post: n.id}]->(n)
                DELETE old)
              SET u.streamUpdate = CASE WHEN u.streamUpdate < $post THEN $post ELSE u.streamUpdate END)
            """;

    /** The newest of the posts p in one row, none of them null, which would come first; no row if there is no reader. */
    static final String NEWEST_FIRST = """
            WITH u, a, p ORDER BY coalesce(p.id, -1) DESC LIMIT %1$d
            RETURN u.id AS reader, collect(CASE WHEN p IS NULL THEN null ELSE [p.id, a.id, p.message] END) AS feed""";

    /**
     * The k newest posts of the authors, which are the k most recently active. If there are k of them, each has a post that
     * is no older than the oldest of their newest, so nothing older than that can be in the feed.
     */
    static final String MERGED_FEED = """
            WITH u, collect(a) AS authors, min(a.streamUpdate) AS least
            WITH u, authors, CASE WHEN size(authors) < %1$d THEN 0 ELSE least END AS least
            UNWIND CASE WHEN size(authors) = 0 THEN [null] ELSE authors END AS a
            OPTIONAL MATCH (a)-[e:PUBLISHED*1..%1$d]->(p) WHERE e.post >= least
            """ + NEWEST_FIRST;

    private static final Map<OperationKind, String> SHARED =
            Map.of(OperationKind.LOAD_USER, LOAD_USERS, OperationKind.ADD_USER, ADD_USER);

    private GraphityCypher() {}

    static GraphityTexts of(Settings workload) {
        return of(Algorithm.of(workload));
    }

    static GraphityTexts of(Algorithm algorithm) {
        return new GraphityTexts(
                SHARED,
                switch (algorithm) {
                    case ST -> StarCypher.scanning();
                    case STOU -> StarCypher.newest();
                    case GRAPHITY -> ChainCypher.chains();
                });
    }
}
