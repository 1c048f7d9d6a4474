package muster.targets.neo4j.cypher;

import java.util.Map;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.OperationKind;

/**
 * The statements of one algorithm of Graphity. Each single action is one statement and so one round trip: it returns
 * no row if what it needs is absent, and otherwise whether what it would create is {@code there} already.
 *
 * <p>{@link Locks} write-lock a node until the transaction ends. What follows a lock
 * sees what all earlier holders of the lock committed, so lists and chains are changed by one transaction at a time.
 * Posts are ordered by id, whatever order they commit in, and so a list is walked to the place of a new post; nearly
 * always that is its head.
 *
 * @param texts of all actions; {@code user} of FOLLOW and UNFOLLOW is the smaller one, so that locks have one order
 * @param descending of FOLLOW and UNFOLLOW where {@code user} is the larger one
 */
public record GraphityCypher(GraphityTexts texts, GraphityTexts descending) {
    /** Parameter users: {at, id, streamUpdate, posts, messages}; returns at, there and made for those that were not there. */
    static final String LOAD_USERS = """
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

    /** Parameter user. */
    static final String ADD_USER = "MERGE (u:User {id: $user}) ON CREATE SET u.streamUpdate = -1, u.lock = 0";

    /** Puts post {@code $post} into the list of u; afterwards prev is u exactly if it is the newest. */
    static final String PUBLISH = """
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
    static final String NEWEST_FIRST = """
              WITH a, p ORDER BY p.id DESC LIMIT %1$d
              RETURN collect([p.id, a.id, p.message]) AS feed
            }
            RETURN feed""";

    /**
     * The k newest posts of the authors a, which are the k most recently active. If there are k of them, each has a
     * post that is no older than the oldest of their newest, so nothing older than that can be in the feed.
     */
    static final String MERGED_FEED = """
              WITH collect(a) AS authors, min(a.streamUpdate) AS least
              UNWIND authors AS a
              WITH a, CASE WHEN size(authors) < %1$d THEN 0 ELSE least END AS least
              MATCH (a) ((newer)-[:PUBLISHED]->(older WHERE older.id >= least)){1,%1$d} (p)
            """ + NEWEST_FIRST;

    private static final Map<OperationKind, String> SHARED =
            Map.of(OperationKind.LOAD_USER, LOAD_USERS, OperationKind.ADD_USER, ADD_USER);

    /** Of an algorithm whose locks do not depend on the order of users, with the statements that all algorithms share. */
    GraphityCypher(Map<OperationKind, String> own) {
        this(own, own);
    }

    /** The same of an algorithm whose locks do. */
    GraphityCypher(Map<OperationKind, String> own, Map<OperationKind, String> descending) {
        this(new GraphityTexts(SHARED, own), new GraphityTexts(Map.of(), descending));
    }

    /** Of Neo4j with these locks, by the names of the algorithms. */
    static Map<String, GraphityCypher> all(Locks locks) {
        return Map.of(
                "st", StarCypher.scanning(locks),
                "stou", StarCypher.newest(locks),
                "graphity", ChainCypher.chains(locks));
    }

    public String addUser() {
        return texts.of(OperationKind.ADD_USER);
    }

    public String loadUsers() {
        return texts.of(OperationKind.LOAD_USER);
    }

    /**
     * Parameters users: {at, id, followees}, and nodes: the ids of all users in them, ascending, to lock. Returns at,
     * there and made, the number of followees.
     */
    public String loadFollows() {
        return texts.of(OperationKind.LOAD_FOLLOWS);
    }

    /** Parameters users: {at, id}, and nodes; returns the same. */
    public String loadChains() {
        return texts.of(OperationKind.LOAD_CHAIN);
    }

    /** Parameters author, post, message. */
    public String post() {
        return texts.of(OperationKind.POST);
    }

    /** Parameters user, followee; {@code ascending} says that user is the smaller. */
    public String follow(boolean ascending) {
        return (ascending ? texts : descending).of(OperationKind.FOLLOW);
    }

    public String unfollow(boolean ascending) {
        return (ascending ? texts : descending).of(OperationKind.UNFOLLOW);
    }

    /** Parameter reader; returns one row with the list {@code feed} of [post, author, message], newest first. */
    public String feed(int k) {
        return texts.feed(k);
    }
}
