package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.model.CheckRow;
import muster.model.CrashRow;
import muster.model.LostWriteRow;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.model.ResourceRow;
import muster.model.RunEnd;
import muster.model.ServerStartRow;
import muster.store.analysis.claim.Judgement;
import muster.store.analysis.claim.Observation;
import muster.store.analysis.interleave.InterleavedComparison;
import muster.store.analysis.interleave.Restart;
import muster.store.analysis.statistics.Interval;
import muster.store.file.row.CalibrationRow;
import muster.store.file.row.LimitRow;
import muster.store.file.row.claim.ClaimRow;
import muster.store.file.row.claim.ClaimRunRow;
import muster.store.file.row.comparison.ComparisonFigureRow;
import muster.store.file.row.comparison.ComparisonRow;
import muster.store.file.row.comparison.OverheadEnd;
import muster.store.file.row.comparison.OverheadFigureRow;
import muster.store.file.row.comparison.OverheadRow;
import muster.store.file.row.comparison.OverheadRunRow;
import muster.store.file.row.comparison.TurnRow;
import muster.store.file.sqlite.Query;
import muster.store.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTest {
    @TempDir
    Path folder;

    static List<String> views() {
        return List.of(
                "run_summary",
                "step_summary",
                "operation_summary",
                "stage_summary",
                "stage_histogram",
                "interval_summary",
                "outcome_summary",
                "check_summary",
                "answer_summary",
                "first_answer",
                "jmeter_summary",
                "content_summary",
                "coverage_summary",
                "process_summary",
                "server_summary",
                "server_start_summary",
                "crash_summary",
                "limit_summary",
                "claim_summary",
                "sweep_summary",
                "overhead_summary",
                "comparison_summary");
    }

    /** Views that make rows of what a table holds as text. */
    private static final List<String> UNFOLDED =
            List.of("snapshot", "slow_operation", "operation_sample", "wrong_answer", "resource");

    static List<String> tables() {
        return List.of(
                "run",
                "plan",
                "step",
                "phase",
                "worker",
                "lease",
                "snapshot_batch",
                "outcome_total",
                "answer_total",
                "interval",
                "bucket",
                "merged_bucket",
                "coverage",
                "environment",
                "resource_reading",
                "server_start",
                "limit_search",
                "limit_step",
                "claim",
                "claim_value",
                "claim_run",
                "crash",
                "lost_write",
                "check_result",
                "calibration",
                "overhead",
                "overhead_run",
                "overhead_figure",
                "comparison",
                "comparison_arm",
                "comparison_outcome",
                "comparison_figure",
                "turn",
                "submission",
                "incarnation");
    }

    static Stream<String> plainQueries() throws IOException {
        return blocks("sql");
    }

    @Test
    void every_table_and_view_is_there_and_in_the_readme() throws IOException {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            assertThat(names(store, "table")).containsExactlyInAnyOrderElementsOf(tables());
            assertThat(names(store, "view"))
                    .containsAll(UNFOLDED)
                    .filteredOn(name -> !UNFOLDED.contains(name))
                    .containsExactlyInAnyOrderElementsOf(views());
            assertThat(readme())
                    .contains(tables().stream()
                            .map(table -> "| `" + table + "` |")
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("views")
    void the_columns_of_a_view_stand_in_the_readme_in_their_order(String view) throws IOException {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            String section = readme().split("### " + view, -1)[1];
            String columns =
                    section.substring(section.indexOf('`') + 1, section.indexOf('`', section.indexOf('`') + 1));
            assertThat(List.of(columns.replaceAll("\\([^)]*\\)", "").split(",", -1)).stream()
                            .map(String::strip))
                    .isEqualTo(store.query("SELECT * FROM " + view).columns());
        }
    }

    @ParameterizedTest
    @MethodSource("plainQueries")
    void a_query_of_the_readme_works_in_the_plain_shell_and_gives_what_query_gives(String sql) throws Exception {
        Path file = sample();
        List<String> expected;
        try (Query query = Query.open(file)) {
            Table table = query.table(sql);
            assertThat(table.columns()).isNotEmpty();
            assertThat(table.rows().isEmpty()).isEqualTo(sql.contains("IS NOT covered"));
            expected = table.rows().stream()
                    .map(row -> String.valueOf(row.getFirst()))
                    .toList();
        }
        assumeThat(Shell.isThere()).as("sqlite3").isTrue();
        assertThat(Shell.ask(file, sql).stream().map(line -> line.split("\\|", -1)[0]))
                .isEqualTo(expected.stream()
                        .map(value -> value.equals("null") ? "" : value)
                        .toList());
    }

    /** Five restarts are one sample; of seven, those of either range of keys weigh alike. */
    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void the_ratio_from_turns_is_the_one_that_a_comparison_gives(int restarts) throws IOException {
        List<Restart> all = new ArrayList<>();
        try (Store store = Store.open(folder.resolve("run.db"))) {
            List<ComparisonRow.Arm> arms =
                    List.of(new ComparisonRow.Arm("standalone", "{}"), new ComparisonRow.Arm("cluster", "{}"));
            long id = store.comparisons().begin(new ComparisonRow(ComparisonRow.AB, 1, Given.START, 0.01, arms));
            for (int i = 0; i < restarts; i++) {
                int range = i % 2;
                List<TurnRow> turns = turns(range, range == 0 ? 900 : 1_100 + i);
                all.add(new Restart(turns, Map.of()));
                store.comparisons().restart(id, i + 1, turns, Map.of(), List.of());
            }
        }
        double expected = InterleavedComparison.of(all, "standalone", "cluster")
                .ratio("throughput")
                .estimate();
        String sql = blocks("sql")
                .filter(text -> text.contains("ranked AS"))
                .findFirst()
                .orElseThrow();
        try (Query query = Query.open(folder.resolve("run.db"))) {
            List<Object> row = query.table(sql).rows().getFirst();
            assertThat(((Number) row.get(2)).intValue()).isEqualTo(restarts);
            assertThat(((Number) row.getLast()).doubleValue()).isCloseTo(expected, within(1e-4));
        }
    }

    @Test
    void the_query_with_hdr_functions_works() throws IOException {
        try (Query query = Query.open(sample())) {
            for (String sql : blocks("hdr").toList()) {
                assertThat(query.table(sql).rows())
                        .hasSize(1)
                        .first()
                        .asString()
                        .contains("w1, 300");
            }
        }
    }

    private Path sample() {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 1, -1);
            var ok = Given.histogram(
                    LongStream.range(0, 300).map(i -> 1_000_000 + i * 1_000).toArray());
            Given.commit(
                    store,
                    List.of(Given.report(
                            at,
                            1,
                            1,
                            Given.START,
                            Given.all(Given.both("post", "ok", ok), Given.both("post", "timeout", Given.histogram(7))),
                            Given.range(0, 301))),
                    List.of());
            store.phases().end(Given.end(at, Given.START + Given.SECOND, 301));
            store.runs()
                    .checks(List.of(
                            new CheckRow(1, 1, 1, "threshold", "p99", "< 1ms", "1.3ms", false, "", "too slow"),
                            new CheckRow(
                                    1, 1, 1, "finding", "bottleneck", "", "server", true, "", "the server: slow")));
            store.runs()
                    .checks(List.of(new CheckRow(
                            1,
                            1,
                            1,
                            "warning",
                            "co-located database",
                            "a separate machine",
                            "127.0.0.1:7687",
                            false,
                            "w1",
                            "shares cores")));
            store.overheads()
                    .calibration(new CalibrationRow("h", "cpu", 2, "6.1", "21", 7, Map.of("operation_cpu_ns", 180.0)));
            used(store, at);
            store.runs().end(new RunEnd(1, "complete", Given.START + Given.SECOND, "valid", "missed", 99, ""));
        }
        return file;
    }

    /** The coordinator's use of its processor, and a comparison. */
    private static void used(Store store, PhaseAt at) {
        store.limits()
                .add(new LimitRow(
                        1, 5, "p99 < 1ms", 9.0, 8.0, null, "disk", "", "x", List.of(new LimitRow.Step(1, 9, true))));
        store.claims()
                .put(new ClaimRow(
                        "d",
                        "paper",
                        "A paper",
                        1,
                        "faster",
                        "A is faster",
                        "/s",
                        "",
                        "",
                        "a > b",
                        true,
                        1,
                        1,
                        Judgement.notDecided("x"),
                        5,
                        "h",
                        List.of(),
                        List.of(new Observation("a", Double.NaN, 1, 2))));
        store.claims().add(new ClaimRunRow("e", "fast", 1, 1));
        store.phases()
                .serverStart(new ServerStartRow(
                        1, 1, 1, "restored", "neo4j", "5", 7, "0-1", "1g", "{}", 1, 2, 3_000_000_000L, 5));
        store.phases()
                .crash(
                        new CrashRow(
                                at,
                                "kill",
                                Given.START,
                                Given.START,
                                Given.START + 5,
                                Given.START + 9,
                                0,
                                10.0,
                                7,
                                1,
                                1,
                                6,
                                2,
                                1,
                                0,
                                0,
                                0,
                                0),
                        List.of(new LostWriteRow(at, "post", 3, 5, 6)));
        store.phases().resources(new ResourceRow(at, "", 0, 0, Given.START, Map.of("cpu_ns", 1_000L)));
        store.phases().resources(new ResourceRow(at, "", 0, 1, Given.START, Map.of("cpu_ns", 302_000L)));
        for (long seq = 0; seq < 2; seq++) {
            long ns = seq * Given.SECOND;
            store.phases().resources(new ResourceRow(at, "pid 7", -1, seq, Given.START + ns, Map.of("user_ns", ns)));
            store.phases().resources(new ResourceRow(at, "host", -2, seq, Given.START + ns, Map.of("idle_ns", ns)));
        }
        Map<String, Long> evidence = Map.of(
                "phase_cpu_ns", 98L,
                "phase_cpu_allowed_ns", 100L,
                "phase_canary_late_ns", 7_000_000L,
                "phase_canary_samples", 400L);
        store.phases().resources(new ResourceRow(at, "w1", 1, 2, Given.START, evidence));
        long comparison = store.comparisons()
                .begin(new ComparisonRow(
                        ComparisonRow.OVERHEAD,
                        42,
                        Given.START,
                        0.01,
                        List.of(new ComparisonRow.Arm("standalone", "{}"), new ComparisonRow.Arm("cluster", "{}"))));
        long overhead = store.overheads().begin(new OverheadRow(1, "noop", 0, 1, 42, Given.START, null, comparison));
        store.overheads().runs(List.of(new OverheadRunRow(overhead, 1, "cluster", 1, 1)));
        Interval ratio = new Interval(0.99, 0.98, 1.0);
        store.comparisons()
                .restart(
                        comparison,
                        1,
                        turns(0, 900),
                        Map.of("cluster", new OutcomeCounts(1_798, 1, 1, 0, 0, 0)),
                        List.of(new ComparisonFigureRow(1, "cluster", "throughput", "1/s", 100.0, 99.0, ratio)));
        OverheadFigureRow figure =
                new OverheadFigureRow("figure", "throughput", "1/s", 100.0, 99.0, ratio, Interval.NONE);
        store.overheads().end(new OverheadEnd(overhead, 1, "no verdict", false, List.of(figure)));
    }

    /** A block in which the cluster completes so many operations, and standalone 1,000. */
    private static List<TurnRow> turns(int range, long operations) {
        return List.of(
                new TurnRow(1, 1, "cluster", 1 - range, Given.START, 200_000_000, operations, 1, 0),
                new TurnRow(2, 1, "standalone", range, Given.START, 200_000_000, 1_000, 1, 0),
                new TurnRow(3, 1, "standalone", range, Given.START, 200_000_000, 1_000, 1, 0),
                new TurnRow(4, 1, "cluster", 1 - range, Given.START, 200_000_000, operations, 1, 0));
    }

    private static List<Object> names(Store store, String type) {
        String sql = "SELECT name FROM sqlite_schema WHERE type = '%s' AND name NOT LIKE 'sqlite_%%'".formatted(type);
        return store.query(sql).rows().stream().map(List::getFirst).toList();
    }

    private static Stream<String> blocks(String language) throws IOException {
        Matcher matcher = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(readme());
        return matcher.results().map(block -> block.group(1).strip());
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("README.md"));
    }
}
