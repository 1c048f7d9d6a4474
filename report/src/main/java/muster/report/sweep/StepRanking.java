package muster.report.sweep;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;
import muster.statistics.Best;
import muster.statistics.Median;

/**
 * Ranks the steps of a sweep by a figure of their trials. Where no step is the best, the interval of a pair is wide enough for all
 * pairs, as that of arms is.
 */
final class StepRanking {
    private final double[][] figures;
    private final int[][] places;
    private final Best best;

    /**
     * Of the same steps, by their index.
     *
     * @param figures and {@code places} as of {@link Best#of}
     */
    StepRanking(double[][] figures, int[][] places, Best best) {
        this.figures = figures;
        this.places = places;
        this.best = best;
    }

    /** @param contenders the steps, by the same index */
    Ranking by(Criterion criterion, List<Contender> contenders) {
        List<Integer> order = IntStream.range(0, figures.length)
                .boxed()
                .sorted(Comparator.comparing((Integer step) -> step != best.best())
                        .thenComparingDouble(step -> -level(step)))
                .toList();
        List<Integer> others = order.stream()
                .filter(step -> step != best.best() && Double.isFinite(level(step)))
                .toList();
        int pairs = best.kind() == Best.Kind.DECIDED ? 1 : others.size() * (others.size() + 1) / 2;
        List<Best> duels = others.stream().map(step -> duel(step, pairs)).toList();
        return new Ranking(
                criterion,
                order.stream().map(contenders::get).toList(),
                IntStream.range(0, duels.size())
                        .mapToObj(i -> pair(contenders.get(others.get(i)), duels.get(i)))
                        .toList(),
                duels.stream().mapToDouble(StepRanking::within).max().orElse(0));
    }

    /** NaN for a step without a figure. */
    private double level(int step) {
        return Median.of(
                Arrays.stream(figures[step]).filter(figure -> figure > 0).toArray());
    }

    private Best duel(int other, int pairs) {
        return Best.of(
                new double[][] {figures[best.best()], figures[other]},
                new int[][] {places[best.best()], places[other]},
                pairs);
    }

    private static Pair pair(Contender other, Best duel) {
        return new Pair(other, duel.ratio(), decision(duel));
    }

    private static Decision decision(Best duel) {
        return switch (duel.kind()) {
            case DECIDED -> Decision.BETTER;
            case ALIKE -> Decision.ALIKE;
            case UNDECIDED, UNBALANCED, ALONE -> duel.isNearlyAlike() ? Decision.ALIKE : Decision.UNDECIDED;
        };
    }

    private static double within(Best duel) {
        return switch (decision(duel)) {
            case ALIKE -> duel.kind() == Best.Kind.ALIKE ? Best.SMALL : Ranking.within(duel.ratio());
            case BETTER, WORSE, UNDECIDED -> 0;
        };
    }
}
