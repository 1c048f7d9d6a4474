package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.model.StepRow;
import muster.report.HtmlPages;
import muster.report.RunReport;
import muster.report.html.Html;
import muster.store.file.Given;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a search for a limit: a probe, three steps, of which the second was repeated, and a run of something else. */
class LimitReportTest {
    private static final String SENTENCE = "noop carries 210 operations/s (190 to 230, 95 %) within p99 < 50ms";
    private static final Pattern ROW = Pattern.compile("<tr>(?:<td[^>]*>[^<]*</td>\n)+</tr>");

    private static final String COMPARED = "of the two, quick carries 1.90 times as much";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aFile() {
        file = folder.resolve("run.db");
    }

    /** Runs 1 to 5 are of the search, 6 is another. */
    private void search(String slo, @Nullable Double high) {
        try (Store store = Store.open(file)) {
            run(store, "limit probe", "1.0 ms", true, "valid", "none");
            run(store, "limit 1", "12.0 ms", true, "valid", "none");
            run(store, "limit 2", "260 ms", false, "valid", "none");
            run(store, "limit 2", "240 ms", false, "valid", "none");
            run(store, "limit 3", "1,234 s (not steady)", false, "invalid", "generator");
            run(store, "another", "9.0 ms", true, "valid", "none");
            List<LimitRow.Step> steps = List.of(
                    new LimitRow.Step(2, 200, true),
                    new LimitRow.Step(4, 400, false),
                    new LimitRow.Step(5, 300, false));
            new LimitRecords(store.database())
                    .add(new LimitRow(1, 5, slo, 210.0, 190.0, high, "server", "", SENTENCE, steps));
        }
    }

    private static void run(Store store, String name, String p99, boolean met, String validity, String bottleneck) {
        SampleRun sample = new SampleRun(name, 1, 3, 1, 50, 1);
        long run = sample.begin(store);
        store.runs().step(new StepRow(run, 1, "{}"));
        PhaseAt at = sample.phase(store, run, 1, 1);
        store.runs()
                .checks(List.of(
                        check(at, CheckKind.THRESHOLD, "p99 < 50ms", p99, met),
                        check(at, CheckKind.THRESHOLD, "errors% < 1", "0", true),
                        check(at, CheckKind.VALIDITY, "lag", "0", validity.equals("valid")),
                        check(at, CheckKind.FINDING, "bottleneck", bottleneck, true)));
        store.runs()
                .end(new RunEnd(
                        run, RunEnd.COMPLETE, SampleRun.START + 1, validity, met ? "met" : "missed", met ? 0 : 99, ""));
    }

    private static CheckRow check(PhaseAt at, CheckKind kind, String name, String observed, boolean passed) {
        return new CheckRow(
                at.runId(), at.step(), at.trial(), kind.label(), name, name, observed, passed, "", "as it was found");
    }

    private String html(long run) {
        try (Query query = Query.open(file)) {
            return RunReport.read(query, run).html();
        }
    }

    private static String shown(String html) {
        return HtmlPages.withoutFolds(html);
    }

    @Test
    void the_page_of_each_run_begins_with_the_answer_and_has_no_missed_threshold_before_it_unfolds() {
        search("p99 < 50ms, errors% < 1", 230.0);
        for (int run = 1; run <= 5; run++) {
            String html = html(run);
            assertThat(html.indexOf("<p class=\"answer\">" + SENTENCE.replace("<", "&lt;")))
                    .isPositive()
                    .isLessThan(html.indexOf("<figure id=\"limit\">"));
            assertThat(html.indexOf("<figure id=\"limit\">")).isLessThan(html.indexOf("<th>holds</th>"));
            assertThat(html.indexOf("<th>holds</th>")).isLessThan(html.indexOf("class=\"verdicts\""));
            assertThat(shown(html.substring(0, html.indexOf("<nav>"))))
                    .contains("The limit of limit probe", SENTENCE.replace("<", "&lt;"))
                    .doesNotContain("MISSED", "INVALID", "class=\"verdict");
        }
        assertThat(html(5)).contains("Verdicts and figures of this run, limit 3", ">MISSED<", ">INVALID<");
        assertThat(html(6)).doesNotContain("carries 210", "id=\"limit\"").contains("<h1>another</h1>");
    }

    @Test
    void a_run_in_a_file_of_a_build_without_searches_has_its_page() {
        search("p99 < 50ms, errors% < 1", 230.0);
        Given.without(file, "limit", List.of("limit_step", "limit_search"));
        assertThat(html(6)).contains("<h1>another</h1>");
    }

    /** Runs 1 and 2 are closed loops, 4 was repeated as 5, 7 was interrupted, 8 is another. */
    private void comparison() {
        String quick = "quick carries 400 operations/s";
        String slow = "slow carries 210 operations/s";
        try (Store store = Store.open(file)) {
            run(store, "limit probe, slow", "1.0 ms", true, "valid", "none");
            run(store, "limit probe, quick", "1.0 ms", true, "valid", "none");
            run(store, "limit 1, quick", "12.0 ms", true, "valid", "none");
            run(store, "limit 1, slow", "260 ms", false, "valid", "none");
            run(store, "limit 1, slow", "240 ms", false, "valid", "server");
            run(store, "limit 2, slow", "20.0 ms", true, "valid", "none");
            run(store, "limit 2, quick", "20.0 ms", true, "valid", "none");
            run(store, "another", "9.0 ms", true, "valid", "none");
            List<LimitRow.Step> ofQuick = List.of(new LimitRow.Step(3, 400, true));
            List<LimitRow.Step> ofSlow = List.of(new LimitRow.Step(5, 300, false), new LimitRow.Step(6, 200, true));
            new LimitRecords(store.database())
                    .add(
                            List.of(
                                    new LimitRow(2, 6, "p99 < 50ms", 400.0, 380.0, 420.0, "none", "", quick, ofQuick),
                                    new LimitRow(1, 5, "p99 < 50ms", 210.0, 190.0, null, "server", "", slow, ofSlow)),
                            List.of(
                                    new LimitTargetRow(2, 1, "quick", "p99", 12e6, 1.9, null, 2.2),
                                    new LimitTargetRow(1, 2, "slow", "p99", null, null, null, null)),
                            COMPARED);
        }
    }

