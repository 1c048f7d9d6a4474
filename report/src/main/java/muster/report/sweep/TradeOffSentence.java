package muster.report.sweep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.statistics.Best;

/** Says of steps at one rate which answers each operation fastest: no single figure says which is better. */
final class TradeOffSentence {
    private final List<OperationAnswer> operations;

    /** @param operations of the same steps, two at least */
    TradeOffSentence(List<OperationAnswer> operations) {
        this.operations = operations;
    }

    /** Such as "algorithm=stou answers feed fastest; no step is shown to answer post fastest; about 4 more trials would decide the rest". */
    String text() {
        Map<String, String> fastest = operations.stream()
                .collect(Collectors.groupingBy(
                        TradeOffSentence::fastest,
                        LinkedHashMap::new,
                        Collectors.mapping(OperationAnswer::operation, Collectors.joining(", "))));
        return fastest.entrySet().stream()
                        .map(of -> of.getKey() + " " + of.getValue() + " fastest")
                        .collect(Collectors.joining("; "))
                + wanted();
    }

    private static String fastest(OperationAnswer answer) {
        return answer.ranking().hasWinner()
                ? answer.ranking().contenders().getFirst().name() + " answers"
                : "no step is shown to answer";
    }

    private String wanted() {
        int more = operations.stream()
                .map(OperationAnswer::best)
                .filter(best -> best.kind() == Best.Kind.UNDECIDED && !best.isNearlyAlike())
                .mapToInt(Best::moreTrials)
                .max()
                .orElse(0);
        return more > 0 ? "; about " + more + " more trials would decide the rest" : "";
    }
}
