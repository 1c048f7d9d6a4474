package muster.workloads.graphity;

import muster.workloads.random.DegreeTable;
import muster.workloads.random.Mix;
import muster.workloads.random.Shuffle;
import muster.workloads.random.WeightTable;
import muster.workloads.random.Zipf;

/**
 * A drawn network that holds some twenty-four bytes a user and no edge.
 *
 * <p>With K = mix(seed, 0x6772617068): the user of rank r is element r of Shuffle.of(users, mix(K, RANKS)). The degree of
 * u is the draw of its {@link DegreeTable} for mix(K, DEGREE, u), at most users / 2. The followees of u: draws t = 0, 1,
 * ... from the {@link Zipf} table of ranks for mix(mix(K, FOLLOWEES, u), t); ranks drawn before and u's own are
 * skipped, until there are as many as the degree.
 */
final class SyntheticNetwork implements Network {
    private final long key;
    private final int[] userOfRank;
    private final int[] rankOfUser;
    private final WeightTable popularity;
    private final EdgeOffsets starts;

    SyntheticNetwork(long seed, int users, DegreeTable degrees, int exponentMilli) {
        key = Mix.mix(seed, RandomStream.NETWORK);
        userOfRank = Shuffle.of(users, Mix.mix(key, RandomStream.RANKS));
        rankOfUser = Shuffle.inverse(userOfRank);
        popularity = Zipf.table(users, exponentMilli);
        starts = new EdgeOffsets(starts(users, degrees));
    }

    @Override
    public int[] followees(int user) {
        int degree = starts.degree(user);
        int[] followees = new int[degree];
        Draws draws = new Draws(user, degree);
        for (int i = 0; i < degree; i++) {
            followees[i] = userOfRank[draws.next()];
        }
        return followees;
    }

    @Override
    public Edge edge(long number) {
        int user = starts.user(number);
        int place = starts.place(user, number);
        Draws draws = new Draws(user, place + 1);
        int rank = draws.next();
        for (int i = 0; i < place; i++) {
            rank = draws.next();
        }
        return new Edge(user, userOfRank[rank]);
    }

    @Override
    public boolean follows(int user, int followee) {
        int degree = starts.degree(user);
        int wanted = rankOfUser[followee];
        Draws draws = new Draws(user, degree);
        for (int i = 0; i < degree; i++) {
            if (draws.next() == wanted) {
                return true;
            }
        }
        return false;
    }

    private long[] starts(int users, DegreeTable degrees) {
        long[] starts = new long[users + 1];
        for (int user = 0; user < users; user++) {
            int degree = Math.min(users / 2, degrees.draw(Mix.mix(key, RandomStream.DEGREE, user)));
            starts[user + 1] = starts[user] + degree;
        }
        return starts;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public int users() {
        return userOfRank.length;
    }

    @Override
    public long edges() {
        return starts.edges();
    }

    @Override
    public WeightTable popularity() {
        return popularity;
    }

    @Override
    public int userOfRank(int rank) {
        return userOfRank[rank];
    }

    /** (weight / (total &gt;&gt; 16)) * edges / users, each division rounding down. */
    @Override
    public long followedShare(int rank) {
        return popularity.weight(rank) / (popularity.total() >>> 16) * edges() / users();
    }

    /** The distinct ranks of one user's followees. */
    private final class Draws {
        private final int own;
        private final long drawKey;
        private final IntSet seen;
        private long draw;

        Draws(int user, int most) {
            own = rankOfUser[user];
            drawKey = Mix.mix(key, RandomStream.FOLLOWEES, user);
            seen = new IntSet(most);
        }

        int next() {
            int rank = popularity.draw(Mix.mix(drawKey, draw++));
            while (rank == own || !seen.add(rank)) {
                rank = popularity.draw(Mix.mix(drawKey, draw++));
            }
            return rank;
        }
    }
}
