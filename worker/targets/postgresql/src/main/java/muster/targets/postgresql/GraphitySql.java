package muster.targets.postgresql;

import java.util.List;
import muster.workloads.plan.language.Settings;

/**
 * The statements of one algorithm of Graphity. Each action is one statement, and so one round trip. It returns no row if what
 * it needs is absent, and otherwise whether what it would create is {@code there} already.
 */
interface GraphitySql {
    String ADD_USER = "INSERT INTO muster.users VALUES (?, -1) ON CONFLICT DO NOTHING";

    /** Parameters: users and their newest posts; then the author, id and message of each post. Returns the new users. */
    String LOAD_USERS = """
            WITH made AS (
              INSERT INTO muster.users SELECT * FROM unnest(?::bigint[], ?::bigint[]) ON CONFLICT DO NOTHING RETURNING id),
            posts AS (
              INSERT INTO muster.posts SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::text[]) ON CONFLICT DO NOTHING)
            SELECT id FROM made""";

    String UNFOLLOW = "DELETE FROM muster.follows WHERE follower = ? AND followee = ?";

    /** Of setting "algorithm"; other workloads have none and do not use it. */
    static GraphitySql of(Settings workload) {
        return switch (workload.choice("algorithm", "stou", List.of("st", "stou", "graphity"))) {
            case "st" -> new StarSql(true);
            case "graphity" -> new ChainSql();
            default -> new StarSql(false);
        };
    }

    /** Creates the relation of follows, its indexes and functions. */
    List<String> follows();

    /**
     * Parameters: the place of each edge's operation, follower, followee. Returns a row for each follower: its place,
     * whether it followed somebody before, and how many edges were made.
     */
    String loadFollows();

    /** Parameter: the users whose chains are to be made; returns the user of each link. */
    String loadChains();

    /** Parameters author, post, message. */
    String post();

    /** Parameters user, followee. */
    String follow();

    /** Parameter reader; returns post, author and message, newest first; one row of nulls for an empty feed. */
    String feed(int k);
}
