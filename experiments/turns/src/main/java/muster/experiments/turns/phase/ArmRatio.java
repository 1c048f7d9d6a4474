package muster.experiments.turns.phase;

import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;
import muster.statistics.Interval;
import muster.statistics.TurnsRatio;

/**
 * One arm against another, by one figure.
 *
 * @param ratio how many times as good {@code arm} is as {@code base}, with the interval that decides: it holds what the edges of windows may
 *     hide ({@link PhaseArm#edge})
 * @param median the same of median responses, unknown where a section has too few samples
 * @param times as long as the phase would decide it; 0 where it is decided, turns do not allow it or edges hide it, -1 where no duration would
 */
record ArmRatio(String arm, String base, Interval ratio, Interval median, Decision decision, double times) {
    /**
     * Compares them.
     *
     * @param edge by what the ratio would have to be multiplied without edges of windows
     * @param alike share up to which two arms count as alike
     * @param ratios how many pairs of arms are judged together: their intervals hold the truth together in 95 of 100 cases
     * @param fit whether the turns allow a decision at all
     */
    static ArmRatio of(
            String base,
            OperationTurns ofBase,
            String arm,
            OperationTurns ofArm,
            Measure measure,
            double edge,
            double alike,
            int ratios,
            boolean fit) {
        TurnsRatio turns = measure.ratio(ofBase, ofArm);
        Interval counted = turns.ratio(ratios);
        Interval ratio =
                new Interval(counted.estimate(), counted.low() * Math.min(1, edge), counted.high() * Math.max(1, edge));
        Decision decision = fit ? decision(ratio, alike) : Decision.UNDECIDED;
        boolean open = fit && decision(counted, alike) == Decision.UNDECIDED;
        return new ArmRatio(
                arm,
                base,
                ratio,
                Measure.median(ofBase, ofArm),
                decision,
                open ? turns.timesToDecide(alike, ratios) : 0);
    }

    private static Decision decision(Interval ratio, double alike) {
        if (!ratio.bounded()) {
            return Decision.UNDECIDED;
        }
        if (!ratio.contains(1)) {
            return ratio.low() > 1 ? Decision.BETTER : Decision.WORSE;
        }
        return ratio.low() >= 1 - alike && ratio.high() <= 1 + alike ? Decision.ALIKE : Decision.UNDECIDED;
    }

    /** The same in a ranking whose best is {@code arm}. */
    Pair pair(Contender other) {
        return new Pair(other, ratio, decision);
    }

    boolean is(Decision other) {
        return decision == other;
    }
}
