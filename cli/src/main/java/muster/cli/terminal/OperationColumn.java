package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.OperationResult;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** A column of the table that has a row an operation of each measured phase. */
record OperationColumn(String title, boolean isNumber, Function<OperationResult, String> of) {
    /** Those that a table of these rows needs. */
    static List<OperationColumn> of(List<OperationResult> rows) {
        List<OperationColumn> columns = new ArrayList<>();
        place(columns, rows, new OperationColumn("step", false, row -> Integer.toString(row.getStep())));
        place(columns, rows, new OperationColumn("trial", false, row -> Integer.toString(row.getTrial())));
        place(columns, rows, new OperationColumn("phase", false, OperationResult::getPhase));
        columns.add(new OperationColumn("operation", false, OperationResult::getOperation));
        columns.add(count("ok", row -> OutcomeMessages.of(row.getCounts()).ok()));
        columns.add(count("errors", row -> OutcomeMessages.of(row.getCounts()).errors()));
        OtherColumn.of(rows.stream()
                        .map(row -> OutcomeMessages.of(row.getCounts()))
                        .toList())
                .forEach(other ->
                        columns.add(count(other.title(), row -> other.of(OutcomeMessages.of(row.getCounts())))));
        columns.add(figure("ok/s", OperationResult::hasOkPerS, row -> Quantity.figure(row.getOkPerS())));
        columns.add(figure("p50", OperationResult::hasP50Ns, row -> Quantity.duration(row.getP50Ns())));
        columns.add(figure("p99", OperationResult::hasP99Ns, row -> Quantity.duration(row.getP99Ns())));
        columns.add(figure("p99.9", OperationResult::hasP999Ns, row -> Quantity.duration(row.getP999Ns())));
        columns.add(figure("max", OperationResult::hasMaxNs, row -> Quantity.duration(row.getMaxNs())));
        return columns;
    }

    /** Where all rows are from one place, no column says which. */
    private static void place(List<OperationColumn> columns, List<OperationResult> rows, OperationColumn column) {
        if (rows.stream().map(column.of).distinct().count() > 1) {
            columns.add(column);
        }
    }

    private static OperationColumn count(String title, Function<OperationResult, Long> of) {
        return new OperationColumn(title, true, row -> "%,d".formatted(of.apply(row)));
    }

    private static OperationColumn figure(
            String title, Function<OperationResult, Boolean> known, Function<OperationResult, String> of) {
        return new OperationColumn(title, true, row -> known.apply(row) ? of.apply(row) : Quantity.NONE);
    }

    String cell(OperationResult row) {
        return of.apply(row);
    }
}
