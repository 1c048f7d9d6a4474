package muster.targets.falkordb;

/**
 * Algorithms "st" and "stou": a follow is one edge from user to followee, and a feed looks at all followees. They differ in
 * the feed only: "st" reads every post, "stou" starts from each followee's newest.
 */
final class StarCypher implements GraphityCypher {
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

    private static final String POST = PUBLISH + "RETURN there";

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
            """ + NEWEST_FIRST;

    private static final String NEWEST = """
            MATCH (u:User {id: $reader})
            OPTIONAL MATCH (u)-[:FOLLOWS]->(a)
            WITH u, a ORDER BY a.streamUpdate DESC LIMIT %1$d
            """ + MERGED_FEED;

    private final boolean scan;

    /** @param scan whether a feed reads all posts of all followees */
    StarCypher(boolean scan) {
        this.scan = scan;
    }

    @Override
    public String loadFollows() {
        return LOAD_FOLLOWS;
    }

    /** Without chains there is nothing to load in this part. */
    @Override
    public String loadChains() {
        throw new IllegalStateException("only algorithm graphity has chains");
    }

    @Override
    public String post() {
        return POST;
    }

    @Override
    public String follow() {
        return FOLLOW;
    }

    @Override
    public String unfollow() {
        return UNFOLLOW;
    }

    @Override
    public String feed(int k) {
        return (scan ? SCAN : NEWEST).formatted(k);
    }
}
