package muster.cli.terminal;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import muster.coordinator.core.event.OutcomeMessages;
import muster.model.AnswerVerdict;
import muster.model.CheckKind;
import muster.model.OutcomeCounts;
import muster.model.RunEnd;
import muster.protocol.CheckResult;
import muster.protocol.CoverageTotal;
import muster.protocol.ErrorClassResult;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.store.table.OtherColumn;
import muster.text.Printable;
import muster.text.Quantity;

/** What is printed when a run is over: one line an operation, the checks, then the verdict. */
public final class RunResultText {
    /** Of the names of operations; longer ones widen their column. */
    private static final int NAME = 15;

    private static final String PLACE = "%-5s %-6s %-12s %s %10s %7s";
    private static final String OTHER = " %10s";
    private static final String TIMES = " %12s %9s %9s %9s %9s";

    private final StringBuilder out = new StringBuilder();

    private RunResultText() {}

    /** The text, without a line break at its end. */
    public static String of(Finished finished) {
        RunResultText text = new RunResultText();
        if (finished.hasResult() && !isOnlyMessage(finished)) {
            text.result(finished);
        }
        return (text.out.toString().stripTrailing() + "\n" + finished.getMessage()).strip();
    }

    /** Whether there is nothing to show of a run but why it failed: it has no operation of a measure phase. */
    public static boolean isOnlyMessage(Finished finished) {
        return finished.getState().equals(RunEnd.FAILED) && finished.getResult().getOperations() == 0;
    }

    /** Why it ended as it did, in one line: where it has no message, the last line of what is printed. */
    public static String reason(Finished finished) {
        return finished.getMessage().isBlank()
                ? of(finished).lines().reduce("", (first, last) -> last)
                : finished.getMessage().strip().lines().collect(Collectors.joining("; "));
    }

    private void result(Finished finished) {
        RunResult result = finished.getResult();
        if (result.getSweepsCount() == 0) {
            operations(result.getOperationResultsList());
        }
        result.getChecksList().stream()
                .filter(check -> result.getSweepsCount() == 0 || !isFinding(check))
                .forEach(this::check);
        result.getErrorClassesList().forEach(failed -> failed(failed, result.getOperations()));
        result.getCrashesList().forEach(crash -> line(CrashText.sentence(crash, result.getSteps() > 1)));
        if (result.hasCoverage()) {
            coverage(result.getCoverage());
        }
        verdict(finished, result);
        if (!result.getOrderSeed().isEmpty()) {
            line("steps in balanced order over the trials; --order-seed " + result.getOrderSeed() + " repeats it");
        }
        result.getSweepsList()
                .forEach(sweep ->
                        SweepText.of(sweep, result.getSweepsCount() > 1).forEach(this::line));
        result.getSectionsList().forEach(section -> section.getLinesList().forEach(this::line));
    }

    private void line(String text) {
        out.append(text).append(System.lineSeparator());
    }

    /** What is neither ok nor an error has columns only where there is any. */
    private void operations(List<OperationResult> rows) {
        List<OtherColumn> others = OtherColumn.of(
                rows.stream().map(row -> OutcomeMessages.of(row.getCounts())).toList());
        int width = rows.stream().mapToInt(row -> row.getOperation().length()).reduce(NAME, Math::max);
        line(PLACE.formatted("step", "trial", "phase", padded("operation", width), "ok", "errors")
                + others.stream().map(column -> OTHER.formatted(column.title())).collect(Collectors.joining())
                + TIMES.formatted("ok/s", "p50", "p99", "p99.9", "max"));
        rows.forEach(row -> operation(row, width, others));
    }

    private void operation(OperationResult row, int width, List<OtherColumn> others) {
        OutcomeCounts counts = OutcomeMessages.of(row.getCounts());
        String place = PLACE.formatted(
                row.getStep(),
                row.getTrial(),
                row.getPhase(),
                padded(row.getOperation(), width),
                counts.ok(),
                counts.errors());
        String other = others.stream()
                .map(column -> OTHER.formatted(column.of(counts)))
                .collect(Collectors.joining());
        line(place + other + times(row));
    }

