package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import muster.model.CheckRow;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.RunEnd;
import muster.model.SnapshotReport;
import muster.model.WorkerRow;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.SqliteConnections;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Table;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    private static final long START = Given.START;
    private static final long SECOND = Given.SECOND;

    @TempDir
    Path folder;

    @Test
    void a_file_that_was_created_and_not_written_to_is_gone_and_one_that_was_there_stays() throws Exception {
        Path created = folder.resolve("created.db");
        Store.open(created).close();
        Path there = Files.createFile(folder.resolve("there.db"));
        Store.open(there).close();
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).containsExactly("there.db");
        }
    }

    @Test
    void a_file_that_took_the_place_of_one_without_a_run_stays() throws Exception {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            Files.delete(store.file());
            Files.writeString(store.file(), "somebody else's");
        }
        assertThat(file).hasContent("somebody else's");
    }

    @Test
    void a_run_is_summed_up_by_the_rules() {
        try (Store store = Store.open(folder.resolve("a/b/run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 2, -1);
            Histogram ok = Given.histogram(
                    LongStream.range(0, 400).map(i -> 1_000_000 + i * 1_000).toArray());
            Histogram failed = Given.histogram(5_000_000);
            Given.commit(
                    store,
                    List.of(
                            Given.report(
                                    at,
                                    1,
                                    1,
                                    START,
                                    Given.all(Given.both("post", "ok", ok), Given.both("post", "timeout", failed)),
                                    Given.range(0, 401)),
                            Given.report(
                                    at, 2, 1, START + SECOND, Given.both("follow", "ok", ok), Given.range(401, 400)),
                            Given.report(
                                    at,
                                    2,
                                    2,
                                    START + 2 * SECOND,
                                    Given.both("follow", "ok", failed),
                                    Given.range(801, 1))),
                    List.of());
            assertThat(store.query("SELECT missing, executed_again FROM coverage_summary")
                            .rows())
                    .as("until the phase ends")
                    .containsExactly(Arrays.asList(null, null));
            store.phases().end(Given.end(at, START + 2 * SECOND, 803, Given.range(802, 1)));
            store.runs().end(new RunEnd(at.runId(), "complete", START + 3 * SECOND, "valid", "none", 1, ""));

            assertThat(store.query("SELECT * FROM run_summary").rows().getFirst())
                    .startsWith(1L, "nightly", "noop", "noop", "cluster", 2L, "2023-11-14T22:13:20Z", 802L, 1604L, 1L)
                    .contains(400.0)
                    .endsWith("valid", "none", "complete", "not checked", 801L, 0L, 0L, 0L, 0L, 0L, 401L, 401L);
            assertThat(store.query(
                                    "SELECT planned, covered, missing, counted, executed_again, quarantined FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(803L, 802L, 1L, 802L, 0L, 0L));
            assertThat(store.query("SELECT operation, outcome, count, first_message, kind FROM outcome_summary")
                            .rows())
                    .containsExactly(
                            Arrays.asList("follow", "ok", 401L, null, "ok"),
                            Arrays.asList("post", "ok", 400L, null, "ok"),
                            List.of("post", "timeout", 1L, "timeout because", "error"));
            assertThat(store.query("SELECT second, operation, operations, errors FROM interval_summary")
                            .rows())
                    .containsExactly(
                            List.of(0L, "follow", 0L, 0L),
                            List.of(0L, "post", 401L, 1L),
                            List.of(1L, "follow", 400L, 0L),
                            List.of(1L, "post", 0L, 0L),
                            List.of(2L, "follow", 1L, 0L),
                            List.of(2L, "post", 0L, 0L));
        }
        assertThat(folder.resolve("a/b")).isDirectoryContaining("glob:**/run.db");
        assertThat(folder.resolve("a/b").toFile().list()).containsExactly("run.db");
    }

    @Test
    void the_percentiles_of_a_run_are_those_of_its_ok_responses_of_all_operations() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 0, 700);
            Histogram one = Given.histogram(
                    LongStream.range(0, 300).map(i -> 1_000 + i * 977).toArray());
            Histogram two = Given.histogram(
                    LongStream.range(0, 400).map(i -> 5_000 + i * 1_313).toArray());
            Histogram transactions = Given.histogram(9_000_000_000L, 9_000_000_000L);
            Given.commit(
                    store,
                    List.of(Given.report(
                            at,
                            1,
                            1,
                            START,
                            Given.all(
                                    Given.both("post", "ok", one),
                                    Given.both("follow", "ok", two),
                                    Given.both("transaction", "ok", transactions)),
                            Given.range(0, 700))),
                    List.of());
            store.phases().end(Given.end(at, START + SECOND / 2, 700));
            Histogram merged = one.copy();
            merged.add(two);
            List<Object> expected = Arrays.asList(
                    merged.getValueAtPercentile(50),
                    merged.getValueAtPercentile(99),
                    null,
                    merged.getMaxValue(),
                    1400.0);
            assertThat(store.query("SELECT p50_ns, p99_ns, p999_ns, max_ns, throughput_per_s FROM run_summary")
                            .rows())
                    .containsExactly(expected);
            assertThat(store.query("SELECT p50_ns, p99_ns, p999_ns, max_ns, throughput_per_s FROM step_summary")
                            .rows())
                    .containsExactly(expected);
        }
    }

    @Test
    void a_report_that_is_sent_again_changes_nothing() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            SnapshotReport report = Given.report(
                    at, 1, 1, START, Given.both("post", "ok", Given.histogram(1, 2, 3)), Given.range(0, 3));
            Given.commit(store, List.of(report, report), List.of());
            Given.commit(store, List.of(report), List.of());
            assertThat(store.phases().aggregate(at).totals().counts().operations())
                    .isEqualTo(3);
            assertThat(store.query("SELECT count(*) FROM snapshot").rows()).containsExactly(List.of(2L));
            assertThat(store.query("SELECT covered, counted FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(3L, 3L));
        }
    }

    @Test
    void quarantined_reports_are_kept_and_never_counted() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            var series = Given.both("post", "ok", Given.histogram(1, 2, 3));
            Given.commit(
                    store,
                    List.of(
                            Given.report(at, 1, 1, START, true, series, Given.range(0, 3)),
                            Given.report(at, 2, 1, START, false, series, Given.range(3, 3))),
                    List.of());
            store.phases().end(Given.end(at, START + 5 * SECOND, 6, Given.range(3, 3)));
            assertThat(store.query("SELECT planned, covered, missing, counted, quarantined FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(6L, 3L, 3L, 3L, 3L));
            assertThat(store.query("SELECT sum(count) FROM bucket WHERE timing = 'service'")
                            .rows())
                    .containsExactly(List.of(3L));
            assertThat(store.query("SELECT count(*) FROM snapshot WHERE accepted = 0")
                            .rows())
                    .containsExactly(List.of(2L));
        }
    }

    @Test
    void what_is_covered_twice_shows_as_a_difference_between_covered_and_counted() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            var series = Given.both("post", "ok", Given.histogram(1, 2, 3));
            Given.commit(store, List.of(Given.report(at, 1, 1, START, series, Given.range(0, 3))), List.of());
            Given.commit(store, List.of(Given.report(at, 2, 1, START, series, Given.range(1, 3))), List.of());
            assertThat(store.query("SELECT covered, counted FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(4L, 6L));
        }
    }

    @Test
    void a_stop_before_the_set_end_takes_drained_operations_out_of_throughput() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 10, -1);
            var series = Given.both("post", "ok", Given.histogram(1, 2, 3, 4));
            Given.commit(store, List.of(Given.report(at, 1, 1, START, series, Given.range(0, 4))), List.of());
            Given.commit(store, List.of(Given.report(at, 1, 2, START + SECOND, series, Given.range(4, 4))), List.of());
            store.phases().end(new PhaseEnd(at, "stopped", START + SECOND, 8, 0, List.of()));
            assertThat(store.query("SELECT operations, throughput_per_s FROM step_summary")
                            .rows())
                    .containsExactly(List.of(8L, 4.0));
            assertThat(store.query("SELECT second, throughput_per_s FROM interval_summary")
                            .rows())
                    .containsExactly(List.of(0L, 4 / 0.75), List.of(1L, 0.0));
            assertThat(store.phases().aggregate(at).totals().okInTime()).isEqualTo(4);
        }
    }

    /** An incarnation of the coordinator had fenced the session, and died before that was durable. */
    @Test
    void what_one_incarnation_quarantined_and_the_next_accepts_is_counted_once() {
        Path file = folder.resolve("run.db");
        PhaseAt at;
        var series = Given.both("post", "ok", Given.histogram(1, 2, 3));
        try (Store store = Store.open(file)) {
            at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            Given.commit(store, List.of(Given.report(at, 1, 1, START, false, series, Given.range(0, 3))), List.of());
        }
        try (Store store = Store.open(file)) {
            assertThat(store.phases().state(at).committedSeq()).isEmpty();
            var accepted = Given.report(at, 1, 1, START, true, series, Given.range(0, 3));
            Given.commit(store, List.of(accepted), List.of());
            Given.commit(store, List.of(accepted), List.of());
            assertThat(store.phases().state(at).committedSeq()).isEqualTo(Map.of(1L, 1L));
            store.phases().end(Given.end(at, START + 5 * SECOND, 3));
            assertThat(store.query("SELECT planned, covered, missing, counted, quarantined FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(3L, 3L, 0L, 3L, 0L));
        }
    }

    @Test
    void what_is_quarantined_after_the_end_of_a_phase_changes_nothing_else() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 10, -1);
            var series = Given.both("post", "ok", Given.histogram(1, 2, 3, 4));
            Given.commit(store, List.of(Given.report(at, 1, 1, START, series, Given.range(0, 4))), List.of());
            Given.commit(store, List.of(Given.report(at, 1, 2, START + SECOND, series, Given.range(4, 4))), List.of());
            store.phases().end(new PhaseEnd(at, "stopped", START + SECOND, 8, 0, List.of()));
            Table before = store.query("SELECT * FROM step_summary");
            var late = Given.report(at, 2, 1, START + 3 * SECOND, false, series, Given.range(0, 4));
            Given.commit(store, List.of(late), List.of());
            Given.commit(store, List.of(late), List.of());
            assertThat(store.query("SELECT quarantined, covered, counted FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(4L, 8L, 8L));
            assertThat(store.query("SELECT * FROM step_summary")).isEqualTo(before);
        }
    }

    @Test
    void abandoned_phases_are_in_no_view() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            Given.commit(
                    store,
                    List.of(Given.report(
                            at, 1, 1, START, Given.both("post", "ok", Given.histogram(1)), Given.range(0, 1))),
                    List.of());
            store.runs()
                    .checks(List.of(new CheckRow(at.runId(), 1, 1, "validity", "lag", "< 1", "2", false, "", "late")));
            store.phases().end(new PhaseEnd(at, "abandoned", START + SECOND, 1, 0, List.of()));
            for (String view : ReadmeTest.views()) {
                if (!view.equals("run_summary")) {
                    assertThat(store.query("SELECT * FROM " + view).rows())
                            .as(view)
                            .isEmpty();
                }
            }
            assertThat(store.query("SELECT operations, max_ns FROM run_summary").rows())
                    .containsExactly(Arrays.asList(0L, null));
        }
    }

    @Test
    void secrets_are_not_kept() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            store.phases()
                    .worker(new WorkerRow(
                            at,
                            "w1",
                            1,
                            "java",
                            "host",
                            32,
                            5,
                            1,
                            0,
                            START,
                            0,
                            "",
                            List.of(),
                            Map.of("cpu", "x"),
                            Map.of("Secret", "y", "version", "5")));
            assertThat(store.query("SELECT source, key FROM environment").rows())
                    .containsExactly(
                            List.of("coordinator", "java.version"),
                            List.of("target", "version"),
                            List.of("worker", "cpu"));
        }
    }

    @Test
    void a_commit_that_fails_leaves_neither_the_file_nor_the_sums_changed() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            SnapshotReport good =
                    Given.report(at, 1, 1, START, Given.both("post", "ok", Given.histogram(1, 2)), Given.range(0, 2));
            SnapshotReport bad = Given.report(new PhaseAt(1, 1, 1, "none"), 1, 2, START, List.of());
            assertThatThrownBy(() -> Given.commit(store, List.of(good, bad), List.of()))
                    .isInstanceOf(StoreException.class);
            assertThat(store.phases().aggregate(at).totals().counts().operations())
                    .isZero();
            assertThat(store.query("SELECT count(*) FROM snapshot_batch").rows())
                    .containsExactly(List.of(0L));
            Given.commit(store, List.of(good), List.of());
            assertThat(store.phases().aggregate(at).totals().counts().operations())
                    .isEqualTo(2);
        }
    }

    @Test
    void slow_requests_are_rows_though_they_are_stored_as_text() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            Given.commit(
                    store,
                    List.of(Given.report(
                            at, 1, 1, START, Given.both("post", "ok", Given.histogram(1, 2)), Given.range(0, 2))),
                    List.of());
            assertThat(store.query("SELECT operation, operation_index, outcome, service_ns, response_ns, accepted"
                                    + " FROM slow_operation")
                            .rows())
                    .containsExactly(List.of("post", 3L, "ok", 900L, 950L, 1L));
        }
    }

    @Test
    void a_query_of_the_writer_cannot_write() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            Given.run(store);
            assertThatThrownBy(() -> store.query("DELETE FROM run"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("readonly");
            assertThat(Given.run(store)).isEqualTo(2);
        }
        assertThat(Files.exists(folder.resolve("run.db.lock"))).isFalse();
    }

    @Test
    void a_run_can_be_deleted_with_all_that_belongs_to_it() throws Exception {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 5, -1);
            Given.commit(
                    store,
                    List.of(Given.report(
                            at, 1, 1, START, Given.both("post", "ok", Given.histogram(1)), Given.range(0, 1))),
                    List.of(new LeaseRow(at, 1, "w1", 1, 7, 0, 10, 1, START, "granted")));
            store.phases().end(Given.end(at, START + SECOND, 1));
        }
        try (Database database = new Database(file, SqliteConnections.writer(file))) {
            database.update("DELETE FROM run");
            for (String table : ReadmeTest.tables()) {
                assertThat(database.number("SELECT count(*) FROM " + table))
                        .as(table)
                        .isZero();
            }
        }
    }
}
