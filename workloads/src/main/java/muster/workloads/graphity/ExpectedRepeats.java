package muster.workloads.graphity;

import java.util.function.Supplier;
import java.util.stream.LongStream;
import muster.workloads.ExpectedOthers;

/**
 * Follows and unfollows for which a small graph has no edge left: a follow is a duplicate then, and an unfollow of oneself is
 * absent. Their share is that of a sample of the operations themselves.
 */
record ExpectedRepeats(GraphitySettings settings, Supplier<MixedActions> operations) implements ExpectedOthers {
    private static final int SAMPLE = 1_000;
    /** Operations that the sample cannot tell: popular users have few followers left, and an edge may have been taken away meanwhile. */
    private static final double UNSEEN = 0.005;

    @Override
    public long most(String operation, long executed) {
        return Action.ALL.stream()
                .filter(action -> action == Action.FOLLOW || action == Action.UNFOLLOW)
                .filter(action -> action.label().equals(operation) && settings.share(action) > 0)
                .mapToLong(action -> Math.round(executed * (UNSEEN + share(action, executed))))
                .map(most -> Math.min(most, executed))
                .sum();
    }

    private double share(Action action, long executed) {
        MixedActions actions = operations.get();
        long step = Math.max(1, executed / SAMPLE);
        long[] ranks = LongStream.iterate(0, rank -> rank < executed, rank -> rank + step)
                .toArray();
        return LongStream.of(ranks)
                        .filter(rank -> actions.findsNothingNew(action, rank))
                        .count()
                / Math.max(1.0, ranks.length);
    }
}
