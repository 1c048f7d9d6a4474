package muster.experiments.limit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.report.ranking.RankingSentence;
import muster.statistics.Interval;
import muster.text.Quantity;

/** The answer of a comparison of limits: what the best target carries, compared with the next. */
final class LimitSentence {
    private final LimitComparison comparison;

    private LimitSentence(LimitComparison comparison) {
        this.comparison = comparison;
    }

    static String of(LimitComparison comparison) {
        LimitSentence sentence = new LimitSentence(comparison);
        return Stream.concat(Stream.of(sentence.answer()), sentence.early()).collect(Collectors.joining("; "));
    }

    private String answer() {
        return switch (comparison.verdict()) {
            case MORE -> ranking() + (ratio().bounded() ? "" : ": " + LimitText.open(best()));
            case ALIKE -> ranking();
            case ALONE, NONE -> found(comparison.targets());
            case UNDECIDED -> undecided();
        };
    }

    private String ranking() {
        return RankingSentence.of(comparison.ranking()) + " within " + comparison.slo();
    }

    private String undecided() {
        return comparison.ratio(0).filter(LimitSentence::closed).isPresent()
                ? ranking() + "; more or longer steps would decide (--max-steps, --step)"
                : "undecided within " + comparison.slo() + ": "
                        + found(comparison.targets().stream()
                                .filter(ComparedLimit::carries)
                                .toList());
    }

    private static boolean closed(Interval ratio) {
        return ratio.low() > 0 && ratio.bounded();
    }

    /** "1.90 (1.79 to 2.02)" of a table; an end may be open. */
    static String ratio(Interval ratio) {
        return "%s (%s to %s)".formatted(Quantity.times(ratio.estimate()), end(ratio.low()), end(ratio.high()));
    }

    private static String end(double ratio) {
        return Double.isFinite(ratio) && ratio > 0 ? Quantity.times(ratio) : "open";
    }

    /** Of the same cause several targets are named together, such as for Ctrl-C. */
    private Stream<String> early() {
        return comparison.targets().stream()
                .filter(target -> !target.result().ended().isEmpty())
                .collect(Collectors.groupingBy(
                        target -> target.result().ended(), LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(one -> names(one.getValue()) + " ended early: " + one.getKey());
    }

    private String found(List<ComparedLimit> targets) {
        return targets.isEmpty()
                ? "no rate was measured"
                : targets.stream()
                        .map(target -> LimitText.found(target.name(), comparison.slo(), target.result()))
                        .collect(Collectors.joining("; "));
    }

    private static String names(List<ComparedLimit> targets) {
        return targets.stream().map(ComparedLimit::name).collect(Collectors.joining(", "));
    }

    private LimitResult best() {
        return comparison.targets().getFirst().result();
    }

    private Interval ratio() {
        return comparison.ratio(0).orElseThrow();
    }
}
