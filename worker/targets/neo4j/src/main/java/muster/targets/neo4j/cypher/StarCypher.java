package muster.targets.neo4j.cypher;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithms "st" and "stou": a follow is one relationship from user to followee, and a feed looks at all followees.
 * They differ in the feed only: "st" reads every post, "stou" starts from each followee's newest.
 */
final class StarCypher {
    private static final String LOAD_FOLLOWS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id}) USING INDEX SEEK u:User(id)
            LOCK_LOADED u
            WITH row, u, EXISTS { (u)-[:FOLLOWS]->() } AS there
            CALL (row, u, there) {
              UNWIND CASE WHEN there THEN [] ELSE row.followees END AS id
              MATCH (v:User {id: id}) USING INDEX SEEK v:User(id)
              CREATE (u)-[:FOLLOWS]->(v)
              RETURN count(*) AS made
            }
            RETURN row.at AS at, there, made""";

    private static final String POST = """
            MATCH (u:User {id: $author}) USING INDEX SEEK u:User(id)
            LOCK u
            WITH u, EXISTS { MATCH (d:Post {id: $post}) USING INDEX SEEK d:Post(id) } AS there
            CALL (u, there) {
              WITH u WHERE NOT there
            """ + GraphityCypher.PUBLISH + """
            }
            RETURN there""";

    private static final String FOLLOW = """
            MATCH (u:User {id: $user}) USING INDEX SEEK u:User(id)
            LOCK u
            WITH u
            MATCH (v:User {id: $followee}) USING INDEX SEEK v:User(id)
            WITH u, v, EXISTS { (u)-[:FOLLOWS]->(v) } AS there
            FOREACH (x IN CASE WHEN there THEN [] ELSE [1] END | CREATE (u)-[:FOLLOWS]->(v))
            RETURN there""";

    private static final String UNFOLLOW = """
            MATCH (u:User {id: $user}) USING INDEX SEEK u:User(id)
            LOCK u
            WITH u
            MATCH (v:User {id: $followee}) USING INDEX SEEK v:User(id)
            MATCH (u)-[follows:FOLLOWS]->(v)
            DELETE follows
            RETURN false AS there""";

    private static final String SCAN = """
            MATCH (u:User {id: $reader}) USING INDEX SEEK u:User(id)
            CALL (u) {
              MATCH (u)-[:FOLLOWS]->(a)-[:PUBLISHED*1..]->(p)
            """ + GraphityCypher.NEWEST_FIRST;

    private static final String NEWEST = """
            MATCH (u:User {id: $reader}) USING INDEX SEEK u:User(id)
            CALL (u) {
              MATCH (u)-[:FOLLOWS]->(a)
              WITH a ORDER BY a.streamUpdate DESC LIMIT %1$d
            """ + GraphityCypher.MERGED_FEED;

    private StarCypher() {}

    static GraphityCypher scanning(Locks locks) {
        return withFeed(SCAN, locks);
    }

    static GraphityCypher newest(Locks locks) {
        return withFeed(NEWEST, locks);
    }

    private static GraphityCypher withFeed(String feed, Locks locks) {
        return new GraphityCypher(Map.of(
                OperationKind.LOAD_FOLLOWS, locks.inLoad(LOAD_FOLLOWS),
                OperationKind.POST, locks.in(POST),
                OperationKind.FOLLOW, locks.in(FOLLOW),
                OperationKind.UNFOLLOW, locks.in(UNFOLLOW),
                OperationKind.FEED, feed));
    }
}
