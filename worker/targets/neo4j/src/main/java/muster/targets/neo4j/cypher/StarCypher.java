package muster.targets.neo4j.cypher;

/**
 * Algorithms "st" and "stou": a follow is one relationship from user to followee, and a feed looks at all followees.
 * They differ in the feed only: "st" reads every post, "stou" starts from each followee's newest.
 */
public final class StarCypher implements GraphityCypher {
    private static final String LOAD_FOLLOWS = """
            UNWIND $users AS row
            MATCH (u:User {id: row.id}) USING INDEX SEEK u:User(id)
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
            SET u.lock = 0
            WITH u, EXISTS { MATCH (d:Post {id: $post}) USING INDEX SEEK d:Post(id) } AS there
            CALL (u, there) {
              WITH u WHERE NOT there
            """ + PUBLISH + """
            }
            RETURN there""";

    private static final String FOLLOW = """
            MATCH (u:User {id: $user}) USING INDEX SEEK u:User(id)
            SET u.lock = 0
            WITH u
            MATCH (v:User {id: $followee}) USING INDEX SEEK v:User(id)
            WITH u, v, EXISTS { (u)-[:FOLLOWS]->(v) } AS there
            FOREACH (x IN CASE WHEN there THEN [] ELSE [1] END | CREATE (u)-[:FOLLOWS]->(v))
            RETURN there""";

    private static final String UNFOLLOW = """
            MATCH (u:User {id: $user}) USING INDEX SEEK u:User(id)
            SET u.lock = 0
            WITH u
            MATCH (v:User {id: $followee}) USING INDEX SEEK v:User(id)
            MATCH (u)-[follows:FOLLOWS]->(v)
            DELETE follows
            RETURN false AS there""";

    private static final String SCAN = """
            MATCH (u:User {id: $reader}) USING INDEX SEEK u:User(id)
            CALL (u) {
              MATCH (u)-[:FOLLOWS]->(a)-[:PUBLISHED*1..]->(p)
            """ + NEWEST_FIRST;

    private static final String NEWEST = """
            MATCH (u:User {id: $reader}) USING INDEX SEEK u:User(id)
            CALL (u) {
              MATCH (u)-[:FOLLOWS]->(a)
              WITH a ORDER BY a.streamUpdate DESC LIMIT %1$d
            """ + MERGED_FEED;

    private final boolean scan;

    /**
     * Of one of both algorithms.
     *
     * @param scan whether a feed reads all posts of all followees
     */
    public StarCypher(boolean scan) {
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
    public String follow(boolean ascending) {
        return FOLLOW;
    }

    @Override
    public String unfollow(boolean ascending) {
        return UNFOLLOW;
    }

    @Override
    public String feed(int k) {
        return (scan ? SCAN : NEWEST).formatted(k);
    }
}
