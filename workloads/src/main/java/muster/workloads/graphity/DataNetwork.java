package muster.workloads.graphity;

import java.util.Arrays;
import java.util.stream.IntStream;
import muster.workloads.data.EdgeList;
import muster.workloads.random.Mix;
import muster.workloads.random.WeightTable;

/**
 * A given network. Followees are in ascending order; an edge that is given twice counts once, one from a user to itself
 * not at all. Popularity is the number of followers plus one, times
 * 65,536; among equals the smaller user is more popular.
 */
final class DataNetwork implements Network {
    private final long key;
    private final int[][] followees;
    private final EdgeOffsets starts;
    private final int[] userOfRank;
    private final WeightTable popularity;

    DataNetwork(long seed, EdgeList graph) {
        key = Mix.mix(seed, RandomStream.NETWORK);
        followees = followees(graph);
        starts = starts(followees);
        long[] followers = followers(followees);
        userOfRank = IntStream.range(0, followees.length)
                .boxed()
                .sorted((a, b) -> Long.compare(followers[b], followers[a]))
                .mapToInt(Integer::intValue)
                .toArray();
        popularity = WeightTable.of(Arrays.stream(userOfRank)
                .mapToLong(user -> (followers[user] + 1) << 16)
                .toArray());
    }

    private static int[][] followees(EdgeList graph) {
        int[] degrees = new int[graph.vertices()];
        for (int source : graph.sources()) {
            degrees[source]++;
        }
        int[][] rows = new int[graph.vertices()][];
        Arrays.setAll(rows, user -> new int[degrees[user]]);
        for (int e = 0; e < graph.edges(); e++) {
            int source = graph.sources()[e];
            rows[source][--degrees[source]] = graph.targets()[e];
        }
        Arrays.setAll(rows, user -> distinct(user, rows[user]));
        return rows;
    }

    private static int[] distinct(int user, int[] row) {
        return Arrays.stream(row)
                .filter(other -> other != user)
                .sorted()
                .distinct()
                .toArray();
    }

    private static EdgeOffsets starts(int[][] rows) {
        long[] starts = new long[rows.length + 1];
        for (int user = 0; user < rows.length; user++) {
            starts[user + 1] = starts[user] + rows[user].length;
        }
        return new EdgeOffsets(starts);
    }

    private static long[] followers(int[][] rows) {
        long[] followers = new long[rows.length];
        for (int[] row : rows) {
            for (int followee : row) {
                followers[followee]++;
            }
        }
        return followers;
    }

    @Override
    public Edge edge(long number) {
        int user = starts.user(number);
        return new Edge(user, followees[user][starts.place(user, number)]);
    }

    @Override
    public boolean follows(int user, int followee) {
        return Arrays.binarySearch(followees[user], followee) >= 0;
    }

    @Override
    public int[] followees(int user) {
        return followees[user].clone();
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public int users() {
        return followees.length;
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

    /** (weight - 65536) / users. */
    @Override
    public long followedShare(int rank) {
        return (popularity.weight(rank) - (1 << 16)) / users();
    }
}
