package muster.report.sweep;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import muster.report.sweep.SweepAnswer.Figure;
import muster.report.sweep.SweepStep.Trial;
import muster.statistics.Best;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.text.Quantity;

/** Says which step is best, or what would decide it. */
final class BestSentence {
    /** A best step of which more failed is not praised without a word on it. */
    private static final double NOTABLE_ERRORS = 1;

    private static final int MAX_BEHIND = 3;

    private static final int ENOUGH_TRIALS = 5;

    private final SweepAnswer answer;
    private final Best best;

    BestSentence(SweepAnswer answer) {
        this.answer = answer;
        this.best = answer.best();
    }

    String text() {
        if (best.best() < 0) {
            return nothing();
        }
        SweepStep step = answer.steps().get(best.best());
        return body(step) + errors(step) + foundNothing();
    }

    /** What found nothing is compared with nothing: its speed says nothing of the work. */
    private String foundNothing() {
        return answer.steps().stream()
                .filter(step -> !step.foundNothing().isEmpty())
                .map(step -> "; " + step.name() + " is left out: every answer of "
                        + String.join(", ", step.foundNothing()) + " was empty")
                .collect(Collectors.joining());
    }

    private String nothing() {
        if (answer.steps().stream().noneMatch(step -> step.valid() || step.empty())) {
            return "no answer: every step has an INVALID trial (reasons above); " + answer.cure();
        }
        return answer.figure() == Figure.RESPONSE && answer.steps().stream().anyMatch(SweepStep::usable)
                ? "no answer: a trial with too few operations has no p99 (299 are needed); measure longer"
                : "no step can be judged: each is invalid, answered wrongly, found nothing or completed nothing";
    }

    private String body(SweepStep step) {
        String own = figure(step);
        if (best.kind() == Best.Kind.ALONE) {
            return "only " + step.name() + " can be judged: " + own;
        }
        String rival = answer.steps().get(best.rival()).name();
        return switch (best.kind()) {
            case DECIDED ->
                "best of " + answer.steps().size() + ": " + step.name() + ", " + own + ", " + times() + " as " + good()
                        + " as " + rival;
            case ALIKE ->
                step.name() + " and " + rival + " are alike within " + Quantity.percent(100 * Best.SMALL) + ": " + own;
            case UNBALANCED ->
                "no step is named the best: one of " + step.name() + " and " + rival
                        + " ran first in most trials, so a drift"
                        + " would look the same; " + ahead(step, own, rival)
                        + "; run it again, in a balanced order: --trials "
                        + Math.max(ENOUGH_TRIALS, answer.trials());
            default ->
                best.isNearlyAlike()
                        ? step.name() + " and " + rival + " are " + OperationAnswer.alikeWithin(best) + ": " + own
                                + behind() + nearer()
                        : undecided() + ahead(step, own, rival) + "; " + wanted();
        };
    }

    private String undecided() {
        return answer.trend().shown()
                ? "no step is named the best: " + new TrendSentence(answer).text() + "; "
                : "undecided: ";
    }

    private String ahead(SweepStep step, String own, String rival) {
        return step.name() + ", " + own + ", is ahead of " + rival + " by " + times();
    }

    /** Of the others those that are shown to be worse. */
    private String behind() {
        return IntStream.range(0, answer.steps().size())
                .filter(other -> other != best.best() && other != best.rival())
                .mapToObj(other -> behind(answer.steps().get(other)))
                .filter(text -> !text.isEmpty())
                .limit(MAX_BEHIND)
                .collect(Collectors.joining());
    }

    private String behind(SweepStep other) {
        Best duel = answer.bestAgainst(other);
        return duel.kind() == Best.Kind.DECIDED && duel.best() == 0
                ? ", " + times(duel.ratio()) + " as " + good() + " as " + other.name()
                : "";
    }

    private String nearer() {
        return best.moreTrials() > 0 ? "; about " + best.moreTrials() + " more trials would tell which is better" : "";
    }

    private String good() {
        return answer.figure() == Figure.THROUGHPUT ? "much" : "fast";
    }

    /** With its interval where there is one. */
    private String figure(SweepStep step) {
        if (answer.figure() == Figure.THROUGHPUT) {
            Interval interval = step.interval(Trial::perS);
            return Quantity.number(step.median(Trial::perS)) + " " + answer.unit()
                    + bounds(interval, Quantity.number(interval.low()), Quantity.number(interval.high()));
        }
        Interval interval = step.interval(Trial::p99Ns);
        return "p99 " + Quantity.duration(step.median(Trial::p99Ns))
                + bounds(interval, Quantity.duration(interval.low()), Quantity.duration(interval.high()));
    }

    private static String bounds(Interval interval, String low, String high) {
        return interval.bounded() ? " (" + low + " to " + high + ")" : "";
    }

    private String times() {
        return times(best.ratio());
    }

    private static String times(Interval ratio) {
        return ratio(ratio.estimate()) + " times" + bounds(ratio, ratio(ratio.low()), ratio(ratio.high()));
    }

    private static String ratio(double ratio) {
        return ratio >= 10 ? Quantity.number(ratio) : Quantity.times(ratio);
    }

    private String wanted() {
        int counted = answer.trials() - answer.coldTrials();
        if (counted < Gate.MIN_TRIALS) {
            return "with " + (counted == 1 ? "one trial" : counted + " trials")
                    + " a step nothing shows how one differs from the next: --trials " + ENOUGH_TRIALS;
        }
        if (best.moreTrials() < 0) {
            return "no number of trials would decide it";
        }
        return "about " + best.moreTrials() + " more would decide it: --trials "
                + (answer.trials() + best.moreTrials());
    }

    private static String errors(SweepStep step) {
        double percent = step.errorPercent();
        return percent > NOTABLE_ERRORS ? "; " + Quantity.percent(percent) + " of its operations failed" : "";
    }
}