    @Test
    void the_page_of_each_run_of_a_comparison_has_its_table_and_the_search_of_its_own_target() {
        comparison();
        for (int run = 1; run <= 7; run++) {
            boolean slow = run == 1 || (run >= 4 && run <= 6);
            String html = html(run);
            assertThat(html.indexOf("<p class=\"answer\">" + COMPARED))
                    .isPositive()
                    .isLessThan(html.indexOf("<th>target</th>"));
            assertThat(html.indexOf("<figure id=\"limits\">"))
                    .isGreaterThan(html.indexOf("<p class=\"answer\">" + COMPARED))
                    .isLessThan(html.indexOf("<th>target</th>"));
            assertThat(html)
                    .containsSubsequence(">quick  400 operations/s<", "class=\"whisker\"", ">slow  210 operations/s<");
            assertThat(html)
                    .as("run %d", run)
                    .contains("The limits of quick, slow", "1.90 (open to 2.20)")
                    .contains("<p class=\"answer\">" + (slow ? "slow carries 210" : "quick carries 400"))
                    .doesNotContain("<p class=\"answer\">" + (slow ? "quick carries" : "slow carries"));
        }
        assertThat(html(8)).contains("<h1>another</h1>").doesNotContain(COMPARED, "quick carries");
    }

    @Test
    void a_comparison_is_one_answer_of_an_experiment_whose_table_anyone_can_ask() {
        comparison();
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT run_id, runs, sentence FROM experiment_answer")
                            .rows())
                    .containsExactly(List.of(1L, 6L, COMPARED));
            assertThat(query.table(
                                    "SELECT name, rate, low, ratio, ratio_high, latency_ns, steps FROM limit_target_summary")
                            .rows())
                    .containsExactly(
                            List.of("quick", 400.0, 380.0, 1.9, 2.2, 12e6, 1L),
                            Arrays.asList("slow", 210.0, 190.0, null, null, null, 2L));
        }
    }

    @Test
    void each_step_has_a_row_with_what_was_observed_for_each_bound() {
        search("p99 < 50ms, errors% < 1", 230.0);
        String html = html(5);
        String steps = html.substring(html.indexOf("<th>holds</th>"), html.indexOf("no failure"));
        assertThat(ROW.matcher(steps).results().map(row -> cells(row.group())))
                .containsExactly(
                        "1 200 yes | 12.0 ms 0 | 50 1.96 % none 2",
                        "2 400 no | 240 ms 0 | 50 1.96 % server 4",
                        "3 300 no | 1,234 s (not steady) 0 | 50 1.96 % generator (run invalid) 5");
    }

    @Test
    void others_have_a_column_of_their_own_where_there_are_any() {
        assertThat(table(0)).contains(">errors<").doesNotContain(">absent<", ">duplicate<");
        assertThat(table(45))
                .contains(">absent<")
                .containsPattern(">0 %</td>\\s*<td[^>]*>45 %</td>")
                .doesNotContain(">duplicate<");
    }

    private static String table(long absent) {
        Map<String, @Nullable Object> row = Map.of("holds", 1L, "ok", 100 - absent, "errors", 0L, "absent", absent);
        Html html = new Html().begin("limit");
        new LimitSection(
                        new SearchedLimit(
                                new Row(Map.of()), List.of(), List.of(new SearchedLimit.Step(new Row(row), Map.of()))),
                        List.of(),
                        List.of())
                .write(html);
        return html.end();
    }

    private static String cells(String row) {
        List<String> cells = Pattern.compile(">([^<]*)</td>")
                .matcher(row)
                .results()
                .map(cell -> cell.group(1))
                .toList();
        return String.join(" ", cells.subList(0, 3)) + " | " + String.join(" ", cells.subList(3, 5)) + " | "
                + String.join(" ", cells.subList(5, cells.size()));
    }

    @Test
    void the_plot_has_the_bound_the_steps_and_the_interval_and_another_their_order() {
        search("p99 < 50ms", 230.0);
        try (Query query = Query.open(file)) {
            assertThat(RunReport.read(query, 5).plots()).containsKeys("limit.svg", "limit-course.svg");
        }
        String html = html(5);
        String plot = html.substring(html.indexOf("<figure id=\"limit\">"), html.indexOf("<th>holds</th>"));
        assertThat(plot)
                .contains(
                        "Response at each offered rate: p99 &lt; 50ms", "95 % interval of the limit", "held the bound")
                .contains("<text class=\"start title\" x=\"0\" y=\"0\"")
                .contains(">p99 (log.)<");
        assertThat(plot.split("<circle class=\"fill f[01]\" cx", -1))
                .as("two in the legend")
                .hasSize(1 + 2 + 3);
        assertThat(html).contains("The search, step by step", "The search for the highest rate within p99 &lt; 50ms");
    }

    @Test
    void without_a_bound_of_a_duration_the_order_of_the_steps_is_drawn() {
        search("errors% < 1", null);
        String html = html(5);
        assertThat(shown(html)).contains("<figure id=\"limit-course\">");
        assertThat(html).doesNotContain("<figure id=\"limit\">");
    }
}
