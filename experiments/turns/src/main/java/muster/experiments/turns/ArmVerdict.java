package muster.experiments.turns;

import static muster.experiments.turns.InterleavedComparison.CLIENT_CPU;
import static muster.experiments.turns.InterleavedComparison.SERVER_CPU;
import static muster.experiments.turns.InterleavedComparison.THROUGHPUT;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;
import muster.report.ranking.RankingSentence;
import muster.statistics.Interval;
import muster.statistics.Paired;
import muster.text.Quantity;

/**
 * What turns say of one arm and the first, in one sentence.
 *
 * @param decided whether one completes more, or both are alike within the precision
 */
public record ArmVerdict(String text, boolean decided) {
    private static final Map<String, String> PROCESSOR_TIME =
            new TreeMap<>(Map.of(SERVER_CPU, "server CPU", CLIENT_CPU, "client CPU"));

    /**
     * Judges two arms by their turns.
     *
     * @param precision that was asked for: half the width of the interval, as a share
     */
    public static ArmVerdict of(InterleavedComparison comparison, double precision) {
        if (!comparison.ratio(THROUGHPUT).bounded()) {
            return new ArmVerdict(comparison.withoutInterval(), false);
        }
        Decision decision = decision(comparison, THROUGHPUT, precision);
        Criterion throughput = Criterion.throughput("operations/s", Quantity::rate);
        String text = RankingSentence.of(ranking(comparison, THROUGHPUT, throughput, decision));
        return decision == Decision.UNDECIDED
                ? new ArmVerdict(text + "; " + comparison.untilDecided(precision) + " (--max-time)", false)
                : new ArmVerdict(text, true);
    }

    /** The same by processor time an operation, of the server and of the clients, which neighbours disturb less; those that are known. */
    public static List<String> byProcessorTime(InterleavedComparison comparison, double precision) {
        return PROCESSOR_TIME.entrySet().stream()
                .filter(of -> comparison.ratio(of.getKey()).bounded())
                .map(of -> sentence(comparison, of.getKey(), of.getValue(), precision))
                .toList();
    }

    private static String sentence(InterleavedComparison comparison, String figure, String whose, double precision) {
        Decision decision = decision(comparison, figure, precision);
        String text = RankingSentence.of(ranking(comparison, figure, Criterion.processorTime(whose), decision));
        return decision == Decision.BETTER ? whose + ": " + text : text;
    }

    private static Decision decision(InterleavedComparison comparison, String figure, double precision) {
        return comparison.different(figure)
                ? Decision.BETTER
                : comparison.precise(figure, precision) ? Decision.ALIKE : Decision.UNDECIDED;
    }

    private static Ranking ranking(InterleavedComparison comparison, String figure, Criterion by, Decision decision) {
        Interval ratio = comparison.ratio(figure);
        Paired values = comparison.figure(figure);
        Contender base = new Contender(comparison.base(), values.medianOfStandalone(), Interval.NONE);
        Contender arm = new Contender(comparison.arm(), values.medianOfCluster(), Interval.NONE);
        boolean best = figure.equals(THROUGHPUT) == ratio.estimate() > 1;
        Interval times = ratio.estimate() > 1 ? ratio : ratio.inverse();
        Pair pair = new Pair(best ? base : arm, times, decision);
        return new Ranking(by, List.of(best ? arm : base, pair.other()), List.of(pair), Ranking.within(ratio));
    }
}
