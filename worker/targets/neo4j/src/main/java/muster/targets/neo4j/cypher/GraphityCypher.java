package muster.targets.neo4j.cypher;

/**
 * The statements of one algorithm of Graphity. Each single action is one statement and so one round trip: it returns
 * no row if what it needs is absent, and otherwise whether what it would create is {@code there} already.
 *
 * <p>{@code SET x.lock = 0} write-locks a node until the transaction ends; the property never changes. What follows it
 * sees what all earlier holders of the lock committed, so lists and chains are changed by one transaction at a time.
 * Posts are ordered by id, whatever order they commit in, and so a list is walked to the place of a new post; nearly
 * always that is its head.
 */
public interface GraphityCypher {
    String LOAD_USERS = """
            UNWIND $users AS row
            OPTIONAL MATCH (old:User {id: row.id}) USING INDEX SEEK old:User(id)
            WITH row WHERE old IS NULL
            CREATE (u:User {id: row.id, streamUpdate: row.streamUpdate, lock: 0})
            WITH u, row
            CALL (u, row) {
              UNWIND range(size(row.posts) - 1, 0, -1) AS i
              CREATE (p:Post {id: row.posts[i], message: row.messages[i]})
              WITH u, collect(p) AS posts
              WITH [u] + posts AS list
              UNWIND range(0, size(list) - 2) AS i
              WITH list[i] AS newer, list[i + 1] AS older
              CREATE (newer)-[:PUBLISHED]->(older)
            }
            RETURN row.at AS at, false AS there, 1 + size(row.posts) AS made""";

    String ADD_USER = "MERGE (u:User {id: $user}) ON CREATE SET u.streamUpdate = -1, u.lock = 0";

    /** Puts post {@code $post} into the list of u; afterwards prev is u exactly if it is the newest. */
    String PUBLISH = """
              MATCH (u) ((newer)-[:PUBLISHED]->(older WHERE older.id > $post))* (prev)
              WHERE NOT EXISTS { (prev)-[:PUBLISHED]->(x WHERE x.id > $post) }
              OPTIONAL MATCH (prev)-[old:PUBLISHED]->(next)
              DELETE old
              CREATE (prev)-[:PUBLISHED]->(p:Post {id: $post, message: $message})
              FOREACH (n IN CASE WHEN next IS NULL THEN [] ELSE [next] END | CREATE (p)-[:PUBLISHED]->(n))
              WITH u, prev WHERE prev = u
              SET u.streamUpdate = $post
            """;

    /** One row, so that an empty feed differs from an absent reader. */
    String NEWEST_FIRST = """
              WITH a, p ORDER BY p.id DESC LIMIT %1$d
              RETURN collect([p.id, a.id, p.message]) AS feed
            }
            RETURN feed""";

    /**
     * The k newest posts of the authors a, which are the k most recently active. If there are k of them, each has a
     * post that is no older than the oldest of their newest, so nothing older than that can be in the feed.
     */
    String MERGED_FEED = """
              WITH collect(a) AS authors, min(a.streamUpdate) AS least
              UNWIND authors AS a
              WITH a, CASE WHEN size(authors) < %1$d THEN 0 ELSE least END AS least
              MATCH (a) ((newer)-[:PUBLISHED]->(older WHERE older.id >= least)){1,%1$d} (p)
            """ + NEWEST_FIRST;

    /**
     * The statements of Neo4j.
     *
     * @param algorithm "st", "stou" or "graphity"
     */
    static GraphityCypher of(String algorithm) {
        return switch (algorithm) {
            case "st" -> new StarCypher(true);
            case "graphity" -> new ChainCypher();
            default -> new StarCypher(false);
        };
    }

    /** Parameter user. */
    default String addUser() {
        return ADD_USER;
    }

    /** Parameter users: {at, id, streamUpdate, posts, messages}; returns at, there and made for those that were not there. */
    default String loadUsers() {
        return LOAD_USERS;
    }

    /**
     * Parameters users: {at, id, followees}, and nodes: the ids of all users in them, ascending, to lock. Returns at,
     * there and made, the number of followees.
     */
    String loadFollows();

    /** Parameters users: {at, id}, and nodes; returns the same. */
    String loadChains();

    /** Parameters author, post, message. */
    String post();

    /** Parameters user, followee; {@code ascending} says that user is the smaller, so that locks have one order. */
    String follow(boolean ascending);

    String unfollow(boolean ascending);

    /** Parameter reader; returns one row with the list {@code feed} of [post, author, message], newest first. */
    String feed(int k);
}
