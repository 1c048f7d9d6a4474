package muster.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import muster.report.html.Html;
import muster.store.table.Row;
import muster.text.Quantity;

/** The tables that say why figures may be trusted: checks, coverage, environment. */
final class TrustTables {
    private static final int MAX_NAMED = 4;
    private static final int MAX_FAILED = 10;

    private TrustTables() {}

    /** What passed is folded away: of a sweep it is hundreds. */
    static void checks(Html html, List<Row> rows) {
        List<Row> failed = RunVerdict.failed(rows);
        List<Row> passed = rows.stream().filter(row -> row.whole("passed") != 0).toList();
        if (failed.isEmpty()) {
            html.element("p", rows.isEmpty() ? "Nothing was checked." : "Nothing failed.");
        } else {
            int shown = Math.min(MAX_FAILED, failed.size());
            checkRows(html, failed.subList(0, shown));
            if (shown < failed.size()) {
                html.fold("More that failed", () -> checkRows(html, failed.subList(shown, failed.size())));
            }
        }
        if (!passed.isEmpty()) {
            html.fold("What passed", () -> checkRows(html, passed));
        }
    }

    private static void checkRows(Html html, List<Row> rows) {
        html.table(
                List.of("", "kind", "check", "expected", "observed", "step / trial", "worker", "reason"),
                rows.stream()
                        .map(row -> List.of(
                                row.whole("passed") != 0
                                        ? "✓"
                                        : row.text("kind").equals("warning") ? "!" : "✗",
                                row.text("kind"),
                                row.text("name"),
                                row.text("expected"),
                                row.text("observed"),
                                row.text("step") + " / " + row.text("trial"),
                                row.text("worker"),
                                row.text("reason")))
                        .toList());
    }

    /** What statements without parameters answered; the same answer of several phases is one row. */
    static void answers(Html html, List<Row> rows) {
        Map<List<String>, List<String>> phases = new LinkedHashMap<>();
        for (Row row : rows) {
            List<String> answer =
                    List.of(row.text("operation"), Quantity.number(row.number("rows")), row.text("answer"));
            phases.computeIfAbsent(answer, any -> new ArrayList<>())
                    .add(row.text("phase") + " " + row.text("step") + "/" + row.text("trial"));
        }
        html.table(
                List.of("operation", ">rows", "answer", "phase, step / trial"),
                phases.entrySet().stream()
                        .map(entry -> Stream.concat(
                                        entry.getKey().stream(),
                                        Stream.of(
                                                entry.getValue().size() > MAX_NAMED
                                                        ? entry.getValue().getFirst() + " and "
                                                                + (entry.getValue()
                                                                                .size()
                                                                        - 1) + " more"
                                                        : String.join(", ", entry.getValue())))
                                .toList())
                        .toList());
    }

    static void coverage(Html html, List<Row> rows) {
        html.table(
                List.of(
                        ">step",
                        ">trial",
                        "phase",
                        ">planned",
                        ">covered",
                        ">missing",
                        ">counted",
                        ">executed again",
                        ">quarantined"),
                rows.stream()
                        .map(row -> List.of(
                                row.text("step"),
                                row.text("trial"),
                                row.text("phase"),
                                Quantity.number(row.number("planned")),
                                Quantity.number(row.number("covered")),
                                Quantity.number(row.number("missing")),
                                Quantity.number(row.number("counted")),
                                Quantity.atMost(row.number("executed_again")),
                                Quantity.number(row.number("quarantined"))))
                        .toList());
        html.element(
                "p class=\"note\"",
                "Indexes, from three sources: planned and missing from the lease book, covered from what workers reported,"
                        + " counted from decoded histograms. Planned = covered + missing, and covered = counted. What sessions that left"
                        + " may have executed was given to others: so many were executed again at most.");
    }

    /** One row a fact; workers that say the same share it. */
    static void environment(Html html, List<Row> rows) {
        Map<String, Map<String, List<String>>> facts = new TreeMap<>();
        for (Row row : rows) {
            String who = row.text("source").equals("worker")
                    ? row.text("worker")
                    : row.text("worker").isEmpty()
                            ? row.text("source")
                            : row.text("source") + " via " + row.text("worker");
            facts.computeIfAbsent(row.text("key"), key -> new LinkedHashMap<>())
                    .computeIfAbsent(row.text("value"), value -> new ArrayList<>())
                    .add(who);
        }
        List<List<String>> cells = new ArrayList<>();
        facts.forEach((key, values) -> values.forEach((value, who) -> cells.add(List.of(key, value, who(who)))));
        html.table(List.of("fact", "value", "of"), cells);
    }

    private static String who(List<String> who) {
        List<String> all = who.stream().distinct().toList();
        return all.size() > MAX_NAMED
                ? all.getFirst() + " … " + all.getLast() + " (" + all.size() + ")"
                : String.join(", ", all);
    }
}
