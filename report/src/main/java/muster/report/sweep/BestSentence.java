package muster.report.sweep;

import java.util.stream.Collectors;
import muster.report.ranking.RankingSentence;
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
            return "no answer: every step has an INVALID trial; " + answer.cure();
        }
        return answer.figure() == Figure.RESPONSE && answer.steps().stream().anyMatch(SweepStep::usable)
                ? "no answer: a trial with too few operations has no p99 (299 are needed); measure longer"
                : "no step can be judged: each is invalid, answered wrongly, found nothing or completed nothing";
    }

    private String body(SweepStep step) {
        return best.kind() == Best.Kind.ALONE
                ? "only " + step.name() + " can be judged: " + figure(step)
                : before() + RankingSentence.of(answer.ranking()) + own(step) + advice();
    }

    private String before() {
        return switch (best.kind()) {
            case DECIDED -> "best of " + answer.steps().size() + ": ";
            case UNBALANCED ->
                "no step is named the best: one of " + name(best.best()) + " and " + name(best.rival())
                        + " ran first in most trials, so a drift would look the same; ";
            case UNDECIDED ->
                answer.trend().shown() && !best.isNearlyAlike()
                        ? "no step is named the best: " + new TrendSentence(answer).text() + "; "
                        : "";
            case ALIKE, ALONE -> "";
        };
    }

    private String name(int step) {
        return answer.steps().get(step).name();
    }

    /** Where the figures are in no other part of the sentence. */
    private String own(SweepStep step) {
        return answer.ranking().hasBetter() ? "; " + step.name() + ": " + figure(step) : "";
    }

    private String advice() {
        return switch (best.kind()) {
            case UNBALANCED ->
                "; run it again, in a balanced order: --trials " + Math.max(ENOUGH_TRIALS, answer.trials());
            case UNDECIDED -> best.isNearlyAlike() ? nearer() : "; " + wanted();
            case DECIDED, ALIKE, ALONE -> "";
        };
    }

    private String nearer() {
        return best.moreTrials() > 0 ? "; about " + best.moreTrials() + " more trials would tell which is better" : "";
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
