package muster.workloads.graphity;

import java.util.Map;
import java.util.TreeMap;
import muster.workloads.FollowSpill;

/**
 * What {@link NewFollows} does in the long run, from the shares of each rank: in each pass a rank is drawn for its part,
 * and it is full after as many passes as its followers last. Users that the phase itself added follow uniformly too
 * ({@link MixedActions}).
 */
final class SpillEstimate implements FollowSpill {
    private static final int POINTS = 512;

    private final int users;
    private final double followShare;
    private final double addShare;
    private final long horizon;
    private final double size;
    /** A rank is full after so many passes; ascending. */
    private final double[] passes;
    /** The share of all draws that ranks have which are full by then, and the sum of each rank's share times its passes. */
    private final double[] shares;

    private final double[] moments;

    private SpillEstimate(Popularity popularity, GraphitySettings settings, int slots) {
        users = popularity.users();
        followShare = settings.share(Action.FOLLOW);
        addShare = settings.share(Action.ADD_USER);
        horizon = settings.horizon();
        Map<Double, Double> fullAfter = new TreeMap<>();
        double step = popularity.totalWeight() / ((double) NewFollows.PASSES * users);
        double all = 0;
        for (Popularity.Group group : popularity.groups()) {
            double rank = Math.max(1, Math.floor(group.weight() / step));
            long limit = users / 2 / ((long) NewFollows.tries(Popularity.units(group)) * slots);
            fullAfter.merge(limit / Math.ceil(rank / NewFollows.PASSES), rank * group.users(), Double::sum);
            all += rank * group.users();
        }
        size = all / NewFollows.PASSES;
        passes = new double[fullAfter.size()];
        shares = new double[passes.length + 1];
        moments = new double[passes.length + 1];
        int i = 0;
        for (Map.Entry<Double, Double> entry : fullAfter.entrySet()) {
            double share = entry.getValue() / all;
            passes[i] = entry.getKey();
            shares[i + 1] = shares[i] + share;
            moments[i + 1] = moments[i] + share * entry.getKey();
            i++;
        }
    }

    /** {@link FollowSpill#NONE} if the mix holds no follow. */
    static FollowSpill of(Popularity popularity, GraphitySettings settings, int slots) {
        return settings.share(Action.FOLLOW) == 0 ? NONE : new SpillEstimate(popularity, settings, slots);
    }

    @Override
    public double share(long operations) {
        double sum = 0;
        for (int point = 0; point < POINTS; point++) {
            double index = (point + 0.5) / POINTS * operations;
            double added = Math.max(0, index - horizon) * addShare;
            double byLoaded = users / (users + added);
            sum += 1 - byLoaded * (1 - spilledAt(index * followShare / size));
        }
        return sum / POINTS;
    }

    /** The share of draws that spill in a pass. A rank's turns come in no order within it: some spill from its beginning. */
    private double spilledAt(double at) {
        double pass = Math.floor(at);
        int full = upTo(pass);
        int meanwhile = upTo(pass + 1);
        return shares[full] + (pass + 1) * (shares[meanwhile] - shares[full]) - (moments[meanwhile] - moments[full]);
    }

    /** How many entries of {@link #passes} are not larger. */
    private int upTo(double pass) {
        int low = 0;
        int high = passes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (passes[middle] <= pass) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
