package muster.experiments.turns;

import java.util.List;
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
    private static final Criterion THROUGHPUT = Criterion.throughput("operations/s", Quantity::rate);

    /**
     * Judges two arms by their turns.
     *
     * @param precision that was asked for: half the width of the interval, as a share
     */
    public static ArmVerdict of(InterleavedComparison comparison, double precision) {
        if (!comparison.ratio("throughput").bounded()) {
            return new ArmVerdict(comparison.withoutInterval(), false);
        }
        Decision decision = decision(comparison, precision);
        String text = RankingSentence.of(ranking(comparison, decision));
        return decision == Decision.UNDECIDED
                ? new ArmVerdict(text + "; " + comparison.untilDecided(precision) + " (--max-time)", false)
                : new ArmVerdict(text, true);
    }

    private static Decision decision(InterleavedComparison comparison, double precision) {
        return comparison.different()
                ? Decision.BETTER
                : comparison.precise(precision) ? Decision.ALIKE : Decision.UNDECIDED;
    }

    private static Ranking ranking(InterleavedComparison comparison, Decision decision) {
        Interval ratio = comparison.ratio("throughput");
        Paired perS = comparison.figure("throughput");
        Contender base = new Contender(comparison.base(), perS.medianOfStandalone(), Interval.NONE);
        Contender arm = new Contender(comparison.arm(), perS.medianOfCluster(), Interval.NONE);
        boolean more = ratio.estimate() > 1;
        Pair pair = more ? new Pair(base, ratio, decision) : new Pair(arm, ratio.inverse(), decision);
        return new Ranking(THROUGHPUT, List.of(more ? arm : base, pair.other()), List.of(pair), Ranking.within(ratio));
    }
}
