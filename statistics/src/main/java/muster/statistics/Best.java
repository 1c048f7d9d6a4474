package muster.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which of several figures is the highest, each measured once in every trial. Steps are compared trial by trial, as a trial's
 * steps run one after the other. The best must be better than each other by an interval of 95 %; more steps need no
 * wider one, as a wrong best would have to beat all others at once (Gutmann and Maymin, Is the selected population the best?, 1987).
 * Where one of two steps ran first in most trials, a drift of the target would look like a difference, and none is decided.
 *
 * @param best of the steps, by the mean of its logarithms; -1 where no step has a figure
 * @param rival the other that comes nearest to it, as far as is known; -1 for a step alone
 * @param ratio best by rival, with the interval that decides; bounds are NaN with fewer than two trials
 * @param kind what is shown
 * @param moreTrials that would decide it with 80 % power, about, if the true ratio is the one seen; 0 where it is decided, -1
 *     where no number would
 */
public record Best(int best, int rival, Interval ratio, Kind kind, int moreTrials) {
    /** Differences up to this are none to speak of. */
    public static final double SMALL = Power.SMALL;

    /** A figure is not known better than this, however alike its trials are. */
    private static final double MIN_DEVIATION = 1e-4;

    /** An interval that lies within this of 1 says how much alike two steps are, if not which is better. */
    private static final double NEARLY_ALIKE = 1 / 3.0;

    /** An odd number of trials leaves one over. */
    private static final int MAX_AHEAD = 1;

    /** What is shown of the best step. */
    public enum Kind {
        /** It is the best. */
        DECIDED,
        /** It and its rivals differ by less than {@link #SMALL}. */
        ALIKE,
        /** It is ahead by an interval that excludes 1, but so it would be by a drift: see {@link #rival}. */
        UNBALANCED,
        UNDECIDED,
        /** Nothing to compare it with. */
        ALONE
    }

    /**
     * The best against one other.
     *
     * @param ahead in how many more trials one of the two ran before the other
     */
    private record Duel(int rival, Interval ratio, double deviation, int ahead) {
        boolean balanced() {
            return ahead <= MAX_AHEAD;
        }
    }

    /**
     * Compares them.
     *
     * @param figures positive numbers, by step and trial; NaN for a trial that a step has not
     * @param places of each figure: how many steps of its trial ran before it; all alike where that is not known
     */
    public static Best of(double[][] figures, int[][] places) {
        return of(figures, places, 1);
    }

    /**
     * The same by intervals that are wide enough for so many pairs of steps together.
     *
     * @param pairs 1 where the best is compared with each other
     */
    public static Best of(double[][] figures, int[][] places, int pairs) {
        List<Integer> known = IntStream.range(0, figures.length)
                .filter(step -> Double.isFinite(meanLog(figures[step])))
                .boxed()
                .toList();
        if (known.isEmpty()) {
            return new Best(-1, -1, Interval.NONE, Kind.ALONE, 0);
        }
        int best = known.stream()
                .reduce((a, b) -> meanLog(figures[b]) > meanLog(figures[a]) ? b : a)
                .orElseThrow();
        List<Duel> duels = new ArrayList<>();
        for (int step : known) {
            if (step != best) {
                duels.add(
                        duel(step, logRatios(figures[best], figures[step]), ahead(figures, places, best, step), pairs));
            }
        }
        if (duels.isEmpty()) {
            return new Best(best, -1, Interval.NONE, Kind.ALONE, 0);
        }
        int trials = duels.stream()
                .mapToInt(duel -> logRatios(figures[best], figures[duel.rival]).length)
                .min()
                .orElseThrow();
        return judged(best, duels, trials);
    }

    /** Whether it is not shown which is better, but that they do not differ by much. */
    public boolean isNearlyAlike() {
        return kind == Kind.UNDECIDED && ratio.bounded() && ratio.farthestFromOne() <= NEARLY_ALIKE;
    }

