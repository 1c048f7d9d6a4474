package muster.targets.postgresql;

import java.util.List;
import java.util.Map;
import muster.targets.support.Algorithm;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;

/**
 * One algorithm of Graphity. Each action is one statement, and so one round trip. It returns no row if what it needs is absent, and
 * otherwise whether what it would create is {@code there} already.
 *
 * @param follows creates the relation of follows, its indexes and functions
 * @param texts LOAD_CHAIN has the users whose chains are to be made, and returns the user of each link; FOLLOW user and followee; POST author, post and message; FEED the
 *     reader, and returns post, author and message, newest first, or one row of nulls
 */
record GraphitySql(List<String> follows, GraphityTexts texts) {
    private static final String ADD_USER = "INSERT INTO muster.users VALUES (?, -1) ON CONFLICT DO NOTHING";

    /** Parameters: users and their newest posts; then the author, id and message of each post. Returns the new users. */
    private static final String LOAD_USERS = """
            WITH made AS (
              INSERT INTO muster.users SELECT * FROM unnest(?::bigint[], ?::bigint[]) ON CONFLICT DO NOTHING RETURNING id),
            posts AS (
              INSERT INTO muster.posts SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::text[]) ON CONFLICT DO NOTHING)
            SELECT id FROM made""";

    private static final String UNFOLLOW = "DELETE FROM muster.follows WHERE follower = ? AND followee = ?";

    /**
     * Parameters: the place of each edge's operation, follower, followee. Returns a row for each follower: its place,
     * whether it followed somebody before, and how many edges were made.
     */
    private static final String LOAD_FOLLOWS = """
            WITH given AS (SELECT * FROM unnest(?::int[], ?::bigint[], ?::bigint[]) AS g (at, follower, followee)),
            made AS (
              INSERT INTO muster.follows
              SELECT u.id, v.id FROM given JOIN muster.users u ON u.id = follower JOIN muster.users v ON v.id = followee
              ON CONFLICT DO NOTHING RETURNING follower)
            SELECT at, EXISTS (SELECT FROM muster.follows f WHERE f.follower = g.follower) AS there,
              (SELECT count(*) FROM made WHERE made.follower = g.follower) AS made
            FROM (SELECT DISTINCT at, follower FROM given) g""";

    private static final Map<OperationKind, String> SHARED = Map.of(
            OperationKind.LOAD_USER, LOAD_USERS,
            OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS,
            OperationKind.ADD_USER, ADD_USER,
            OperationKind.UNFOLLOW, UNFOLLOW);

    GraphitySql(List<String> follows, Map<OperationKind, String> own) {
        this(follows, new GraphityTexts(SHARED, own));
    }

    static GraphitySql of(Settings workload) {
        return switch (Algorithm.of(workload)) {
            case ST -> StarSql.scanning();
            case STOU -> StarSql.newest();
            case GRAPHITY -> ChainSql.chains();
        };
    }
}
