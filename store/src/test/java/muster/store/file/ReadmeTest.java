package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.model.CheckRow;
import muster.model.CrashRow;
import muster.model.ExperimentAnswer;
import muster.model.LostWriteRow;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.ResourceRow;
import muster.model.RunEnd;
import muster.model.ServerStartRow;
import muster.model.StreamRow;
import muster.model.TurnCpuRow;
import muster.model.TurnWindow;
import muster.model.WorkerRow;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
                "stream_summary",
                "worker_summary",
                "turn_time",
                "turn_cpu_summary",
                "process_summary",
                "server_summary",
                "server_start_summary",
                "crash_summary",
                "sweep_summary");
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
                "crash",
                "lost_write",
                "check_result",
                "submission",
                "incarnation",
                "stream",
                "load_profile",
                "turn_window",
                "equivalence_margin",
                "turn_cpu",
                "extension",
                "experiment_answer");
    }

    static Stream<String> plainQueries() throws IOException {
        return DocumentedViews.readme().blocks("sql");
    }

    @Test
    void every_table_and_view_is_there_and_in_the_readme() throws IOException {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            assertThat(names(store, "table")).containsExactlyInAnyOrderElementsOf(tables());
            assertThat(names(store, "view"))
                    .containsAll(UNFOLDED)
                    .filteredOn(name -> !UNFOLDED.contains(name))
                    .containsExactlyInAnyOrderElementsOf(views());
            assertThat(DocumentedViews.readme().tables()).containsAll(tables());
        }
    }

    @ParameterizedTest
    @MethodSource("views")
    void the_columns_of_a_view_stand_in_the_readme_in_their_order(String view) throws IOException {
        Path file = folder.resolve("run.db");
        Store.open(Files.createFile(file)).close();
        DocumentedViews.readme().checkColumns(view, file);
    }

    @ParameterizedTest
    @MethodSource("plainQueries")
    void a_query_of_the_readme_works_in_the_plain_shell_and_gives_what_query_gives(String sql) {
        DocumentedViews.checkQuery(sql, sample());
    }

    @Test
    void the_query_with_hdr_functions_works() throws IOException {
        try (Query query = Query.open(sample())) {
            for (String sql : DocumentedViews.readme().blocks("hdr").toList()) {
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
            used(store, at);
            store.runs().end(new RunEnd(1, "complete", Given.START + Given.SECOND, "valid", "missed", 99, ""));
        }
        return file;
    }

    /** The coordinator's use of its processor, a crash, an answer. */
    private static void used(Store store, PhaseAt at) {
        store.runs().answer(new ExperimentAnswer(1, "limit", 1, "x"));
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
        turns(store);
        store.phases()
                .worker(new WorkerRow(
                        at, "w1", 1, "java", "h", 64, 5, 1, 0, Given.START, 0, "", List.of(), Map.of(), Map.of()));
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
    }

    private static void turns(Store store) {
        PhaseAt at = new PhaseAt(1, 1, 1, "turns");
        TurnWindow turn = new TurnWindow(0, 0, Given.START, Given.START + 5, Given.START + 9);
        StreamRow stream = new StreamRow(0, "a", 1, 0, List.of(turn));
        store.phases()
                .phase(new PhaseRow(
                        at, 0, "warmup", 1, 0, -1, Given.START, Given.START + 9, 1, "running", List.of(stream), 0.02));
        store.phases().turnCpu(List.of(new TurnCpuRow(at, 0, 0, 3)));
        store.phases().end(Given.end(at, Given.START + 9, 0));
    }

    private static List<Object> names(Store store, String type) {
        String sql = "SELECT name FROM sqlite_schema WHERE type = '%s' AND name NOT LIKE 'sqlite_%%'".formatted(type);
        return store.query(sql).rows().stream().map(List::getFirst).toList();
    }
}
