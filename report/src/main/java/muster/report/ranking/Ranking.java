package muster.report.ranking;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import muster.statistics.Interval;

/**
 * Contenders for one question, and what the best is shown to be to the others. Who makes it decides by rules of their own: arms of a
 * phase, restarts, steps of a sweep and limits differ in what an interval rests on, and not in what is concluded from it.
 *
 * @param contenders best first; those that are compared with none last
 * @param pairs the best against others, in their order
 * @param alike share within which {@link Decision#ALIKE} pairs differ: 0.05 for 5 %
 */
public record Ranking(Criterion by, List<Contender> contenders, List<Pair> pairs, double alike) {
    /** Digits of a share beyond these say nothing. */
    private static final MathContext SHARE = new MathContext(2, RoundingMode.CEILING);

    /** What an interval shows of the best, or of an arm, compared with another. */
    public enum Decision {
        BETTER,
        WORSE,
        /** They differ by no more than a margin. */
        ALIKE,
        UNDECIDED
    }

    /**
     * One of those that are compared.
     *
     * @param figure by which it is ranked
     * @param level the same with the interval of this contender alone; without bounds where there is none
     * @param remark what must be known of it besides; "" for nothing
     */
    public record Contender(String name, double figure, Interval level, String remark) {
        public Contender(String name, double figure, Interval level) {
            this(name, figure, level, "");
        }
    }

    /**
     * The best against one other.
     *
     * @param ratio how many times as good the best is, with the interval that decides; its upper end may be infinite
     */
    public record Pair(Contender other, Interval ratio, Decision decision) {}

    /** Whether the best is shown to be better than each other. */
    public boolean hasWinner() {
        return !pairs.isEmpty() && pairs.stream().allMatch(pair -> pair.decision == Decision.BETTER);
    }

    /** Whether the best is shown to be better than some other. */
    public boolean hasBetter() {
        return !of(Decision.BETTER).isEmpty();
    }

    List<Pair> of(Decision decision) {
        return pairs.stream().filter(pair -> pair.decision == decision).toList();
    }

    /** The share by which two differ at most, rounded up to two digits: 0.082 for an interval from 0.93 to 1.0815. */
    public static double within(Interval ratio) {
        return BigDecimal.valueOf(ratio.farthestFromOne()).round(SHARE).doubleValue();
    }
}
