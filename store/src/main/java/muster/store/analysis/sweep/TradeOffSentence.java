package muster.store.analysis.sweep;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import muster.store.analysis.statistics.Best;
import muster.store.analysis.statistics.Interval;

/** Says of two steps at one rate what each operation gains or loses with the second. */
final class TradeOffSentence {
    private final List<OperationAnswer> operations;

    /** @param operations of two steps each */
    TradeOffSentence(List<OperationAnswer> operations) {
        this.operations = operations;
    }

    /** Such as "algorithm=graphity against algorithm=stou: feed 2.31 times faster (1.90 to 2.80), post 1.60 times slower (1.30 to 1.90)". */
    String text() {
        List<SweepStep> steps = operations.getFirst().steps();
        return steps.get(1).name() + " against " + steps.getFirst().name() + ": "
                + operations.stream().map(TradeOffSentence::part).collect(Collectors.joining(", ")) + wanted();
    }

    private static String part(OperationAnswer answer) {
        Best best = answer.best();
        boolean second = best.best() == 1;
        return answer.operation()
                + switch (best.kind()) {
                    case DECIDED ->
                        " " + factor(best.ratio()) + (second ? " times faster " : " times slower ")
                                + range(best.ratio());
                    case ALIKE -> " alike";
                    case ALONE -> ": nothing to compare";
                    case UNDECIDED -> " undecided" + undecided(best.ratio(), second);
                };
    }

    private static String undecided(Interval ratio, boolean second) {
        Interval faster = second ? ratio : inverse(ratio);
        return ratio.bounded()
                ? " (%s to %s times as fast)".formatted(number(faster.low()), number(faster.high()))
                : " (too few trials)";
    }

    private String wanted() {
        int more = operations.stream()
                .map(OperationAnswer::best)
                .filter(best -> best.kind() == Best.Kind.UNDECIDED)
                .mapToInt(Best::moreTrials)
                .max()
                .orElse(0);
        return more > 0 ? "; about " + more + " more trials would decide the rest" : "";
    }

    private static Interval inverse(Interval ratio) {
        return new Interval(1 / ratio.estimate(), 1 / ratio.high(), 1 / ratio.low());
    }

    private static String range(Interval ratio) {
        return "(" + number(ratio.low()) + " to " + number(ratio.high()) + ")";
    }

    private static String factor(Interval ratio) {
        return number(ratio.estimate());
    }

    private static String number(double factor) {
        return String.format(Locale.ROOT, "%.2f", factor);
    }
}
