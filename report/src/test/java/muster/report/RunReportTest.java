package muster.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.RunEnd;
import muster.model.StepRow;
import muster.model.WorkerRow;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Row;
import muster.text.Quantity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class RunReportTest {
    private static final String MARKUP = "<script>alert('1')</script>&\"\u0007";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aFile() {
        file = folder.resolve("run.db");
    }

    @Test
    void the_page_begins_with_the_verdict_and_has_the_figures_of_the_views() {
        long run = written(SampleRun.small("nightly"));
        String html = html(run);
        Row summary = one("SELECT * FROM run_summary");
        assertThat(html.indexOf(">INVALID<")).isPositive().isLessThan(html.indexOf("<figure"));
        assertThat(html)
                .contains(
                        ">MET<",
                        ">NOT CHECKED<",
                        "Do not use these figures: 1 of 2 checks failed.",
                        "nightly stood still")
                .contains("bottleneck: the server of nightly is slow")
                .contains(Quantity.number(summary.number("throughput_per_s")) + "/s<")
                .contains(">" + Quantity.duration(summary.number("p50_ns")) + "<")
                .contains(">" + Quantity.duration(summary.number("p99_ns")) + "<");
        Row post = one("SELECT * FROM operation_summary WHERE operation = 'post' AND timing = 'service'");
        assertThat(html).contains(">" + Quantity.duration(post.number("p99_ns")) + "<");
    }

    @Test
    void stages_have_a_table_of_percentiles_and_a_histogram_with_bars_and_stand_side_by_side_in_a_sweep() {
        String html = html(written(SampleRun.small("stages")));
        Row execute = one("SELECT * FROM stage_summary WHERE operation = 'post' AND stage = 'execute'");
        assertThat(html)
                .contains("<th class=\"n\">p99.9</th>", "<th class=\"n\">of service</th>")
                .contains(">" + Quantity.duration(execute.number("p75_ns")) + "</td>")
                .contains(">" + Quantity.percent(100 * execute.number("share_of_service")) + "</td>");
        Row fullest = one("SELECT * FROM stage_histogram WHERE operation = 'post' AND stage = 'execute'"
                + " ORDER BY count DESC LIMIT 1");
        assertThat(html)
                .contains("background-size:100% 100%\">" + Quantity.number(fullest.number("count")) + "</td>")
                .contains("[" + Quantity.duration(fullest.number("low_ns")) + ", ")
                .doesNotContain("Stages side by side");
        long sweep;
        try (Store store = Store.open(file)) {
            sweep = new SampleRun("sweep", 1, 3, 1, 50, 1).sweep(store, 3);
        }
        assertThat(html(sweep)).contains("Stages side by side", "stage: p50", "3: clients 4, algorithm stou");
    }

    @Test
    void single_operations_are_drawn_over_time_at_scales_to_choose_from_without_a_script() {
        String html = html(written(SampleRun.small("singly")));
        assertThat(html)
                .contains("<figure id=\"jitter\">", "One of 100 operations, picked by index.")
                .contains("Single operations: commit")
                .containsPattern("<input type=\"radio\" name=\"jitter\" id=\"jitter-zoom-0\" checked>")
                .contains(">up to p99.9</label>", ">up to p99</label>", ">around the slowest</label>")
                .doesNotContain("<script");
        assertThat(html.split("<div class=\"level\">", -1)).hasSize(5);
        String all = html.substring(html.indexOf("<div class=\"level\">"));
        Matcher cloud = Pattern.compile("class=\"cloud c0\" d=\"([^\"]*)\"").matcher(all);
        assertThat(cloud.find()).isTrue();
        long operations = one("SELECT count(*) AS n FROM operation_sample").whole("n");
        assertThat(cloud.group(1).split("h0", -1)).as("a point each").hasSize((int) operations + 1);
        try (Store store = Store.open(file)) {
            assertThat(store.query("SELECT 1 FROM operation_sample WHERE since_start_ns < 0")
                            .rows())
                    .isEmpty();
        }
    }

    @Test
    void names_with_markup_in_them_stay_text() {
        long run = written(new SampleRun(MARKUP, 1, 6, 5, 40, 1));
        try (Query query = Query.open(file)) {
            RunReport report = RunReport.read(query, run);
            assertThat(report.html())
                    .doesNotContain("<script", "alert('", "\u0007")
                    .contains("&lt;script&gt;alert(");
            assertThat(String.join("", report.plots().values()))
                    .doesNotContain("<script", "\u0007")
                    .contains("&lt;script&gt;alert(");
            assertThat(report.plots().keySet()).allMatch(name -> name.matches("[a-z0-9-]+\\.svg"));
        }
    }

    @Test
    void the_page_needs_nothing_else() {
        String html = html(written(SampleRun.small("alone")));
        assertThat(html).doesNotContain("http://", "https://", " src=", "@import", "url(", "<link", "<script");
        assertThat(html).contains("default-src 'none'");
    }

    @Test
    void each_plot_is_well_formed_and_says_what_it_shows_with_units_and_what_it_leaves_out() throws Exception {
        long run = written(SampleRun.small("plots"));
        try (Query query = Query.open(file)) {
            Map<String, String> plots = RunReport.read(query, run).plots();
            assertThat(plots)
                    .containsOnlyKeys(
                            "timeline.svg",
                            "throughput.svg",
                            "errors.svg",
                            "latency-follow.svg",
                            "latency-post.svg",
                            "cpu.svg",
                            "heap.svg",
                            "lost.svg",
                            "hiccups.svg",
                            "percentiles.svg",
                            "percentiles-by-operation.svg",
                            "stages.svg",
                            "jitter.svg",
                            "jitter-p99-9.svg",
                            "jitter-p99.svg",
                            "jitter-slowest.svg",
                            "jitter-acquire.svg",
                            "jitter-commit.svg");
            for (Map.Entry<String, String> plot : plots.entrySet()) {
                Document svg = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(plot.getValue().getBytes(StandardCharsets.UTF_8)));
                assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
                assertThat(plot.getValue())
                        .as(plot.getKey())
                        .containsPattern("class=\"headline\"[^>]*>\\w")
                        .containsPattern("class=\"[a-z]+ title\"[^>]*>[a-z]")
                        .containsPattern("class=\"caption\"[^>]*>\\w")
                        .doesNotContain("NaN", "Infinity");
            }
        }
    }

    @Test
    void the_timeline_stands_before_all_other_plots_and_merges_the_operations() {
        long run = written(SampleRun.small("first"));
        try (Query query = Query.open(file)) {
            RunReport report = RunReport.read(query, run);
            assertThat(report.html().replaceAll("(?s).*?<figure id=\"([a-z-]+)\".*", "$1"))
                    .isEqualTo("timeline");
            String timeline = report.plots().get("timeline.svg");
            assertThat(timeline)
                    .contains(">throughput<", ">p50 (right)<", ">p99 (right)<", "from merged histograms")
                    .doesNotContain("of post");
            assertThat(path(timeline, "line c1")).as("p99 of all operations").contains("M", "l");
        }
    }

    @Test
    void latencies_of_all_operations_have_one_axis_so_that_they_can_be_compared() {
        long run = written(SampleRun.small("axis"));
        try (Query query = Query.open(file)) {
            Map<String, String> plots = RunReport.read(query, run).plots();
            assertThat(labels(plots.get("latency-post.svg")))
                    .hasSizeGreaterThan(2)
                    .isEqualTo(labels(plots.get("latency-follow.svg")));
        }
    }

    @Test
    void stages_have_the_names_that_users_know() {
        long run = written(SampleRun.small("stages"));
        try (Query query = Query.open(file)) {
            assertThat(RunReport.read(query, run).plots().get("stages.svg"))
                    .contains(">acquire connection<", ">begin<", ">execute<", ">commit<", ">other<")
                    .doesNotContain(">acquire<");
        }
    }

    @Test
    void what_specialists_want_unfolds_and_a_count_of_checks_stands_once() {
        String html = html(written(SampleRun.small("folded")));
        assertThat(html)
                .contains(
                        "<summary>JMeter&#39;s summary report</summary>",
                        "<summary>Load generator: processor, heap, lost time, hiccups</summary>",
                        "<summary>What passed</summary>")
                .containsOnlyOnce("1 of 2 checks")
                .doesNotContain("checks passed");
    }

    @Test
    void a_second_without_data_is_a_gap_and_a_stall_is_seen_as_no_throughput() {
        long run = written(SampleRun.small("stall"));
        try (Query query = Query.open(file)) {
            Map<String, String> plots = RunReport.read(query, run).plots();
            assertThat(path(plots.get("latency-post.svg"), "line c0")).as("p50").containsPattern("M.*M");
            assertThat(path(plots.get("throughput.svg"), "line c0")).doesNotContainPattern("M.*M");
        }
    }

    @Test
    void where_a_second_has_too_few_samples_for_a_p99_the_histograms_of_several_are_merged() {
        long run = written(new SampleRun("slow", 1, 40, 1, 150, 1));
        try (Query query = Query.open(file)) {
            assertThat(Row.of(query.table("SELECT max(p99_ns) AS p99 FROM interval_summary"))
                            .getFirst()
                            .has("p99"))
                    .isFalse();
            String plot = RunReport.read(query, run).plots().get("latency-post.svg");
            assertThat(plot).contains("each point is over 3 s, from merged histograms");
            assertThat(path(plot, "line c1")).as("p99").contains("M", "l");
        }
    }

    @Test
    void a_percentile_with_too_few_samples_is_a_dash() {
        long run = written(new SampleRun("few", 1, 1, 1, 20, 1));
        Row post = one("SELECT * FROM operation_summary WHERE timing = 'service' AND operation = 'post'");
        assertThat(post.has("p50_ns")).isTrue();
        assertThat(post.has("p99_ns")).isFalse();
        String cells = Quantity.duration(post.number("p50_ns")) + "</td>\n<td class=\"n\">-</td>";
        assertThat(html(run)).contains(cells);
    }

    @Test
    void a_worker_that_left_is_marked_and_named() {
        long run = written(SampleRun.small("left"));
        try (Store store = Store.open(file)) {
            store.phases()
                    .worker(new WorkerRow(
                            new PhaseAt(run, 1, 1, "measure"),
                            "w9",
                            9,
                            "java",
                            "host",
                            8,
                            0,
                            1_000,
                            0,
                            SampleRun.START - 1,
                            SampleRun.START + 7_000_000_000L,
                            "its lease expired",
                            List.of(),
                            Map.of(),
                            Map.of()));
        }
        assertThat(html(run)).contains("w9 left at 7 s (its lease expired).", "class=\"moment\"");
    }

    @Test
    void a_sweep_has_throughput_against_clients_first_then_its_steps_by_their_settings() {
        long run;
        try (Store store = Store.open(file)) {
            run = new SampleRun("sweep", 1, 3, 1, 50, 1).sweep(store, 4);
        }
        String html = html(run);
        assertThat(html.indexOf("class=\"answer\"")).isPositive().isLessThan(html.indexOf("class=\"verdicts\""));
        assertThat(html.indexOf("id=\"sweep-1\"")).isPositive().isLessThan(html.indexOf("id=\"steps\""));
        assertThat(html.indexOf("id=\"steps\"")).isLessThan(html.indexOf("id=\"step-1-trial-1-measure\""));
        assertThat(html)
                .contains(
                        "Throughput and latency against clients: algorithm stou",
                        "id=\"step-4-trial-2-measure\">clients 8, algorithm stou, trial 2: measure<");
    }

    @Test
    void a_long_sweep_keeps_its_tables_and_says_that_plots_are_left_out() {
        long run;
        try (Store store = Store.open(file)) {
            run = new SampleRun("sweep", 1, 1, 1, 10, 1).sweep(store, 14);
        }
        assertThat(html(run))
                .contains("No plots here", "id=\"step-14-trial-2-measure\"")
                .hasSizeLessThan(2_000_000);
    }

    @Test
    void a_run_in_progress_is_reported_up_to_its_last_commit() {
        try (Store store = Store.open(file)) {
            SampleRun sample = SampleRun.small("live");
            long run = sample.begin(store);
            store.runs().step(new StepRow(run, 1, "{}"));
            PhaseAt at = new PhaseAt(run, 1, 1, "measure");
            store.phases()
                    .phase(new PhaseRow(
                            at,
                            1,
                            "measure",
                            8,
                            0,
                            -1,
                            SampleRun.START,
                            SampleRun.START + 60_000_000_000L,
                            2,
                            "running"));
            sample.reports(store, at);
            assertThat(html(run))
                    .contains("NOT JUDGED", "has not ended", "id=\"throughput\"")
                    .doesNotContain("NaN");
        }
    }

    @Test
    void a_run_without_a_measured_phase_says_so() {
        long run;
        try (Store store = Store.open(file)) {
            run = SampleRun.small("nothing").begin(store);
            store.runs().end(new RunEnd(run, RunEnd.FAILED, SampleRun.START, null, null, 2, "the target is away"));
        }
        assertThat(html(run))
                .contains("no measured phase", "the target is away")
                .doesNotContain("<figure");
    }

    @Test
    void a_run_that_is_not_there_is_named() {
        written(SampleRun.small("one"));
        assertThatThrownBy(() -> html(7)).isInstanceOf(StoreException.class).hasMessageEndingWith("there is no run 7");
    }

    private long written(SampleRun sample) {
        try (Store store = Store.open(file)) {
            return sample.write(store);
        }
    }

    private String html(long run) {
        try (Query query = Query.open(file)) {
            return RunReport.read(query, run).html();
        }
    }

    private Row one(String sql) {
        try (Query query = Query.open(file)) {
            List<Row> rows = Row.of(query.table(sql));
            assertThat(rows).hasSize(1);
            return rows.getFirst();
        }
    }

    private static List<String> labels(String svg) {
        return Pattern.compile("<text class=\"end\"[^>]*>([^<]*)<")
                .matcher(svg)
                .results()
                .map(label -> label.group(1))
                .toList();
    }

    private static String path(String svg, String classes) {
        int at = svg.lastIndexOf("<path class=\"" + classes + "\" d=\"");
        return svg.substring(at, svg.indexOf('>', at)).replaceAll(".* d=\"", "");
    }
}
