package muster.store.analysis.sweep;

import java.util.stream.Stream;
import muster.store.analysis.statistics.Best;
import muster.store.analysis.statistics.Trend;
import muster.store.analysis.sweep.SweepAnswer.Figure;
import muster.text.Quantity;

/** Says how the figure of a sweep changed over its trials, and what the order of the steps makes of it. */
final class TrendSentence {
    private static final int MAX_WANTED = 12;

    private final SweepAnswer answer;

    TrendSentence(SweepAnswer answer) {
        this.answer = answer;
    }

    /** Such as "throughput fell by 11 % over the trials". */
    String text() {
        Trend trend = answer.trend();
        boolean response = answer.figure() == Figure.RESPONSE;
        double change = response ? 1 / (1 + trend.change()) - 1 : trend.change();
        return (response ? "the p99" : "throughput")
                + (change < 0 ? " fell by " : " rose by ")
                + Quantity.percent(100 * Math.abs(change))
                + " over the trials";
    }

    /** What it means for the other sentences; none without a trend, and none of rates, which are compared with what they offer. */
    Stream<String> detail() {
        if (!answer.trend().shown() || answer.figure() == Figure.RATE) {
            return Stream.empty();
        }
        return Stream.of(text() + "; " + order());
    }

    private String order() {
        int counted = answer.trials() - answer.coldTrials();
        int[][] places = SweepAnswer.places(answer.steps(), answer.trials());
        if (!Best.balanced(places)) {
            return "the order of the steps is not balanced";
        }
        int wanted = places.length * Math.ceilDiv(counted, places.length);
        return "each step ran as early as late"
                + (counted == wanted || wanted > MAX_WANTED
                        ? ""
                        : " as far as " + counted + " trials allow; --trials " + (answer.coldTrials() + wanted)
                                + " give each step each place equally often");
    }
}
