package muster.targets.neo4j.cypher;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithms "st" and "stou" for {@link MemgraphDialect}. Transactions that write the same node do not wait for each other:
 * the later one is refused, and tried again. A post's edge bears its id, so that a walk along a list ends where an id says so.
 */
final class MemgraphCypher {
    static final InsertCypher INSERTS = new InsertCypher(
            InsertCypher.VERTICES,
            edges("$ids[i]", "id: element[0]"),
            edges("$ids[i], $payloads[i]", "id: element[0], payload: element[1]"));

    private static final String LOAD_USERS = """
            UNWIND $users AS row
            OPTIONAL MATCH (old:User {id: row.id})
            WITH row, old WHERE old IS NULL
            CREATE (u:User {id: row.id, streamUpdate: row.streamUpdate, lock: 0})
            WITH u, row
            CALL {
              WITH u, row
              UNWIND range(size(row.posts) - 1, 0, -1) AS i
              CREATE (p:Post {id: row.posts[i], message: row.messages[i]})
              WITH u, collect(p) AS posts
              WITH [u] + posts AS list
              UNWIND range(0, size(list) - 2) AS i
              WITH list[i] AS newer, list[i + 1] AS older
              CREATE (newer)-[:PUBLISHED {post: older.id}]->(older)
              RETURN count(older) AS linked
            }
            RETURN row.at AS at, false AS there, 1 + size(row.posts) AS made""";

    private static final String LOAD_FOLLOWS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id})
            OPTIONAL MATCH (u)-[f:FOLLOWS]->()
            WITH row, u, count(f) > 0 AS there
            CALL {
              WITH row, u, there
              UNWIND CASE WHEN there THEN [] ELSE row.followees END AS id
              MATCH (v:User {id: id})
              CREATE (u)-[:FOLLOWS]->(v)
              RETURN count(v) AS made
            }
            RETURN row.at AS at, there, made""";

    /** Only where the author's newest is newer than the post, as after posts out of order, is the list walked. */
    private static final String POST = """
            MATCH (u:User {id: $author})
            SET u.lock = coalesce(u.lock, 0) + 1
            WITH u
            OPTIONAL MATCH (d:Post {id: $post})
            WITH u, d IS NOT NULL AS there
            OPTIONAL MATCH (u)-[path:PUBLISHED*1..]->(x)
            WHERE u.streamUpdate > $post AND all(e IN path WHERE e.post > $post)
            WITH u, there, x ORDER BY coalesce(x.id, -1) DESC
            WITH u, there, [u] + collect(x) AS newer
            WITH u, there, newer[size(newer) - 1] AS prev
            OPTIONAL MATCH (prev)-[old:PUBLISHED]->(next)
            FOREACH (go IN CASE WHEN there THEN [] ELSE [1] END |
              CREATE (prev)-[:PUBLISHED {post: $post}]->(p:Post {id: $post, message: $message})
              FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END |
                CREATE (p)-[:PUBLISHED {post: n.id}]->(n)
                DELETE old)
              SET u.streamUpdate = CASE WHEN u.streamUpdate < $post THEN $post ELSE u.streamUpdate END)
            RETURN there""";

    private static final String FOLLOW = """
            MATCH (u:User {id: $user})
            SET u.lock = coalesce(u.lock, 0) + 1
            WITH u
            MATCH (v:User {id: $followee})
            OPTIONAL MATCH (u)-[f:FOLLOWS]->(v)
            WITH u, v, f IS NOT NULL AS there
            FOREACH (go IN CASE WHEN there THEN [] ELSE [1] END | CREATE (u)-[:FOLLOWS]->(v))
            RETURN there""";

    private static final String UNFOLLOW = """
            MATCH (u:User {id: $user})
            SET u.lock = coalesce(u.lock, 0) + 1
            WITH u
            MATCH (u)-[f:FOLLOWS]->(v:User {id: $followee})
            DELETE f
            RETURN false AS there""";

    /** One row, so that an empty feed differs from an absent reader. */
    private static final String NEWEST_FIRST = """
            WITH u, a, p ORDER BY coalesce(p.id, -1) DESC LIMIT %1$d
            RETURN u.id AS reader, collect(CASE WHEN p IS NULL THEN null ELSE [p.id, a.id, p.message] END) AS feed""";

    private static final String SCAN = """
            MATCH (u:User {id: $reader})
            OPTIONAL MATCH (u)-[:FOLLOWS]->(a)-[:PUBLISHED*1..]->(p)
            """ + NEWEST_FIRST;

    /** As {@link GraphityCypher#MERGED_FEED}. */
    private static final String NEWEST = """
            MATCH (u:User {id: $reader})
            OPTIONAL MATCH (u)-[:FOLLOWS]->(a)
            WITH u, a ORDER BY coalesce(a.streamUpdate, -2) DESC LIMIT %1$d
            WITH u, collect(a) AS authors, min(a.streamUpdate) AS least
            WITH u, authors, CASE WHEN size(authors) < %1$d THEN 0 ELSE least END AS least
            UNWIND CASE WHEN size(authors) = 0 THEN [null] ELSE authors END AS a
            OPTIONAL MATCH (a)-[path:PUBLISHED*1..%1$d]->(p) WHERE all(e IN path WHERE e.post >= least)
            """ + NEWEST_FIRST;

    private MemgraphCypher() {}

    static GraphityCypher scanning() {
        return withFeed(SCAN);
    }

    static GraphityCypher newest() {
        return withFeed(NEWEST);
    }

    private static GraphityCypher withFeed(String feed) {
        return new GraphityCypher(Map.of(
                OperationKind.LOAD_USER, LOAD_USERS,
                OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS,
                OperationKind.POST, POST,
                OperationKind.FOLLOW, FOLLOW,
                OperationKind.UNFOLLOW, UNFOLLOW,
                OperationKind.FEED, feed));
    }

    /** As {@link InsertCypher#with}. */
    private static String edges(String element, String properties) {
        return """
                MATCH (s:Vertex {id: $sources[0]})
                SET s.lock = coalesce(s.lock, 0) + 1
                WITH s
                MATCH (t:Vertex {id: $targets[0]})
                OPTIONAL MATCH (s)-[d:EDGE {id: $ids[0]}]->(t)
                WITH d IS NOT NULL AS there
                CALL {
                  WITH there
                  UNWIND CASE WHEN there THEN [] ELSE range(0, size($ids) - 1) END AS i
                  MATCH (a:Vertex {id: $sources[i]})
                  MATCH (b:Vertex {id: $targets[i]})
                  WITH collect([[%s], a, b]) AS edges
                  UNWIND CASE WHEN size(edges) = size($ids) THEN edges ELSE [] END AS edge
                  WITH edge[0] AS element, edge[1] AS a, edge[2] AS b
                  CREATE (a)-[:EDGE {%s}]->(b)
                  RETURN count(a) AS made
                }
                RETURN there, made""".formatted(element, properties);
    }
}
