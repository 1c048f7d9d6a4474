package muster.workloads.graphity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.workloads.data.EdgeList;
import muster.workloads.random.DegreeTable;

/**
 * How often users are followed, in groups of about the same popularity: what {@link SpillEstimate} needs of a network,
 * without drawing one.
 *
 * @param users of the whole network
 */
record Popularity(int users, List<Group> groups) {
    /** Ranks up to this one are groups of their own; a group of later ones is a hundredth of its first rank wide. */
    private static final int SINGLE_RANKS = 1_000;

    private static final double UNITS = 1 << 16;

    /**
     * @param weight of each of these users; only the ratio of weights matters
     * @param followedShare how much of all users follow each of them in the loaded network, 0 to 1
     */
    record Group(double weight, double followedShare, long users) {}

    /** As {@link SyntheticNetwork} draws it. */
    static Popularity synthetic(int users, DegreeTable degrees, double exponent) {
        List<Group> ranks = new ArrayList<>();
        double total = 0;
        for (long rank = 1; rank <= users; ) {
            long width = Math.min(users + 1L - rank, rank <= SINGLE_RANKS ? 1 : rank / 100);
            double weight = Math.pow(rank + (width - 1) / 2.0, -exponent);
            ranks.add(new Group(weight, 0, width));
            total += weight * width;
            rank += width;
        }
        double degree = degrees.mean(users / 2);
        List<Group> groups = new ArrayList<>();
        for (Group rank : ranks) {
            groups.add(new Group(rank.weight(), rank.weight() / total * degree, rank.users()));
        }
        return new Popularity(users, groups);
    }

    /** As {@link DataNetwork} counts it, but that an edge which is given twice counts twice. */
    static Popularity of(EdgeList graph) {
        int users = graph.vertices();
        int[] followers = new int[users];
        for (int e = 0; e < graph.edges(); e++) {
            followers[graph.targets()[e]] += graph.sources()[e] == graph.targets()[e] ? 0 : 1;
        }
        Map<Integer, Long> counts = new TreeMap<>();
        for (int each : followers) {
            counts.merge(each, 1L, Long::sum);
        }
        List<Group> groups = new ArrayList<>();
        counts.forEach((each, count) -> groups.add(new Group(each + 1.0, (double) each / users, count)));
        return new Popularity(users, groups);
    }

    double totalWeight() {
        return groups.stream()
                .mapToDouble(group -> group.weight() * group.users())
                .sum();
    }

    /** In the units of {@link Network#followedShare}. */
    static long units(Group group) {
        return (long) (group.followedShare() * UNITS);
    }
}
