package muster.targets.arangodb;

import java.util.Map;
import muster.targets.support.Algorithm;
import muster.targets.support.GraphityTexts;
import muster.targets.support.StatementText;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;

/**
 * The queries of one algorithm of Graphity. Each returns one value: "ok", "absent", "duplicate", or the list that a feed is.
 * All reads of a query come before its writes, as AQL demands.
 *
 * <p>Writing {@code lock} makes two transactions that change the posts or followers of one user conflict; the later one fails and
 * is tried again. In algorithm "graphity" each FOLLOWS edge bears the newest post of the followee, and an index keeps the
 * followees of a user in that order: it is the chain.
 */
final class Aql {
    /** Elements of a batch; a second execution violates the unique keys. */
    static final String INSERT_VERTICES = "FOR d IN @documents INSERT d INTO Vertex";

    static final String INSERT_EDGES = "FOR d IN @documents INSERT d INTO EDGE";

    /** ArangoDB itself does not look whether the ends of an edge are there. */
    static final String INSERT_CHECKED_EDGES = """
            LET there = LENGTH(FOR v IN Vertex FILTER v._key IN @ends RETURN 1) == LENGTH(@ends)
            LET made = (FOR d IN there ? @documents : [] INSERT d INTO EDGE RETURN 1)
            RETURN there ? 'ok' : 'absent'""";

    private static final String LOAD_USER = """
            LET there = DOCUMENT('User', @user) != null
            LET go = there ? [] : [1]
            LET made = (FOR x IN go INSERT {_key: @user, newest: @newest, lock: 0} INTO User RETURN 1)
            LET posts = (FOR x IN go FOR p IN @posts INSERT {_key: p.key, message: p.message} INTO Post RETURN 1)
            LET listed = (FOR x IN go FOR p IN @posts
              INSERT {_from: CONCAT('User/', @user), _to: CONCAT('Post/', p.key), time: p.time} INTO PUBLISHED RETURN 1)
            RETURN there ? 'duplicate' : 'ok'""";

    private static final String LOAD_FOLLOWS = """
            LET u = DOCUMENT('User', @user)
            LET there = LENGTH(FOR e IN FOLLOWS FILTER e._from == u._id LIMIT 1 RETURN 1) > 0
            LET known = LENGTH(FOR v IN User FILTER v._key IN @followees RETURN 1) == LENGTH(@followees)
            LET go = u == null || there || !known ? [] : @followees
            LET made = (FOR v IN go
              INSERT {_key: CONCAT(@user, '-', v), _from: u._id, _to: CONCAT('User/', v)} INTO FOLLOWS RETURN 1)
            RETURN u == null || !known ? 'absent' : there ? 'duplicate' : 'ok'""";

    private static final String LOAD_CHAIN = """
            LET u = DOCUMENT('User', @user)
            LET chain = (FOR e IN FOLLOWS FILTER e._from == u._id RETURN {e, newest: DOCUMENT(e._to).newest})
            LET there = LENGTH(FOR x IN chain FILTER HAS(x.e, 'newest') RETURN 1) > 0
            LET made = (FOR x IN there ? [] : chain UPDATE x.e WITH {newest: x.newest} IN FOLLOWS RETURN 1)
            RETURN u == null ? 'absent' : there ? 'duplicate' : 'ok'""";

    private static final String ADD_USER = """
            LET there = DOCUMENT('User', @user) != null
            LET made = (FOR x IN there ? [] : [1] INSERT {_key: @user, newest: -1, lock: 0} INTO User RETURN 1)
            RETURN there ? 'duplicate' : 'ok'""";

    private static final String FOLLOW = """
            LET u = DOCUMENT('User', @user)
            LET v = DOCUMENT('User', @followee)
            LET there = DOCUMENT('FOLLOWS', @edge) != null
            LET go = u == null || v == null || there ? [] : [1]
            LET locked = (FOR x IN go UPDATE v WITH {lock: RAND()} IN User RETURN 1)
            LET made = (FOR x IN go INSERT {_key: @edge, _from: u._id, _to: v._idCHAIN} INTO FOLLOWS RETURN 1)
            RETURN u == null || v == null ? 'absent' : there ? 'duplicate' : 'ok'""";

