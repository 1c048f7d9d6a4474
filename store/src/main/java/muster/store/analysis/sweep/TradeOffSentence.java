package muster.store.analysis.sweep;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import muster.store.analysis.statistics.Best;
import muster.store.analysis.statistics.Interval;
import muster.text.Quantity;

/** Says of steps at one rate what each operation gains or loses with the later ones, compared with the first. */
final class TradeOffSentence {
    private final List<OperationAnswer> operations;

    /** @param operations of the same steps, two at least */
    TradeOffSentence(List<OperationAnswer> operations) {
        this.operations = operations;
    }

    /** Such as "graphity against stou: feed 2.31 times faster (1.90 to 2.80), post 1.60 times slower (1.30 to 1.90)". */
    String text() {
        int later = operations.getFirst().steps().size() - 1;
        return IntStream.range(0, later).mapToObj(this::against).collect(Collectors.joining("; ")) + wanted();
    }

    private String against(int later) {
        List<SweepStep> steps = operations.getFirst().steps();
        return name(steps.get(later + 1)) + " against " + name(steps.getFirst()) + ": "
                + operations.stream()
                        .map(answer ->
                                answer.operation() + part(answer.byFirst().get(later)))
                        .collect(Collectors.joining(", "));
    }

    /** Where one name is swept its value says enough. */
    private static String name(SweepStep step) {
        return step.values().size() == 1 && step.numeric().isEmpty()
                ? step.values().values().iterator().next()
                : step.name();
    }

    private static String part(Best best) {
        boolean second = best.best() == 1;
        return switch (best.kind()) {
            case DECIDED ->
                " " + Quantity.times(best.ratio().estimate()) + (second ? " times faster " : " times slower ")
                        + range(best.ratio());
            case UNBALANCED -> undecided(best.ratio(), second) + ", as one of the two ran first in most trials";
            case ALIKE -> " alike";
            case ALONE -> ": nothing to compare";
            case UNDECIDED ->
                best.isNearlyAlike() ? " " + OperationAnswer.alikeWithin(best) : undecided(best.ratio(), second);
        };
    }

    private static String undecided(Interval ratio, boolean second) {
        Interval faster = second ? ratio : inverse(ratio);
        return " undecided "
                + (ratio.bounded()
                        ? "(%s to %s times as fast)"
                                .formatted(Quantity.times(faster.low()), Quantity.times(faster.high()))
                        : "(too few trials)");
    }

    private String wanted() {
        int more = operations.stream()
                .flatMap(answer -> answer.byFirst().stream())
                .filter(best -> best.kind() == Best.Kind.UNDECIDED && !best.isNearlyAlike())
                .mapToInt(Best::moreTrials)
                .max()
                .orElse(0);
        return more > 0 ? "; about " + more + " more trials would decide the rest" : "";
    }

    private static Interval inverse(Interval ratio) {
        return new Interval(1 / ratio.estimate(), 1 / ratio.high(), 1 / ratio.low());
    }

    private static String range(Interval ratio) {
        return "(" + Quantity.times(ratio.low()) + " to " + Quantity.times(ratio.high()) + ")";
    }
}
