package muster.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import muster.report.html.Html;
import muster.report.stage.Log2Bucket;
import muster.report.stage.PhaseStages;
import muster.report.stage.StageColumn;
import muster.report.stage.StageComparison;
import muster.report.stage.StageNames;
import muster.text.Quantity;

/** Where the time of operations goes: percentiles of each stage, histograms, and steps side by side. All of it unfolds. */
final class StageTables {
    /** Beyond these a table would be wider than any screen. */
    private static final int MAX_COLUMNS = 12;

    private StageTables() {}

    static void phase(Html html, PhaseStages stages) {
        html.fold("Stages of each operation: percentiles and shares of service time", () -> {
            html.table(
                    StageColumn.titles(title -> ">" + title),
                    stages.figures().stream().map(StageColumn::cells).toList());
            stages.leftOut().forEach(line -> html.element("p class=\"note\"", line));
            html.element(
                    "p class=\"note\"",
                    "Outcome ok only. Shares are of time, not of samples; parts that overlap with others, such as server.work,"
                            + " are shares too, so that sums may exceed 100 %. A dash: too few samples for this percentile,"
                            + " or not a part of service time.");
        });
        html.fold(
                "Stages of each operation: histograms by powers of two",
                () -> stages.operations().forEach(operation -> histogram(html, stages, operation)));
    }

    /** One row a power of two, one column a stage; each number stands on a bar. */
    private static void histogram(Html html, PhaseStages stages, String operation) {
        Map<String, List<Log2Bucket>> all = new LinkedHashMap<>();
        stages.stages(operation).forEach(stage -> all.put(stage, stages.histogram(operation, stage)));
        Map<Long, Log2Bucket> ranges = new TreeMap<>();
        all.values().forEach(buckets -> buckets.forEach(bucket -> ranges.put(bucket.lowNs(), bucket)));
        html.element("h4", operation)
                .raw("<div class=\"scroll\"><table><thead><tr>")
                .element("th class=\"n\"", "time");
        all.keySet().forEach(stage -> html.element("th class=\"n\"", StageNames.of(stage)));
        html.raw("</tr></thead><tbody>\n");
        ranges.forEach((low, range) -> {
            html.raw("<tr>").element("td class=\"n\"", range.range());
            all.values().forEach(buckets -> cell(html, buckets, low));
            html.raw("</tr>\n");
        });
        html.raw("</tbody></table></div>\n");
    }

    private static void cell(Html html, List<Log2Bucket> buckets, long lowNs) {
        long most = buckets.stream().mapToLong(Log2Bucket::count).max().orElse(1);
        long count = buckets.stream()
                .filter(bucket -> bucket.lowNs() == lowNs)
                .mapToLong(Log2Bucket::count)
                .sum();
        String width = Math.round(100.0 * count / Math.max(1, most)) + "%";
        html.element(
                "td class=\"n bar\" style=\"background-size:" + width + " 100%\"",
                count == 0 ? "" : Quantity.number((double) count));
    }

    /** Of a sweep the stages of each step. */
    static void sideBySide(Html html, List<PhaseStages> all) {
        List<Integer> steps = List.copyOf(
                new TreeSet<>(all.stream().map(stages -> stages.at().step()).toList()));
        List<Integer> shown = steps.subList(0, Math.min(MAX_COLUMNS, steps.size()));
        StageComparison comparison = new StageComparison(List.of(all.stream()
                .filter(stages -> shown.contains(stages.at().step()))
                .toList()));
        if (!comparison.any() || all.stream().noneMatch(PhaseStages::any)) {
            return;
        }
        html.fold("Stages side by side", () -> {
            table(html, comparison, StageColumn.P50);
            table(html, comparison, StageColumn.P99);
            String more =
                    shown.size() < steps.size() ? " The first " + MAX_COLUMNS + " steps of " + steps.size() + "." : "";
            html.element(
                    "p class=\"note\"",
                    "Outcome ok only; in brackets the share of service time. Of several trials the median." + more);
        });
    }

    private static void table(Html html, StageComparison comparison, StageColumn column) {
        List<String> titles = new ArrayList<>(List.of("operation", "stage: " + column.title()));
        comparison.titles().forEach(title -> titles.add(">" + title));
        List<List<String>> rows = new ArrayList<>();
        for (StageComparison.Line line : comparison.lines()) {
            List<String> row = new ArrayList<>(List.of(line.operation(), StageNames.of(line.stage())));
            row.addAll(comparison.cellsWithShare(line, column));
            rows.add(row);
        }
        html.table(titles, rows);
    }
}
