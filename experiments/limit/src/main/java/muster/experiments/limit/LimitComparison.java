package muster.experiments.limit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import muster.coordinator.core.event.ExitCode;
import muster.statistics.Interval;

/**
 * The limits of several targets, compared (docs/decisions/0119-limits-in-turns.md).
 *
 * @param slo the bound
 * @param targets best first: those that failed last, before them those that carry no rate
 */
record LimitComparison(String slo, List<ComparedLimit> targets) {
    /** The equivalence margin: within it of 1 a ratio counts as alike. */
    static final double MARGIN = 0.1;

    /** What is said of the two best. */
    enum Verdict {
        /** The best carries more than the next: the interval of their ratio excludes 1. */
        MORE,
        /** No target but the best carries any rate. */
        ALONE,
        /** The interval contains 1, and lies within the margin. */
        ALIKE,
        /** No target carries any rate. */
        NONE,
        UNDECIDED
    }

    static LimitComparison of(String slo, List<ComparedLimit> targets) {
        Comparator<ComparedLimit> order = Comparator.comparing(ComparedLimit::failed)
                .thenComparing(target -> !target.carries())
                .thenComparing(target -> target.interval().estimate(), Comparator.reverseOrder());
        return new LimitComparison(slo, targets.stream().sorted(order).toList());
    }

    /** How many times as much a target carries as the next one of the table; empty where either carries no rate or failed. */
    Optional<Interval> ratio(int target) {
        boolean comparable = target + 1 < targets.size() && compares(target) && compares(target + 1);
        return comparable
                ? Optional.of(targets.get(target)
                        .interval()
                        .over(targets.get(target + 1).interval()))
                : Optional.empty();
    }

    private boolean compares(int target) {
        return targets.get(target).carries() && !targets.get(target).failed();
    }

    Verdict verdict() {
        return ratio(0).map(this::verdict).orElseGet(this::withoutRatio);
    }

    private Verdict verdict(Interval ratio) {
        if (ratio.low() > 1) {
            return Verdict.MORE;
        }
        return ratio.farthestFromOne() <= MARGIN ? Verdict.ALIKE : Verdict.UNDECIDED;
    }

    /** A target that failed, or whose search was ended before, might carry more. */
    private Verdict withoutRatio() {
        if (targets.stream().anyMatch(target -> !target.carries() && unfinished(target))
                || targets.stream().anyMatch(ComparedLimit::failed)) {
            return Verdict.UNDECIDED;
        }
        return compares(0) ? Verdict.ALONE : Verdict.NONE;
    }

    private static boolean unfinished(ComparedLimit target) {
        return !target.result().ended().isEmpty();
    }

    /** Of all targets, and of the verdict, the first that applies. */
    ExitCode exitCode() {
        ExitCode worst = targets.stream().map(ComparedLimit::exitCode).reduce(ExitCode.OK, ExitCode::worse);
        return verdict() == Verdict.UNDECIDED ? worst.worse(ExitCode.UNDECIDED) : worst;
    }
}
