package muster.targets.falkordb;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithms "st" and "stou": a follow is one edge from user to followee, and a feed looks at all followees. They differ in
 * the feed only: "st" reads every post, "stou" starts from each followee's newest.
 */
final class StarCypher {
    private static final String LOAD_FOLLOWS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id})
            WITH row, u, outDegree(u, 'FOLLOWS') > 0 AS there
            CALL {
              WITH row, u, there
              UNWIND CASE WHEN there THEN [] ELSE row.followees END AS id
              MATCH (v:User {id: id})
              CREATE (u)-[:FOLLOWS]->(v)
              RETURN count(v) AS made
            }
            RETURN row.at AS at, there, made""";

    private static final String POST = GraphityCypher.PUBLISH + "RETURN there";

    private static final String FOLLOW = """
            MATCH (u:User {id: $user})
            MATCH (v:User {id: $followee})
            OPTIONAL MATCH (u)-[f:FOLLOWS]->(v)
            WITH u, v, f IS NOT NULL AS there
            FOREACH (go IN CASE WHEN there THEN [] ELSE [1] END | CREATE (u)-[:FOLLOWS]->(v))
            RETURN there""";

    private static final String UNFOLLOW = """
            MATCH (u:User {id: $user})
            MATCH (v:User {id: $followee})
            MATCH (u)-[f:FOLLOWS]->(v)
            DELETE f
            RETURN false AS there""";

    private static final String SCAN = """
            MATCH (u:User {id: $reader})
            OPTIONAL MATCH (u)-[:FOLLOWS]->(a)-[:PUBLISHED*1..]->(p)
            """ + GraphityCypher.NEWEST_FIRST;

    private static final String NEWEST = """
            MATCH (u:User {id: $reader})
            OPTIONAL MATCH (u)-[:FOLLOWS]->(a)
            WITH u, a ORDER BY a.streamUpdate DESC LIMIT %1$d
            """ + GraphityCypher.MERGED_FEED;

    private StarCypher() {}

    static Map<OperationKind, String> scanning() {
        return withFeed(SCAN);
    }

    static Map<OperationKind, String> newest() {
        return withFeed(NEWEST);
    }

    private static Map<OperationKind, String> withFeed(String feed) {
        return Map.of(
                OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS,
                OperationKind.POST, POST,
                OperationKind.FOLLOW, FOLLOW,
                OperationKind.UNFOLLOW, UNFOLLOW,
                OperationKind.FEED, feed);
    }
}
