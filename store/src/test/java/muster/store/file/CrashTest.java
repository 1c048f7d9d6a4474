package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.model.PhaseAt;
import muster.model.PhaseState;
import muster.store.file.sqlite.Query;
import muster.store.table.Table;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CrashTest {
    @TempDir
    Path folder;

    @Test
    void every_acknowledged_report_survives_kill_9_and_shows_in_the_views() throws Exception {
        Path file = folder.resolve("run.db");
        long acknowledged = killAfter(file, 40);
        try (Store store = Store.open(file)) {
            Table coverage = store.query("SELECT covered, counted, covered / 3 FROM coverage_summary");
            long committed = (Long) coverage.rows().getFirst().get(2);
            assertThat(committed).isBetween(acknowledged, acknowledged + 1);
            assertThat(coverage.rows().getFirst().subList(0, 2)).isEqualTo(List.of(3 * committed, 3 * committed));
            assertThat(store.query("SELECT count(*) FROM snapshot").rows()).containsExactly(List.of(2 * committed));
            assertThat(store.query("SELECT operations, max_ns IS NULL, throughput_per_s > 0 FROM run_summary")
                            .rows())
                    .containsExactly(List.of(3 * committed, 0L, 1L));
            assertThat(store.query("SELECT sum(operations) FROM interval_summary")
                            .rows())
                    .containsExactly(List.of(3 * committed));
            assertThat(store.query("SELECT p.state, r.state FROM phase p JOIN run r USING (run_id)")
                            .rows())
                    .containsExactly(List.of("partial", "interrupted"));
        }
    }

    @Test
    void a_crashed_file_can_be_queried_before_anybody_opens_it_for_writing() throws Exception {
        Path file = folder.resolve("run.db");
        long acknowledged = killAfter(file, 10);
        try (Query query = Query.open(file)) {
            long operations = (Long) query.table("SELECT operations FROM run_summary")
                    .rows()
                    .getFirst()
                    .getFirst();
            assertThat(operations).isGreaterThanOrEqualTo(3 * acknowledged);
        }
    }

    @Test
    void a_restarted_coordinator_continues_where_the_file_ends() throws Exception {
        Path file = folder.resolve("run.db");
        long acknowledged = killAfter(file, 30);
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.measure(1);
            PhaseState state = store.phases().state(at);
            long committed = state.committedSeq().get(1L);
            assertThat(committed).isBetween(acknowledged, acknowledged + 1);
            assertThat(state.reserved()).isEqualTo(Map.of(0, 1_000_000L));
            assertThat(state.covered()).containsExactly(Given.range(0, 3 * committed));

            Histogram late = Given.histogram(7_000_000);
            Given.commit(
                    store,
                    List.of(
                            Given.report(
                                    at,
                                    1,
                                    committed + 1,
                                    Given.START,
                                    Given.both("post", "ok", late),
                                    Given.range(5_000, 1)),
                            Given.report(at, 2, 2, Given.START, Given.both("post", "ok", late), Given.range(6_000, 1))),
                    List.of());
            store.phases().end(Given.end(at, Given.START + 3600 * Given.SECOND, 3 * committed + 2));
            assertThat(store.query("SELECT covered, counted, missing FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(3 * committed + 2, 3 * committed + 2, 0L));
            assertThat(store.query("SELECT operations FROM interval_summary WHERE second = 0")
                            .rows())
                    .containsExactly(List.of(5L));
            assertThat(store.query("SELECT sum(count) FROM bucket WHERE timing = 'service'")
                            .rows())
                    .containsExactly(List.of(3 * committed + 2));
            assertThat(store.query("SELECT state FROM phase").rows()).containsExactly(List.of("complete"));
            assertThat(store.phases().state(at).committedSeq())
                    .containsEntry(1L, committed + 1)
                    .containsEntry(2L, 0L);
        }
    }

    @Test
    void a_reader_sees_a_run_whose_process_died_as_interrupted_and_changes_nothing() throws Exception {
        Path file = folder.resolve("run.db");
        List<String> states = List.of(
                "SELECT state FROM run",
                "SELECT state FROM run_summary",
                "SELECT max(r.state) FROM run r JOIN plan USING (run_id)");
        try (Child child = Child.start("write", file)) {
            child.line();
            assertStates(file, states, "running");
            child.kill();
        }
        assertStates(file, states, "interrupted");
        byte[] before = Files.readAllBytes(file);
        assertStates(file, states, "interrupted");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private static void assertStates(Path file, List<String> queries, String expected) {
        try (Query query = Query.open(file)) {
            for (String text : queries) {
                assertThat(query.table(text).rows()).as(text).containsExactly(List.of(expected));
            }
        }
    }

    private static long killAfter(Path file, long reports) throws Exception {
        try (Child child = Child.start("write", file)) {
            long last = 0;
            while (last < reports) {
                last = Long.parseLong(child.line());
            }
            for (String line : child.kill()) {
                last = line.isEmpty() ? last : Long.parseLong(line);
            }
            return last;
        }
    }
}
