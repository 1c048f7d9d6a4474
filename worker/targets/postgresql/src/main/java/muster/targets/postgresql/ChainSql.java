package muster.targets.postgresql;

import java.util.List;
import java.util.Map;
import muster.workloads.operation.OperationKind;

/**
 * Algorithm "graphity": each follow bears its followee's newest post, and an index keeps each user's follows in that order,
 * ties by larger id. A post changes the follows of all followers; a feed reads the first k entries of the index.
 *
 * <p>A post locks its author's row before it looks for followers, and a follow locks its followee's row before it reads the
 * newest post: neither can miss the other. That takes two snapshots, so a post is a function.
 */
final class ChainSql {
    private static final List<String> FOLLOWS = List.of(
            "CREATE TABLE muster.follows (follower bigint NOT NULL, followee bigint NOT NULL, newest bigint,"
                    + " PRIMARY KEY (follower, followee))",
            "CREATE INDEX follows_chain ON muster.follows (follower, newest DESC, followee DESC)",
            "CREATE INDEX follows_followee ON muster.follows (followee)",
            """
            CREATE FUNCTION muster.post(new_author bigint, new_post bigint, new_message text) RETURNS SETOF boolean
            LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM FROM muster.users WHERE id = new_author FOR NO KEY UPDATE;
              IF NOT FOUND THEN
                RETURN;
              END IF;
              INSERT INTO muster.posts VALUES (new_author, new_post, new_message) ON CONFLICT DO NOTHING;
              IF NOT FOUND THEN
                RETURN NEXT true;
                RETURN;
              END IF;
              UPDATE muster.users SET stream_update = new_post WHERE id = new_author AND stream_update < new_post;
              IF FOUND THEN
                UPDATE muster.follows SET newest = new_post WHERE followee = new_author;
              END IF;
              RETURN NEXT false;
            END $$""");

    /** The order is taken from the graph: it is the definition, of which the given order is a copy. */
    private static final String LOAD_CHAINS = """
            UPDATE muster.follows f SET newest = v.stream_update FROM muster.users v
            WHERE f.follower = ANY (?::bigint[]) AND v.id = f.followee AND f.newest IS NULL
            RETURNING f.follower""";

    private static final String POST = "SELECT * FROM muster.post(?, ?, ?)";

    private static final String FOLLOW = """
            WITH u AS (SELECT id FROM muster.users WHERE id = ?),
            v AS (SELECT id, stream_update FROM muster.users WHERE id = ? FOR SHARE),
            ends AS (SELECT u.id, v.id, v.stream_update FROM u, v),
            made AS (INSERT INTO muster.follows SELECT * FROM ends ON CONFLICT DO NOTHING RETURNING follower)
            SELECT NOT EXISTS (SELECT FROM made) AS there FROM ends""";

    private static final String FEED = """
            SELECT p.id, p.author, p.message
            FROM muster.users u LEFT JOIN LATERAL (
              SELECT p.*
              FROM (SELECT followee, CASE WHEN count(*) OVER () < %1$d THEN 0 ELSE min(newest) OVER () END AS least
                    FROM (SELECT followee, newest FROM muster.follows
                          WHERE follower = u.id ORDER BY newest DESC, followee DESC LIMIT %1$d) n) a
              CROSS JOIN LATERAL (
                SELECT * FROM muster.posts
                WHERE author = a.followee AND id >= a.least ORDER BY id DESC LIMIT %1$d) p
              ORDER BY p.id DESC LIMIT %1$d) p ON true
            WHERE u.id = ?""";

    private ChainSql() {}

    static GraphitySql chains() {
        return new GraphitySql(
                FOLLOWS,
                Map.of(
                        OperationKind.LOAD_CHAIN, LOAD_CHAINS,
                        OperationKind.POST, POST,
                        OperationKind.FOLLOW, FOLLOW,
                        OperationKind.FEED, FEED));
    }
}