    private static final String UNFOLLOW = """
            LET there = DOCUMENT('FOLLOWS', @edge) != null
            LET go = there ? [1] : []
            LET locked = (FOR x IN go UPDATE @followee WITH {lock: RAND()} IN User RETURN 1)
            LET gone = (FOR x IN go REMOVE @edge IN FOLLOWS RETURN 1)
            RETURN there ? 'ok' : 'absent'""";

    private static final String POST = """
            LET u = DOCUMENT('User', @author)
            LET there = DOCUMENT('Post', @post) != null
            LET go = u == null || there ? [] : [1]
            LET locked = (FOR x IN go UPDATE u WITH {lock: RAND(), newest: MAX([u.newest, @time])} IN User RETURN 1)
            LET made = (FOR x IN go INSERT {_key: @post, message: @message} INTO Post RETURN 1)
            LET listed = (FOR x IN go
              INSERT {_from: u._id, _to: CONCAT('Post/', @post), time: @time} INTO PUBLISHED RETURN 1)CHAIN
            RETURN u == null ? 'absent' : there ? 'duplicate' : 'ok'""";

    private static final String MOVE = """

            LET moved = (FOR x IN go FILTER @time > u.newest
              FOR e IN FOLLOWS FILTER e._to == u._id UPDATE e WITH {newest: @time} IN FOLLOWS RETURN 1)""";

    private static final String FEED = """
            LET u = DOCUMENT('User', @reader)
            LET authors = (AUTHORS)
            LET posts = (FOR a IN authors
              FOR p IN (FOR e IN PUBLISHED FILTER e._from == a SORT e.time DESC ENOUGH RETURN e)
              SORT p.time DESC LIMIT @k
              RETURN [p.time, p._from, DOCUMENT(p._to).message])
            RETURN u == null ? 'absent' : posts""";

    private static final String ALL = "FOR a IN 1..1 OUTBOUND CONCAT('User/', @reader) FOLLOWS RETURN a._id";
    private static final String NEWEST =
            "FOR a IN 1..1 OUTBOUND CONCAT('User/', @reader) FOLLOWS SORT a.newest DESC LIMIT @k RETURN a._id";
    private static final String CHAIN =
            "FOR e IN FOLLOWS FILTER e._from == CONCAT('User/', @reader) SORT e.newest DESC LIMIT @k RETURN e._to";

    private Aql() {}

    static GraphityTexts of(Settings workload) {
        return switch (Algorithm.of(workload)) {
            case ST -> texts(feed(ALL, ""), "", "");
            case STOU -> texts(feed(NEWEST, " LIMIT @k"), "", "");
            case GRAPHITY -> texts(feed(CHAIN, " LIMIT @k"), ", newest: v.newest", MOVE);
        };
    }

    /**
     * The queries of one algorithm.
     *
     * @param link what a follow says of the chain that it joins
     * @param moves what a post does to the chains of its followers
     */
    private static GraphityTexts texts(String feed, String link, String moves) {
        return new GraphityTexts(
                Map.of(
                        OperationKind.LOAD_USER, LOAD_USER,
                        OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS,
                        OperationKind.LOAD_CHAIN, LOAD_CHAIN,
                        OperationKind.ADD_USER, ADD_USER,
                        OperationKind.UNFOLLOW, UNFOLLOW),
                Map.of(
                        OperationKind.FOLLOW, StatementText.replaced(FOLLOW, "CHAIN", link),
                        OperationKind.POST, StatementText.replaced(POST, "CHAIN", moves),
                        OperationKind.FEED, feed));
    }

    /** @param enough what ends the reading of one author's posts, newest first; algorithm "st" reads them all */
    private static String feed(String authors, String enough) {
        return StatementText.replaced(StatementText.replaced(FEED, "AUTHORS", authors), " ENOUGH", enough);
    }
}
