package muster.experiments.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import muster.cli.terminal.Ending;
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
import muster.store.table.AlignedRows;
import muster.text.Json;
import muster.text.JsonReader;
import muster.text.Quantity;

/** A comparison for people: what was asked for, the verdicts of both runs, the figures, then what else differs. */
final class CompareText {
    private static final int MAX = 60;

    private static final int FAR = 1_000;

    private final RunComparison comparison;

    private CompareText(RunComparison comparison) {
        this.comparison = comparison;
    }

    static Ending of(RunComparison comparison, List<Outcome> outcomes) {
        CompareText text = new CompareText(comparison);
        return new Ending("", text.answers(outcomes), text.tables(), text.notes())
                .withReport(report(comparison.a()) + " (A), " + report(comparison.b()) + " (B)");
    }

    private static String report(ComparedRun run) {
        return Ending.reportCommand(run.file(), Long.toString(run.id()));
    }

    /** Of each rule, or else of each operation's throughput. */
    private List<String> answers(List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>();
        outcomes.forEach(outcome -> lines.add(outcome(outcome)));
        if (outcomes.isEmpty()) {
            comparison.operations().forEach(operation -> lines.addAll(throughput(operation)));
        }
        lines.add(run("A", comparison.a()));
        lines.add(run("B", comparison.b()));
        return lines;
    }

    private List<String> throughput(Operation operation) {
        return operation.figures().stream()
                .filter(compared -> compared.figure() == Figure.THROUGHPUT)
                .map(compared ->
                        name(operation) + " throughput: " + compared.change().text())
                .toList();
    }

    private String name(Operation operation) {
        return operation.name()
                + (comparison.severalPhases() ? " in phase " + operation.phase() : "")
                + step(operation.step());
    }

    /** By its values: " at maxInFlight 2". */
    private static String step(String json) {
        return JsonReader.read(json) instanceof Map<?, ?> values && !values.isEmpty()
                ? values.entrySet().stream().map(CompareText::value).collect(Collectors.joining(", ", " at ", ""))
                : "";
    }

    private static String value(Map.Entry<?, ?> one) {
        String key = String.valueOf(one.getKey());
        Object value = one.getValue();
        return key.substring(key.lastIndexOf('.') + 1) + " "
                + (value instanceof String text ? text : Json.write(value));
    }

    private static String run(String side, ComparedRun run) {
        String validity = run.validity().toUpperCase(Locale.ROOT);
        String answers =
                run.wrongAnswers().isEmpty() ? answers(run.answers()) : ", WRONG ANSWERS" + share(run.answers());
        return "%s  %s, started %s: %s%s; %s"
                .formatted(
                        side,
                        run.label(),
                        run.startedAt(),
                        validity,
                        answers,
                        run.counts().sentence());
    }

    /** Of a run whose answers were to be compared, with the share of them that was. */
    private static String answers(Answers answers) {
        return answers.asked() == 0 ? "" : ", answers " + answers.verdict() + share(answers);
    }

    private static String share(Answers answers) {
        return answers.asked() == 0 ? "" : ": " + AnswerVerdict.share(answers.compared(), answers.asked());
    }

    private static String cut(String value) {
        return value.length() <= MAX ? value : value.substring(0, MAX) + "...";
    }

    /** What makes the figures doubtful first, then what explains them. */
    private List<String> notes() {
        List<String> lines = new ArrayList<>(doubts());
        lines.addAll(reasons("A", comparison.a()));
        lines.addAll(reasons("B", comparison.b()));
        lines.addAll(warnings());
        comparison.leftOut().forEach(left -> lines.add("left out: " + left));
        lines.addAll(differences("plan", comparison.plan()));
        lines.addAll(differences("environment", comparison.environment()));
        if (comparison.plan().isEmpty() && comparison.environment().isEmpty()) {
            lines.add("plan and environment: no difference");
        }
        return lines;
    }

    private static List<String> reasons(String side, ComparedRun run) {
        List<String> lines = new ArrayList<>();
        run.wrongAnswers().forEach(wrong -> lines.add("WRONG    " + side + ": " + wrong));
        if (!run.reasons().isEmpty()) {
            lines.add("INVALID  " + side + ": " + run.reasons());
        }
        return lines;
    }

    /** Those of both are one line. */
    private List<String> warnings() {
        List<String> ofA = comparison.a().warnings();
        List<String> ofB = comparison.b().warnings();
        List<String> lines = new ArrayList<>();
        ofA.forEach(warning -> lines.add("warning  " + (ofB.contains(warning) ? "A and B: " : "A: ") + warning));
        ofB.stream().filter(warning -> !ofA.contains(warning)).forEach(warning -> lines.add("warning  B: " + warning));
        return lines;
    }

    private static List<String> differences(String of, List<Difference> differences) {
        return differences.stream()
                .map(fact -> "%s: %s: A %s, B %s%s"
                        .formatted(
                                of,
                                fact.key(),
                                cut(fact.a()),
                                cut(fact.b()),
                                fact.ofWork() ? "  NOT THE SAME WORK" : ""))
                .toList();
    }

    private List<String> doubts() {
        List<String> lines = new ArrayList<>();
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
            lines.add("with fewer than " + Gate.MIN_TRIALS + " trials a side nothing is decided: intervals"
                    + " show what varies within these runs, not from run to run; run with --trials 5");
        }
        return lines;
    }

    private List<List<String>> tables() {
        return comparison.operations().stream().map(this::table).toList();
    }

    private List<String> table(Operation operation) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("%s (%s times, %s and %s)"
                .formatted(
                        name(operation),
                        comparison.timing(),
                        Quantity.count(operation.trialsA(), "trial"),
                        Quantity.count(operation.trialsB(), "trial")));
        List<List<String>> rows = new ArrayList<>(List.of(List.of("", "A", "B", "B / A", "95 % interval", "")));
        operation.figures().forEach(compared -> rows.add(row(compared)));
        lines.addAll(AlignedRows.lines(rows, column -> column > 0 && column < 4));
        return lines;
    }

    private static List<String> row(Compared compared) {
        DoubleFunction<String> unit = compared.figure() == Figure.THROUGHPUT ? Quantity::rate : Quantity::duration;
        return List.of(
                compared.figure().label(),
                value(compared.a(), unit),
                value(compared.b(), unit),
                Quantity.ratio(compared.ratio().estimate()),
                bounds(compared.ratio()),
                compared.change().text());
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

    private String outcome(Outcome outcome) {
        return "fail if %s: %s %s: %s"
                .formatted(
                        outcome.rule().text(),
                        name(outcome.operation()),
                        (Quantity.ratio(outcome.ratio().estimate()) + " " + bounds(outcome.ratio())).strip(),
                        finding(outcome));
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