    private static Best judged(int best, List<Duel> duels, int trials) {
        Duel nearest = duels.stream().reduce((a, b) -> isNearer(b, a) ? b : a).orElseThrow();
        if (trials < Gate.MIN_TRIALS) {
            return new Best(best, nearest.rival, nearest.ratio, Kind.UNDECIDED, Gate.MIN_TRIALS - trials);
        }
        List<Duel> near = duels.stream()
                .filter(duel -> !(duel.ratio.low() > 1) || alike(duel))
                .toList();
        if (near.isEmpty()) {
            return duels.stream()
                    .filter(duel -> !duel.balanced())
                    .reduce((a, b) -> isNearer(b, a) ? b : a)
                    .map(duel -> new Best(best, duel.rival, duel.ratio, Kind.UNBALANCED, 0))
                    .orElseGet(() -> new Best(best, nearest.rival, nearest.ratio, Kind.DECIDED, 0));
        }
        return near.stream().allMatch(Best::alike)
                ? new Best(best, nearest.rival, nearest.ratio, Kind.ALIKE, 0)
                : new Best(best, nearest.rival, nearest.ratio, Kind.UNDECIDED, moreTrials(nearest, trials));
    }

    /** By the lower bound; one without bounds, of which least is known, comes before all that have some. */
    private static boolean isNearer(Duel one, Duel other) {
        boolean bounded = one.ratio.bounded();
        if (bounded != other.ratio.bounded()) {
            return !bounded;
        }
        return bounded ? one.ratio.low() < other.ratio.low() : one.ratio.estimate() < other.ratio.estimate();
    }

    private static boolean alike(Duel duel) {
        return duel.ratio.low() >= 1 / (1 + SMALL) && duel.ratio.high() <= 1 + SMALL;
    }

    private static int ahead(double[][] figures, int[][] places, int best, int other) {
        return ahead(places[best], places[other], trial -> figures[best][trial] > 0 && figures[other][trial] > 0);
    }

    private static Duel duel(int rival, double[] logRatios, int ahead, int pairs) {
        double mean = Mean.mean(logRatios);
        if (logRatios.length < 2) {
            return new Duel(rival, new Interval(Math.exp(mean), Double.NaN, Double.NaN), Double.NaN, ahead);
        }
        double deviation = Math.max(MIN_DEVIATION, Mean.deviation(logRatios));
        double half = Student.quantile(logRatios.length - 1, pairs) * deviation / Math.sqrt(logRatios.length);
        return new Duel(
                rival, new Interval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half)), deviation, ahead);
    }

    private static int moreTrials(Duel duel, int trials) {
        return Power.moreTrials(
                Math.log(duel.ratio.estimate()),
                more -> duel.deviation / Math.sqrt(trials + more),
                more -> trials + more - 1);
    }

    /** Whether of any two steps each ran before the other in as many trials; an odd number of trials leaves one over. */
    public static boolean balanced(int[][] places) {
        return IntStream.range(0, places.length)
                .allMatch(one -> IntStream.range(0, one)
                        .allMatch(other -> ahead(places[one], places[other], trial -> true) <= MAX_AHEAD));
    }

    /** In how many more of these trials one of the two ran before the other. */
    private static int ahead(int[] places, int[] others, IntPredicate trials) {
        return Math.abs(IntStream.range(0, places.length)
                .filter(trials)
                .map(trial -> Integer.signum(places[trial] - others[trial]))
                .sum());
    }

    private static double[] logRatios(double[] best, double[] other) {
        return IntStream.range(0, best.length)
                .filter(trial -> best[trial] > 0 && other[trial] > 0)
                .mapToDouble(trial -> Math.log(best[trial] / other[trial]))
                .toArray();
    }

    private static double meanLog(double[] figures) {
        return IntStream.range(0, figures.length)
                .filter(trial -> figures[trial] > 0)
                .mapToDouble(trial -> Math.log(figures[trial]))
                .average()
                .orElse(Double.NaN);
    }
}