    private static String padded(String name, int width) {
        return name + " ".repeat(width - name.length());
    }

    private static String times(OperationResult row) {
        return TIMES.formatted(
                known(row.hasOkPerS(), row.getOkPerS(), perS -> String.format(Locale.ROOT, "%,.1f", perS)),
                known(row.hasP50Ns(), row.getP50Ns(), Quantity::duration),
                known(row.hasP99Ns(), row.getP99Ns(), Quantity::duration),
                known(row.hasP999Ns(), row.getP999Ns(), Quantity::duration),
                known(row.hasMaxNs(), row.getMaxNs(), Quantity::duration));
    }

    private static String known(boolean known, double value, DoubleFunction<String> unit) {
        return known ? unit.apply(value) : Quantity.NONE;
    }

    /** In a sweep each step's row has what limited it. */
    private static boolean isFinding(CheckResult check) {
        return CheckKind.of(check.getKind()) == CheckKind.FINDING;
    }

    private void check(CheckResult check) {
        line("%-9s%s".formatted(word(check), check.getText()));
    }

    /** A missed threshold says something of the database, an invalid run something of the generator. */
    private static String word(CheckResult check) {
        return switch (CheckKind.of(check.getKind())) {
            case VALIDITY -> "INVALID";
            case WARNING -> "warning";
            case ORACLE -> "WRONG";
            case THRESHOLD -> check.getPassed() ? "met" : "MISSED";
            case FACT, FINDING -> check.getKind();
        };
    }

    private void failed(ErrorClassResult failed, long operations) {
        String cure = ErrorAdvice.of(failed.getName());
        line("%-9s%,d of %,d: %s%s%s"
                .formatted(
                        "failed",
                        failed.getCount(),
                        operations,
                        failed.getName(),
                        failed.getExample().isEmpty()
                                ? ""
                                : ", such as \"" + Printable.line(failed.getExample()) + "\"",
                        cure.isEmpty() ? "" : "; " + cure));
    }

    private void coverage(CoverageTotal total) {
        boolean agree = total.getPlanned() == total.getCovered() + total.getMissing();
        line("coverage: planned %s %s covered %s + missing %s; counted %s; executed again %s; quarantined %s"
                .formatted(
                        total.getPlanned(),
                        agree ? "=" : "IS NOT",
                        total.getCovered(),
                        total.getMissing(),
                        total.getCounted(),
                        Quantity.atMost((double) total.getExecutedAgain()),
                        total.getQuarantined()));
    }

    private void verdict(Finished finished, RunResult result) {
        line("run %d %s (%s, %s): %s; %s"
                .formatted(
                        finished.getRunId(),
                        result.getName(),
                        result.getMode(),
                        Quantity.count(result.getWorkers(), "worker"),
                        OutcomeMessages.of(result.getCounts()).sentence(),
                        verdicts(finished.getState(), result)));
    }

    private static String verdicts(String state, RunResult result) {
        if (!state.equals(RunEnd.COMPLETE)) {
            boolean invalid = result.getValidity().equals("invalid");
            return state + (invalid ? " and INVALID" : ", so there is no verdict") + steps(result);
        }
        String validity = result.getValidity().isEmpty()
                ? "NOTHING MEASURED"
                : result.getValidity().toUpperCase(Locale.ROOT) + steps(result);
        return "%s; thresholds %s; answers %s".formatted(validity, result.getThresholds(), answers(result));
    }

    private static String answers(RunResult result) {
        return AnswerVerdict.text(result.getAnswers(), result.getAnswersCompared(), result.getAnswersAsked());
    }

    private static String steps(RunResult result) {
        return result.getSteps() < 2
                ? ""
                : " (" + result.getValidSteps() + " of " + result.getSteps() + " steps valid)";
    }
}
