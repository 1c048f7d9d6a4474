package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import muster.coordinator.core.event.OutcomeMessages;
import muster.model.AnswerVerdict;
import muster.model.RunEnd;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.store.table.AlignedRows;
import muster.text.Quantity;

/** What is printed when a run is over: the verdict and the answer, a row an operation or a step, then what it rests on. */
public final class RunResultText {
    private RunResultText() {}

    /** The text, without a line break at its end. */
    public static String of(Finished finished) {
        return isOnlyMessage(finished)
                ? finished.getMessage().strip()
                : ending(finished).text();
    }

    /** Whether there is nothing to show of a run but why it failed: it has no operation of a measure phase. */
    public static boolean isOnlyMessage(Finished finished) {
        return finished.getState().equals(RunEnd.FAILED) && finished.getResult().getOperations() == 0;
    }

    /** Why it ended as it did, in one line: where it has no message, its answer, or else its verdict. */
    public static String reason(Finished finished) {
        if (!finished.getMessage().isBlank()) {
            return finished.getMessage().strip().lines().collect(Collectors.joining("; "));
        }
        Ending ending = ending(finished);
        return ending.answers().isEmpty() ? ending.verdict() : ending.answers().getFirst();
    }

    /** Without a report. */
    public static Ending ending(Finished finished) {
        RunResult result = finished.getResult();
        return finished.hasResult()
                ? new Ending(verdict(finished, result), answers(finished), tables(result), RunNotes.of(result))
                : new Ending("", List.of(finished.getMessage().strip()), List.of(), List.of());
    }

    /** Why it ended early, and the first wrong answer; then what was asked for. */
    private static List<String> answers(Finished finished) {
        RunResult result = finished.getResult();
        List<String> answers = new ArrayList<>(
                finished.getMessage().lines().filter(line -> !line.isBlank()).toList());
        result.getCrashesList().forEach(crash -> answers.add(CrashText.sentence(crash, result.getSteps() > 1)));
        result.getSweepsList().forEach(sweep -> answers.addAll(SweepText.answers(sweep, result.getSweepsCount() > 1)));
        result.getSectionsList().forEach(section -> answers.addAll(section.getAnswersList()));
        return answers;
    }

    private static List<List<String>> tables(RunResult result) {
        List<List<String>> tables = new ArrayList<>();
        result.getSweepsList().forEach(sweep -> tables.add(SweepText.table(sweep, result.getSweepsCount() > 1)));
        result.getSectionsList().forEach(section -> tables.add(section.getLinesList()));
        if (result.getSweepsCount() == 0 && result.getOperationResultsCount() > 0) {
            tables.add(operations(result.getOperationResultsList()));
        }
        return tables;
    }

    /** Where a row is from is said where there are several such places, and what is neither ok nor an error where there is any. */
    private static List<String> operations(List<OperationResult> rows) {
        List<OperationColumn> columns = OperationColumn.of(rows);
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns.stream().map(OperationColumn::title).toList());
        rows.forEach(row ->
                cells.add(columns.stream().map(column -> column.cell(row)).toList()));
        return AlignedRows.lines(cells, column -> columns.get(column).isNumber());
    }

    private static String verdict(Finished finished, RunResult result) {
        return "run %d %s (%s, %s): %s; %s"
                .formatted(
                        finished.getRunId(),
                        result.getName(),
                        result.getMode(),
                        Quantity.count(result.getWorkers(), "worker"),
                        OutcomeMessages.of(result.getCounts()).sentence(),
                        verdicts(finished.getState(), result));
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
