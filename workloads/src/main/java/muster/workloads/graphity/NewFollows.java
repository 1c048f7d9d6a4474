package muster.workloads.graphity;

import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;
import muster.workloads.random.WeightTable;

/**
 * Edges that are not loaded, that no other slot has, and that do not repeat within this one: a function of their rank
 * that needs no memory of earlier ones. Followees are drawn by popularity, their followers uniformly.
 *
 * <p><b>Who is followed.</b> Popularity is spread over shares: rank r of popularity has max(1, weight[r] / step) shares
 * one after another, step = total / (64 * users); size = shares / 64. Rank f is in pass p = f / size; y =
 * Permutation(size, mix(P, PASS, p)).at(f mod size); the share is 64 * y + (37 * p mod 64). So 64 passes visit every share
 * once, each pass is a fair sample, and the turn of f for its followee is k = p * ceil(shares of r / 64) + (share -
 * first share of r) / 64, which no other f has for the same followee.
 *
 * <p><b>Who follows.</b> v's possible followers are the places of Permutation(users, mix(K, FOLLOWERS, v)). Turn k of a
 * slot owns the {@code tries} places from (k * slots + slot) * tries on; the first user there that is not v and has no
 * loaded edge to v follows. tries is 1, 2, 4, 8 or 16: it doubles while q &gt; 128, q starting as min(65535, followed share)
 * and becoming q * q / 65536. Should all be taken, the last stands, and the outcome is a duplicate (below one in 500).
 *
 * <p><b>When v is full</b>, with the first users / 2 places used up: v = Permutation(users, mix(K, SPILL, f /
 * users)).at(f mod users) instead, tries = 2, and the places from users / 2 + ((f / users) * slots + slot) * 2 on. Where
 * they end too, after about users<sup>2</sup> / (4 * slots) follows, places begin again at users / 2 and duplicates appear.
 */
final class NewFollows {
    static final int PASSES = 64;
    private static final int STRIDE = 37;
    private static final int MAX_TRIES = 16;
    private static final long ENOUGH = 128;
    private static final int SPILL_TRIES = 2;

    private final Network network;
    private final long phaseKey;
    private final int slot;
    private final int slots;
    private final int users;
    private final WeightTable shares;
    private final long size;

    NewFollows(Network network, long phaseKey, int slot, int slots) {
        this.network = network;
        this.phaseKey = phaseKey;
        this.slot = slot;
        this.slots = slots;
        this.users = network.users();
        this.shares = shares(network.popularity(), users);
        this.size = shares.total() / PASSES;
    }

    private static WeightTable shares(WeightTable popularity, int users) {
        long step = popularity.total() / ((long) PASSES * users);
        long[] shares = new long[popularity.size()];
        for (int rank = 0; rank < shares.length; rank++) {
            shares[rank] = Math.max(1, popularity.weight(rank) / step);
        }
        return WeightTable.of(shares);
    }

    /** Whose turn it is, the number of the turn, and how many places each of its turns has. */
    private record Turn(int rank, long number, int tries) {}

    Edge at(long f) {
        Turn turn = turn(f);
        return full(turn)
                ? spill(f)
                : pick(network.userOfRank(turn.rank()), (turn.number() * slots + slot) * turn.tries(), turn.tries());
    }

    /** Whether the followee of this rank is drawn uniformly; {@link SpillEstimate} foretells how often. */
    boolean spills(long f) {
        return full(turn(f));
    }

    /** Whether follow f may be a duplicate: all of its possible followers are taken, or its places began again. */
    boolean repeats(long f) {
        Edge edge = at(f);
        boolean loaded = network.follows((int) edge.user(), (int) edge.followee());
        return loaded || (full(turn(f)) && spillPlace(f) >= spillPlaces());
    }

    private Turn turn(long f) {
        long pass = f / size;
        long y = new Permutation(size, Mix.mix(phaseKey, RandomStream.PASS, pass)).at(f % size);
        long share = PASSES * y + (STRIDE * pass) % PASSES;
        int rank = shares.find(share);
        long copies = (shares.weight(rank) + PASSES - 1) / PASSES;
        long number = pass * copies + (share - shares.start(rank)) / PASSES;
        return new Turn(rank, number, tries(network.followedShare(rank)));
    }

    private boolean full(Turn turn) {
        return turn.number() >= users / 2 / ((long) turn.tries() * slots);
    }

    static int tries(long followedShare) {
        long q = Math.min(65_535, followedShare);
        int tries = 1;
        while (q > ENOUGH && tries < MAX_TRIES) {
            q = (q * q) >>> 16;
            tries *= 2;
        }
        return tries;
    }

    private Edge spill(long f) {
        Permutation order = new Permutation(users, Mix.mix(network.key(), RandomStream.SPILL, f / users));
        return pick((int) order.at(f % users), users / 2 + spillPlace(f) % spillPlaces(), SPILL_TRIES);
    }

    private long spillPlace(long f) {
        return (f / users * slots + slot) * SPILL_TRIES;
    }

    private int spillPlaces() {
        return Math.max(1, users - users / 2 - 1);
    }

    private Edge pick(int followee, long place, int tries) {
        Permutation order = new Permutation(users, Mix.mix(network.key(), RandomStream.FOLLOWERS, followee));
        int user = followee;
        for (int i = 0; i < tries; i++) {
            user = (int) order.at((place + i) % users);
            if (user != followee && !network.follows(user, followee)) {
                return new Edge(user, followee);
            }
        }
        return new Edge(user == followee ? (user + 1) % users : user, followee);
    }
}
