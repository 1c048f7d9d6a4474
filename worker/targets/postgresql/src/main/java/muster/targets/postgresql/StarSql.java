package muster.targets.postgresql;

import java.util.List;
import java.util.Map;
import muster.workloads.operation.OperationKind;

/** Algorithms "st" and "stou": a feed looks at all followees; "st" reads every post, "stou" only each one's newest. */
final class StarSql {
    private static final String FOLLOWS =
            "CREATE TABLE muster.follows (follower bigint NOT NULL, followee bigint NOT NULL,"
                    + " PRIMARY KEY (follower, followee))";

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

    private StarSql() {}

    static GraphitySql scanning() {
        return withFeed(SCAN);
    }

    static GraphitySql newest() {
        return withFeed(NEWEST);
    }

    private static GraphitySql withFeed(String feed) {
        return new GraphitySql(
                List.of(FOLLOWS),
                Map.of(OperationKind.POST, POST, OperationKind.FOLLOW, FOLLOW, OperationKind.FEED, feed));
    }
}
