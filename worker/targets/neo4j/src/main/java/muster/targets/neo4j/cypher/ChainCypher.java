package muster.targets.neo4j.cypher;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithm "graphity": every user has its followees in one chain, most recently active first, ties by larger id. The
 * chain runs through a replica node for each follow, so that one relationship type serves all users. A post moves its
 * author's replicas in the chains of all followers; a feed reads the first k of one chain.
 *
 * <p>Users are locked in ascending order of their ids, so that posts and follows seldom deadlock.
 */
final class ChainCypher {
    /** Batches of a load share followees: locked in any other order, each would deadlock with several others. */
    private static final String LOCK_NODES = """
            UNWIND $nodes AS id
            MATCH (n:User {id: id}) USING INDEX SEEK n:User(id)
            LOCK n
            WITH count(*) AS locked
            """;

    private static final String LOAD_FOLLOWS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id}) USING INDEX SEEK u:User(id)
            LOCK_LOADED u
            WITH row, u, EXISTS { (u)-[:FOLLOWS]->() } AS there
            CALL (row, u, there) {
              UNWIND CASE WHEN there THEN [] ELSE row.followees END AS id
              MATCH (v:User {id: id}) USING INDEX SEEK v:User(id)
              CREATE (u)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(v)
              RETURN count(*) AS made
            }
            RETURN row.at AS at, there, made""";

    /** The order is taken from the graph: it is the definition, of which the given order is a copy. */
    private static final String LOAD_CHAINS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id}) USING INDEX SEEK u:User(id)
            LOCK_LOADED u
            WITH row, u, EXISTS { (u)-[:GRAPHITY]->() } AS there
            CALL (u, there) {
              MATCH (u)-[:FOLLOWS]->(r)-[:REPLICA]->(v)
              WHERE NOT there
              WITH u, r, v.streamUpdate AS time, v.id AS id ORDER BY time DESC, id DESC
              WITH u, collect(r) AS replicas
              WITH [u] + replicas AS chain
              UNWIND range(0, size(chain) - 2) AS i
              WITH chain[i] AS before, chain[i + 1] AS after
              CREATE (before)-[:GRAPHITY]->(after)
              RETURN count(*) AS made
            }
            RETURN row.at AS at, there, made""";

    /** Followers are read twice: first to lock in order, then under the author's lock, which keeps them as they are. */
    private static final String POST = """
            MATCH (u:User {id: $author}) USING INDEX SEEK u:User(id)
            CALL (u) {
              OPTIONAL MATCH (u)<-[:REPLICA]-()<-[:FOLLOWS]-(f)
              WITH u, collect(f) AS followers
              UNWIND followers + [u] AS n
              WITH n ORDER BY n.id
              LOCK n
            }
            WITH u, EXISTS { MATCH (d:Post {id: $post}) USING INDEX SEEK d:Post(id) } AS there
            CALL (u, there) {
              WITH u WHERE NOT there
            """ + GraphityCypher.PUBLISH + """
              WITH u
              MATCH (u)<-[:REPLICA]-(r)<-[:FOLLOWS]-(f)
              LOCK f
              WITH r, f
              MATCH (f) ((x)-[:GRAPHITY]->(y WHERE EXISTS { (y)-[:REPLICA]->(a WHERE a.streamUpdate > $post) }))* (prev)
                    -[first:GRAPHITY]->(next WHERE next <> r)-[:REPLICA]->(b WHERE b.streamUpdate < $post)
              MATCH (before)-[in:GRAPHITY]->(r)
              OPTIONAL MATCH (r)-[out:GRAPHITY]->(after)
              DELETE first, in, out
              CREATE (prev)-[:GRAPHITY]->(r)-[:GRAPHITY]->(next)
              FOREACH (n IN CASE WHEN after IS NULL THEN [] ELSE [after] END | CREATE (before)-[:GRAPHITY]->(n))
            }
            RETURN there""";

    private static final String FOLLOW = """
            WITH u, v
            OPTIONAL MATCH (u)-[:FOLLOWS]->(e)-[:REPLICA]->(w)
            WITH u, v, e, w, w.streamUpdate AS time, w.id AS id ORDER BY time DESC, id DESC
            WITH u, v, count(CASE WHEN w = v THEN 1 END) > 0 AS there, last(collect(
              CASE WHEN time > v.streamUpdate OR time = v.streamUpdate AND id > v.id THEN e END)) AS last
            WITH u, v, there, coalesce(last, u) AS prev
            OPTIONAL MATCH (prev)-[old:GRAPHITY]->(next) WHERE NOT there
            FOREACH (x IN CASE WHEN there THEN [] ELSE [1] END |
              DELETE old
              CREATE (prev)-[:GRAPHITY]->(r:Replica), (u)-[:FOLLOWS]->(r)-[:REPLICA]->(v)
              FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END | CREATE (r)-[:GRAPHITY]->(n)))
            RETURN there""";

    /** From the user's side, since a followee may have many more followers than a user follows. */
    private static final String UNFOLLOW = """
            WITH u, v
            MATCH (u)-[:FOLLOWS]->(r)-[:REPLICA]->(w)
            WITH v, r, w
            WHERE w = v
            WITH r LIMIT 1
            MATCH (prev)-[:GRAPHITY]->(r)
            OPTIONAL MATCH (r)-[:GRAPHITY]->(next)
            FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END | CREATE (prev)-[:GRAPHITY]->(n))
            DETACH DELETE r
            RETURN false AS there""";

    private static final String LOCK_USER = "MATCH (u:User {id: $user}) USING INDEX SEEK u:User(id) LOCK u WITH *\n";
    private static final String LOCK_FOLLOWEE =
            "MATCH (v:User {id: $followee}) USING INDEX SEEK v:User(id) LOCK v WITH *\n";
    private static final String UP = LOCK_USER + LOCK_FOLLOWEE;
    private static final String DOWN = LOCK_FOLLOWEE + LOCK_USER;

    /**
     * A post of a followee moves its replica to the head of the chain: a walk that is beyond the head and has not reached the
     * replica would miss it, as reads see what is committed meanwhile. So a feed, too, waits for the reader's lock, which
     * every post of a followee holds.
     */
    private static final String FEED = """
            MATCH (u:User {id: $reader}) USING INDEX SEEK u:User(id)
            LOCK u
            WITH u
            CALL (u) {
              MATCH (u)-[:GRAPHITY*1..%1$d]->()-[:REPLICA]->(a)
            """ + GraphityCypher.MERGED_FEED;

    private ChainCypher() {}

    static GraphityCypher chains(Locks locks) {
        return new GraphityCypher(
                Map.of(
                        OperationKind.LOAD_FOLLOWS, locks.inLoad(LOCK_NODES, LOAD_FOLLOWS),
                        OperationKind.LOAD_CHAIN, locks.inLoad(LOCK_NODES, LOAD_CHAINS),
                        OperationKind.POST, locks.in(POST),
                        OperationKind.FOLLOW, locks.in(UP + FOLLOW),
                        OperationKind.UNFOLLOW, locks.in(UP + UNFOLLOW),
                        OperationKind.FEED, locks.in(FEED)),
                Map.of(
                        OperationKind.FOLLOW, locks.in(DOWN + FOLLOW),
                        OperationKind.UNFOLLOW, locks.in(DOWN + UNFOLLOW)));
    }
}
