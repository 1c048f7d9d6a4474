package muster.cli.results;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.store.analysis.stage.Log2Bucket;
import muster.store.analysis.stage.PhaseStages;
import muster.store.analysis.stage.StageColumn;
import muster.store.analysis.stage.StageComparison;
import muster.store.table.AlignedRows;
import muster.text.Quantity;

/** Stages as text: several steps or runs side by side, then each with all its percentiles. */
final class StagesText {
    private static final int BAR = 52;

    private StagesText() {}

    static List<String> of(List<List<PhaseStages>> runs, boolean histogram) {
        List<String> lines = new ArrayList<>();
        StageComparison comparison = new StageComparison(runs);
        if (comparison.any()) {
            sideBySide(comparison, StageColumn.P50, lines);
            sideBySide(comparison, StageColumn.P99, lines);
        }
        runs.stream().flatMap(List::stream).forEach(phase -> phase(phase, histogram, lines));
        return lines;
    }

    private static void sideBySide(StageComparison comparison, StageColumn column, List<String> lines) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(Stream.of("operation", "stage"), comparison.titles()));
        for (StageComparison.Line line : comparison.lines()) {
            rows.add(row(Stream.of(line.operation(), line.stage()), comparison.cellsWithShare(line, column)));
        }
        lines.add(column.title() + " of each stage, and its share of service time");
        lines.addAll(AlignedRows.lines(rows, cell -> cell > 1));
        lines.add("");
    }

    private static List<String> row(Stream<String> first, List<String> rest) {
        return Stream.concat(first, rest.stream()).toList();
    }

    private static void phase(PhaseStages phase, boolean histogram, List<String> lines) {
        String settings = phase.settings().isEmpty() ? "" : ": " + phase.settings();
        lines.add("run %d %s, step %d, trial %d, %s%s"
                .formatted(
                        phase.at().runId(),
                        phase.run(),
                        phase.at().step(),
                        phase.at().trial(),
                        phase.at().phase(),
                        settings));
        List<List<String>> rows = new ArrayList<>();
        rows.add(StageColumn.titles(title -> title));
        phase.figures().forEach(row -> rows.add(StageColumn.cells(row)));
        lines.addAll(AlignedRows.lines(rows, cell -> cell > 1));
        lines.addAll(phase.leftOut());
        lines.add("");
        if (histogram) {
            phase.figures().forEach(row -> histogram(phase, row.text("operation"), row.text("stage"), lines));
        }
    }

    private static void histogram(PhaseStages phase, String operation, String stage, List<String> lines) {
        List<Log2Bucket> buckets = phase.histogram(operation, stage);
        long most = buckets.stream().mapToLong(Log2Bucket::count).max().orElse(1);
        List<List<String>> rows = new ArrayList<>();
        for (Log2Bucket bucket : buckets) {
            int length = (int) (BAR * bucket.count() / Math.max(1, most));
            String bar = "|" + "@".repeat(length) + " ".repeat(BAR - length) + "|";
            rows.add(List.of(bucket.range(), Quantity.number((double) bucket.count()), bar));
        }
        lines.add(operation + ", " + stage);
        lines.addAll(AlignedRows.lines(rows, cell -> cell == 1));
        lines.add("");
    }
}
