package muster.targets.falkordb;

import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithm "graphity": every user has its followees in one chain, most recently active first, ties by larger id. The chain
 * runs through a replica node for each follow, so that one type of edge serves all users. A post moves its author's replicas
 * in the chains of all followers; a feed reads the first k of one chain.
 */
final class ChainCypher {
    private static final String LOAD_FOLLOWS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id})
            WITH row, u, outDegree(u, 'FOLLOWS') > 0 AS there
            CALL {
              WITH row, u, there
              UNWIND CASE WHEN there THEN [] ELSE row.followees END AS id
              MATCH (v:User {id: id})
              CREATE (u)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(v)
              RETURN count(v) AS made
            }
            RETURN row.at AS at, there, made""";

    /** The order is taken from the graph: it is the definition, of which the given order is a copy. */
    private static final String LOAD_CHAINS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id})
            WITH row, u, outDegree(u, 'GRAPHITY') > 0 AS there
            CALL {
              WITH u, there
              MATCH (u)-[:FOLLOWS]->(r)-[:REPLICA]->(v)
              WHERE NOT there
              WITH u, r, v ORDER BY v.streamUpdate DESC, v.id DESC
              WITH u, collect(r) AS replicas
              WITH [u] + replicas AS chain
              UNWIND range(0, size(chain) - 2) AS i
              WITH chain[i] AS before, chain[i + 1] AS after
              CREATE (before)-[:GRAPHITY]->(after)
              RETURN count(after) AS made
            }
            RETURN row.at AS at, there, made""";

    /**
     * Only where the head of a chain is newer than the post, as after posts out of order, are others of it looked at. Every node on the
     * way is named and used: the server counts paths wrongly through one that is not.
     */
    private static final String POST = GraphityCypher.PUBLISH + """
            WITH u, there
            CALL {
              WITH u, there
              MATCH (u)<-[:REPLICA]-(r)<-[:FOLLOWS]-(f)
              WHERE NOT there AND u.streamUpdate = $post
              OPTIONAL MATCH (f)-[:GRAPHITY]->(h)-[:REPLICA]->(head) WHERE head.streamUpdate > $post
              OPTIONAL MATCH (h)<-[:FOLLOWS]-(g)-[:FOLLOWS]->(y)-[:REPLICA]->(b)
              WHERE g = f AND b.streamUpdate > $post
              WITH r, f, y, b ORDER BY b.streamUpdate DESC
              WITH r, f, [f] + collect(y) AS newer
              WITH r, newer[size(newer) - 1] AS prev
              MATCH (prev)-[first:GRAPHITY]->(next) WHERE next <> r
              MATCH (before)-[in:GRAPHITY]->(r)
              OPTIONAL MATCH (r)-[out:GRAPHITY]->(after)
              DELETE first, in, out
              CREATE (prev)-[:GRAPHITY]->(r)-[:GRAPHITY]->(next)
              FOREACH (n IN CASE WHEN after IS NULL THEN [] ELSE [after] END | CREATE (before)-[:GRAPHITY]->(n))
              RETURN count(r) AS moved
            }
            RETURN there""";

    private static final String FOLLOW = """
            MATCH (u:User {id: $user})
            MATCH (v:User {id: $followee})
            OPTIONAL MATCH (u)-[:FOLLOWS]->(e)-[:REPLICA]->(w)
            WITH u, v, e, w ORDER BY w.streamUpdate DESC, w.id DESC
            WITH u, v, collect(w.id) AS ids, [u] + collect(CASE
              WHEN w.streamUpdate > v.streamUpdate OR (w.streamUpdate = v.streamUpdate AND w.id > v.id) THEN e END) AS newer
            WITH u, v, v.id IN ids AS there, newer[size(newer) - 1] AS prev
            OPTIONAL MATCH (prev)-[old:GRAPHITY]->(next)
            FOREACH (go IN CASE WHEN there THEN [] ELSE [1] END |
              CREATE (prev)-[:GRAPHITY]->(r:Replica), (u)-[:FOLLOWS]->(r), (r)-[:REPLICA]->(v)
              FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END |
                CREATE (r)-[:GRAPHITY]->(n)
                DELETE old))
            RETURN there""";

    /** From the user's side, since a followee may have many more followers than a user follows. */
    private static final String UNFOLLOW = """
            MATCH (u:User {id: $user})
            MATCH (v:User {id: $followee})
            MATCH (u)-[:FOLLOWS]->(r)-[:REPLICA]->(v)
            MATCH (prev)-[:GRAPHITY]->(r)
            OPTIONAL MATCH (r)-[:GRAPHITY]->(next)
            FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END | CREATE (prev)-[:GRAPHITY]->(n))
            DELETE r
            RETURN false AS there""";

    private static final String FEED = """
            MATCH (u:User {id: $reader})
            OPTIONAL MATCH (u)-[:GRAPHITY*1..%1$d]->(r)-[:REPLICA]->(a)
            """ + GraphityCypher.MERGED_FEED;

    private ChainCypher() {}

    static Map<OperationKind, String> chains() {
        return Map.of(
                OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS,
                OperationKind.LOAD_CHAIN, LOAD_CHAINS,
                OperationKind.POST, POST,
                OperationKind.FOLLOW, FOLLOW,
                OperationKind.UNFOLLOW, UNFOLLOW,
                OperationKind.FEED, FEED);
    }
}
