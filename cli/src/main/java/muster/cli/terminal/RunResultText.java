package muster.cli.terminal;

import java.util.Locale;
import java.util.function.DoubleFunction;
import muster.protocol.CheckResult;
import muster.protocol.CoverageTotal;
import muster.protocol.ErrorClassResult;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.store.file.row.CheckKind;
import muster.store.file.row.RunEnd;
import muster.store.table.Quantity;
import muster.text.Printable;

/** What is printed when a run is over: one line an operation, the checks, then the verdict. */
public final class RunResultText {
    private static final String ROW = "%-5s %-6s %-12s %-15s %10s %7s %12s %9s %9s %9s %9s";

    private final StringBuilder out = new StringBuilder();

    private RunResultText() {}

    /** The text, without a line break at its end. */
    public static String of(Finished finished) {
        RunResultText text = new RunResultText();
        if (finished.hasResult() && !finished.getState().equals(RunEnd.FAILED)) {
            text.result(finished);
        }
        return (text.out.toString().stripTrailing() + "\n" + finished.getMessage()).strip();
    }

    /** Why it ended as it did, in one line: where it has no message, the last line of what is printed. */
    public static String reason(Finished finished) {
        return finished.getMessage().isBlank()
                ? of(finished).lines().reduce("", (first, last) -> last)
                : finished.getMessage().strip().lines().findFirst().orElseThrow();
    }

    private void result(Finished finished) {
        RunResult result = finished.getResult();
        if (result.getSweepsCount() == 0) {
            line(ROW.formatted(
                    "step", "trial", "phase", "operation", "ok", "errors", "ok/s", "p50", "p99", "p99.9", "max"));
            result.getOperationResultsList().forEach(this::operation);
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
    }

    private void line(String text) {
        out.append(text).append(System.lineSeparator());
    }

    private void operation(OperationResult row) {
        line(ROW.formatted(
                row.getStep(),
                row.getTrial(),
                row.getPhase(),
                row.getOperation(),
                row.getOk(),
                row.getErrors(),
                known(row.hasOkPerS(), row.getOkPerS(), perS -> String.format(Locale.ROOT, "%,.1f", perS)),
                known(row.hasP50Ns(), row.getP50Ns(), Quantity::duration),
                known(row.hasP99Ns(), row.getP99Ns(), Quantity::duration),
                known(row.hasP999Ns(), row.getP999Ns(), Quantity::duration),
                known(row.hasMaxNs(), row.getMaxNs(), Quantity::duration)));
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
                        total.getExecutedAgain(),
                        total.getQuarantined()));
    }

    private void verdict(Finished finished, RunResult result) {
        line("run %d %s (%s, %s workers): %s operations, %s errors; %s"
                .formatted(
                        finished.getRunId(),
                        result.getName(),
                        result.getMode(),
                        result.getWorkers(),
                        result.getOperations(),
                        result.getErrors(),
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
        return "%s; thresholds %s; answers %s".formatted(validity, result.getThresholds(), result.getAnswers());
    }

    private static String steps(RunResult result) {
        return result.getSteps() < 2
                ? ""
                : " (" + result.getValidSteps() + " of " + result.getSteps() + " steps valid)";
    }
}
