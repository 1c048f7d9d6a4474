package muster.experiments.limit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import muster.coordinator.core.event.ExitCode;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;
import muster.statistics.Interval;
import muster.text.Quantity;

/**
 * The limits of several targets, compared (docs/decisions/0119-limits-in-turns.md).
 *
 * @param slo the bound
 * @param targets best first: those that failed last, before them those that carry no rate
 */
record LimitComparison(String slo, List<ComparedLimit> targets) {
    /** The equivalence margin: within it of 1 a ratio counts as alike. */
    static final double MARGIN = 0.1;

    static final Criterion LIMIT = new Criterion(
            "limit",
            "carries",
            "as much as",
            "operations/s",
            perS -> LimitText.rate(perS) + " operations/s",
            Quantity::compact);

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

    /** The best against each other that carries a rate; none of one alone, or where the best failed. */
    Ranking ranking() {
        List<ComparedLimit> compared = IntStream.range(0, targets.size())
                .filter(this::compares)
                .mapToObj(targets::get)
                .toList();
        List<Pair> pairs = compared.stream()
                .skip(1)
                .map(other -> pair(compared.getFirst(), other))
                .toList();
        double alike = pairs.stream()
                .filter(pair -> pair.decision() == Decision.ALIKE)
                .mapToDouble(pair -> Ranking.within(pair.ratio()))
                .max()
                .orElse(0);
        return new Ranking(
                LIMIT, compared.stream().map(ComparedLimit::contender).toList(), pairs, alike);
    }

    private static Pair pair(ComparedLimit best, ComparedLimit other) {
        Interval ratio = best.interval().over(other.interval());
        return new Pair(other.contender(), ratio, decision(ratio));
    }

    private static Decision decision(Interval ratio) {
        if (ratio.low() > 1) {
            return Decision.BETTER;
        }
        return ratio.farthestFromOne() <= MARGIN ? Decision.ALIKE : Decision.UNDECIDED;
    }

    private boolean compares(int target) {
        return targets.get(target).carries() && !targets.get(target).failed();
    }

    Verdict verdict() {
        return ratio(0).map(LimitComparison::verdict).orElseGet(this::withoutRatio);
    }

    private static Verdict verdict(Interval ratio) {
        return switch (decision(ratio)) {
            case BETTER -> Verdict.MORE;
            case ALIKE -> Verdict.ALIKE;
            case WORSE, UNDECIDED -> Verdict.UNDECIDED;
        };
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
