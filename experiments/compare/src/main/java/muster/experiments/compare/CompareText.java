package muster.experiments.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import muster.experiments.compare.ChangeRule.Outcome;
import muster.experiments.compare.ComparedRun.Answers;
import muster.experiments.compare.RunComparison.Compared;
import muster.experiments.compare.RunComparison.Difference;
import muster.experiments.compare.RunComparison.Operation;
import muster.model.AnswerVerdict;
import muster.report.analysis.OperationBlocks.Figure;
import muster.statistics.Estimate;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Percent;
import muster.text.Printable;
import muster.text.Quantity;

/** A comparison for people: first what differs besides the databases, then the figures. */
final class CompareText {
    private static final int MAX = 60;

    private static final int FAR = 1_000;

    private final List<String> lines = new ArrayList<>();

    private CompareText() {}

    static List<String> of(RunComparison comparison, List<Outcome> outcomes) {
        CompareText text = new CompareText();
        text.run("A", comparison.a());
        text.run("B", comparison.b());
        text.differences("environment", comparison.environment());
        text.differences("plan", comparison.plan());
        text.notes(comparison);
        String step = "{}";
        for (Operation operation : comparison.operations()) {
            if (!operation.step().equals(step)) {
                step = operation.step();
                text.lines.add("");
                text.lines.add("step " + step);
            }
            text.operation(operation, comparison);
        }
        outcomes.forEach(outcome -> text.outcome(outcome, comparison));
        return text.lines.stream().map(Printable::line).toList();
    }

    private void run(String side, ComparedRun run) {
        String validity = run.validity().toUpperCase(Locale.ROOT);
        String answers =
                run.wrongAnswers().isEmpty() ? answers(run.answers()) : ", WRONG ANSWERS" + share(run.answers());
        lines.add("%s  %s, started %s: %s%s".formatted(side, run.label(), run.startedAt(), validity, answers));
        lines.add("     " + run.counts().sentence());
        if (!run.reasons().isEmpty()) {
            lines.add("     because " + run.reasons());
        }
        run.wrongAnswers().forEach(wrong -> lines.add("     wrong: " + wrong));
        run.warnings().forEach(warning -> lines.add("     warning: " + warning));
    }

    /** Of a run whose answers were to be compared, with the share of them that was. */
    private static String answers(Answers answers) {
        return answers.asked() == 0 ? "" : ", answers " + answers.verdict() + share(answers);
    }

    private static String share(Answers answers) {
        return answers.asked() == 0 ? "" : ": " + AnswerVerdict.share(answers.compared(), answers.asked());
    }

    private void differences(String of, List<Difference> differences) {
        if (differences.isEmpty()) {
            lines.add(of + ": no difference");
        }
        for (Difference fact : differences) {
            lines.add("%s: %s: A %s, B %s%s"
                    .formatted(
                            of, fact.key(), cut(fact.a()), cut(fact.b()), fact.ofWork() ? "  NOT THE SAME WORK" : ""));
        }
    }

    private static String cut(String value) {
        return value.length() <= MAX ? value : value.substring(0, MAX) + "...";
    }

    private void notes(RunComparison comparison) {
        comparison.leftOut().forEach(left -> lines.add("left out: " + left));
        if (comparison.plan().stream().anyMatch(Difference::ofWork)) {
            lines.add("warning: the two runs did different work; the comparison follows anyway");
        }
        if (!comparison.valid()) {
            lines.add("warning: not both runs are valid; a difference may be that of the generator");
        }
        if (comparison.answeredWrongly()) {
            lines.add("warning: answers are wrong; how fast they come decides nothing");
        }
        if (comparison.failsMore()) {
            lines.add("warning: %s of B's operations failed, and %s of A's; latencies are of the others"
                    .formatted(
                            Percent.of(comparison.b().errorShare()),
                            Percent.of(comparison.a().errorShare())));
        }
        if (comparison.failedLoad()) {
            lines.add("warning: part of a load failed; the two runs did not measure the same graph");
        }
        if (!comparison.steady()) {
            lines.add("warning: a measured phase was not steady; a difference may be that of its warm-up");
        }
        if (comparison.fewTrials()) {
            lines.add("note: with fewer than " + Gate.MIN_TRIALS + " trials a side nothing is decided: intervals"
                    + " show what varies within these runs, not from run to run; run with --trials 5");
        }
    }

    private void operation(Operation operation, RunComparison comparison) {
        lines.add("");
        lines.add("%s%s (%s times, %s and %s): A -> B, B / A and its 95 %% interval"
                .formatted(
                        operation.name(),
                        comparison.severalPhases() ? " in phase " + operation.phase() : "",
                        comparison.timing(),
                        trials(operation.trialsA()),
                        trials(operation.trialsB())));
        for (Compared compared : operation.figures()) {
            DoubleFunction<String> unit = compared.figure() == Figure.THROUGHPUT ? Quantity::rate : Quantity::duration;
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-10s  %9s -> %9s  %5s %-18s  %s",
                    compared.figure().label(),
                    value(compared.a(), unit),
                    value(compared.b(), unit),
                    Quantity.ratio(compared.ratio().estimate()),
                    bounds(compared.ratio()),
                    compared.change().text()));
        }
    }

    private static String trials(int trials) {
        return trials == 1 ? "1 trial" : trials + " trials";
    }

    private static String value(Estimate estimate, DoubleFunction<String> unit) {
        return Double.isNaN(estimate.value()) ? "-" : unit.apply(estimate.value());
    }

    private static String bounds(Interval ratio) {
        return ratio.bounded() ? "(" + ratio.range(CompareText::bound) + ")" : "";
    }

    /** Digits of a bound that is far off would seem to tell something. */
    private static String bound(double ratio) {
        if (ratio > FAR) {
            return ">" + FAR;
        }
        return ratio < 1.0 / FAR ? "<" + 1.0 / FAR : Quantity.ratio(ratio);
    }

    private void outcome(Outcome outcome, RunComparison comparison) {
        Operation of = outcome.operation();
        String step = of.step().equals("{}") ? "" : " at " + of.step();
        lines.add("fail if %s: %s%s%s %s: %s"
                .formatted(
                        outcome.rule().text(),
                        of.name(),
                        comparison.severalPhases() ? " in phase " + of.phase() : "",
                        step,
                        (Quantity.ratio(outcome.ratio().estimate()) + " " + bounds(outcome.ratio())).strip(),
                        finding(outcome)));
    }

    private static String finding(Outcome outcome) {
        return switch (outcome.gate()) {
            case FAILED -> "FAILED";
            case PASSED -> "passed";
            case UNDECIDED -> "UNDECIDED, " + undecided(outcome.operation());
        };
    }

    private static String undecided(Operation operation) {
        if (operation.trials() < Gate.MIN_TRIALS) {
            return "a gate needs " + Gate.MIN_TRIALS + " trials a side";
        }
        return operation.steady()
                ? "the interval contains the limit or there is none"
                : "a phase was not steady; a longer warm-up may help";
    }
}
