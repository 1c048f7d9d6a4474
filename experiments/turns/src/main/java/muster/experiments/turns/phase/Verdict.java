package muster.experiments.turns.phase;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;

/**
 * Which arm is the best at one operation, or at all of them together.
 *
 * @param operation {@link PhaseArm#ALL} for all
 * @param arms that have a figure, best first
 * @param ofBest the best against each other, in the order of {@code arms}
 * @param ofFirst each other arm against the first one of the plan, in the order of {@code arms}; none where the first has no figure
 * @param ranking of {@code arms} by {@code ofBest}
 */
record Verdict(
        String operation,
        Measure measure,
        List<PhaseArm> arms,
        List<ArmRatio> ofBest,
        List<ArmRatio> ofFirst,
        Ranking ranking) {
    /** Of its windows; an arm that stood still in more of them has response times that say little. */
    private static final double MAX_IDLE = 0.05;

    /**
     * Judges one operation. A best arm must be better than each other by an interval of 95 %; more arms need no wider one, as a
     * wrong best would have to beat all others at once. Where there is no best, the interval of a pair is wide enough for all pairs:
     * of many equal arms the one that came out first differs from the last more often than from any other.
     *
     * @param all arms of the plan that are compared, in its order
     */
    static Verdict of(TurnsPhase phase, List<PhaseArm> all, String operation, Measure measure) {
        List<PhaseArm> arms = all.stream()
                .filter(arm -> arm.operations().containsKey(operation) && measure.of(turns(arm, operation)) > 0)
                .sorted(order(operation, measure))
                .toList();
        Comparison comparison = new Comparison(phase, operation, measure);
        List<ArmRatio> winning = comparison.ofFirst(arms, 1);
        List<ArmRatio> ofBest =
                isWon(winning) ? winning : comparison.ofFirst(arms, arms.size() * (arms.size() - 1) / 2);
        List<ArmRatio> ofFirst = all.isEmpty() || !arms.contains(all.getFirst())
                ? List.of()
                : arms.stream()
                        .filter(arm -> !arm.name().equals(all.getFirst().name()))
                        .map(arm -> comparison.of(all.getFirst(), arm, 1))
                        .toList();
        return new Verdict(operation, measure, arms, ofBest, ofFirst, ranking(phase, arms, operation, measure, ofBest));
    }

    private static Ranking ranking(
            TurnsPhase phase, List<PhaseArm> arms, String operation, Measure measure, List<ArmRatio> ofBest) {
        List<Contender> contenders = arms.stream()
                .map(arm -> measure.contender(arm.name(), turns(arm, operation)))
                .toList();
        List<Pair> pairs = IntStream.range(0, ofBest.size())
                .mapToObj(i -> ofBest.get(i).pair(contenders.get(i + 1)))
                .toList();
        return new Ranking(measure.criterion(), contenders, pairs, phase.alike());
    }

    private static Comparator<PhaseArm> order(String operation, Measure measure) {
        Comparator<PhaseArm> rising = Comparator.comparingDouble(arm -> measure.of(turns(arm, operation)));
        return measure == Measure.THROUGHPUT ? rising.reversed() : rising;
    }

    private static OperationTurns turns(PhaseArm arm, String operation) {
        OperationTurns turns = arm.operations().get(operation);
        if (turns == null) {
            throw new IllegalArgumentException(operation);
        }
        return turns;
    }

    private record Comparison(TurnsPhase phase, String operation, Measure measure) {
        /** The first against each other. */
        List<ArmRatio> ofFirst(List<PhaseArm> arms, int ratios) {
            return arms.stream()
                    .skip(1)
                    .map(arm -> of(arm, arms.getFirst(), ratios))
                    .toList();
        }

        ArmRatio of(PhaseArm base, PhaseArm arm, int ratios) {
            boolean fit = !phase.isDisturbed() && (measure != Measure.RESPONSE || (!isIdle(base) && !isIdle(arm)));
            return ArmRatio.of(
                    base.name(),
                    turns(base, operation),
                    arm.name(),
                    turns(arm, operation),
                    measure,
                    measure == Measure.RESPONSE ? 1 : arm.edge() / base.edge(),
                    phase.alike(),
                    ratios,
                    fit);
        }

        private boolean isIdle(PhaseArm arm) {
            return Verdict.isIdle(phase, arm);
        }
    }

    /** Whether an arm completed nothing at all in more than a few windows. */
    static boolean isIdle(TurnsPhase phase, PhaseArm arm) {
        return arm.all().idle() > MAX_IDLE * phase.blocks();
    }

    private static boolean isWon(List<ArmRatio> ofBest) {
        return !ofBest.isEmpty() && ofBest.stream().allMatch(ratio -> ratio.is(Decision.BETTER));
    }

    /** How many times as good the best is as this arm; 1 where that is not shown. */
    double lead(String arm) {
        return ofBest.stream()
                .filter(ratio -> ratio.base().equals(arm) && ratio.is(Decision.BETTER))
                .mapToDouble(ratio -> ratio.ratio().estimate())
                .findFirst()
                .orElse(1);
    }

    /** How many times as long as the phase would decide the rest; -1 where no duration would, 0 where nothing is open. */
    double times() {
        return ofBest.stream().anyMatch(ratio -> ratio.times() < 0)
                ? -1
                : ofBest.stream().mapToDouble(ArmRatio::times).max().orElse(0);
    }
}
