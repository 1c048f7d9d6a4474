package muster.targets.postgresql;

import java.util.List;

/** Algorithms "st" and "stou": a feed looks at all followees; "st" reads every post, "stou" only each one's newest. */
final class StarSql implements GraphitySql {
    private static final String FOLLOWS =
            "CREATE TABLE muster.follows (follower bigint NOT NULL, followee bigint NOT NULL,"
                    + " PRIMARY KEY (follower, followee))";

    private static final String LOAD_FOLLOWS = """
            WITH given AS (SELECT * FROM unnest(?::int[], ?::bigint[], ?::bigint[]) AS g (at, follower, followee)),
            made AS (
              INSERT INTO muster.follows
              SELECT u.id, v.id FROM given JOIN muster.users u ON u.id = follower JOIN muster.users v ON v.id = followee
              ON CONFLICT DO NOTHING RETURNING follower)
            SELECT at, EXISTS (SELECT FROM muster.follows f WHERE f.follower = g.follower) AS there,
              (SELECT count(*) FROM made WHERE made.follower = g.follower) AS made
            FROM (SELECT DISTINCT at, follower FROM given) g""";

    private static final String POST = """
            WITH author AS (SELECT id FROM muster.users WHERE id = ?),
            post AS (INSERT INTO muster.posts SELECT id, ?, ? FROM author ON CONFLICT DO NOTHING RETURNING author, id),
            newest AS (
              UPDATE muster.users u SET stream_update = post.id FROM post
              WHERE u.id = post.author AND u.stream_update < post.id)
            SELECT NOT EXISTS (SELECT FROM post) AS there FROM author""";

    private static final String FOLLOW = """
            WITH ends AS (SELECT u.id AS u, v.id AS v FROM muster.users u, muster.users v WHERE u.id = ? AND v.id = ?),
            made AS (INSERT INTO muster.follows SELECT u, v FROM ends ON CONFLICT DO NOTHING RETURNING follower)
            SELECT NOT EXISTS (SELECT FROM made) AS there FROM ends""";

    private static final String SCAN = """
            SELECT p.id, p.author, p.message
            FROM muster.users u LEFT JOIN LATERAL (
              SELECT p.* FROM muster.follows f JOIN muster.posts p ON p.author = f.followee
              WHERE f.follower = u.id ORDER BY p.id DESC LIMIT %1$d) p ON true
            WHERE u.id = ?""";

    /**
     * The k most recently active have at least k posts that are no older than the oldest of their newest, so nothing older can
     * be in the feed.
     */
    private static final String NEWEST = """
            SELECT p.id, p.author, p.message
            FROM muster.users u LEFT JOIN LATERAL (
              SELECT p.*
              FROM (SELECT followee, CASE WHEN count(*) OVER () < %1$d THEN 0 ELSE min(newest) OVER () END AS least
                    FROM (SELECT f.followee, v.stream_update AS newest
                          FROM muster.follows f JOIN muster.users v ON v.id = f.followee
                          WHERE f.follower = u.id ORDER BY newest DESC LIMIT %1$d) n) a
              CROSS JOIN LATERAL (
                SELECT * FROM muster.posts
                WHERE author = a.followee AND id >= a.least ORDER BY id DESC LIMIT %1$d) p
              ORDER BY p.id DESC LIMIT %1$d) p ON true
            WHERE u.id = ?""";

    private final boolean scan;

    /** @param scan whether a feed reads all posts of all followees */
    StarSql(boolean scan) {
        this.scan = scan;
    }

    @Override
    public List<String> follows() {
        return List.of(FOLLOWS);
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
    public String feed(int k) {
        return (scan ? SCAN : NEWEST).formatted(k);
    }
}
