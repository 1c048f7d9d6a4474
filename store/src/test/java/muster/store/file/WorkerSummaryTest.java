package muster.store.file;

import static muster.store.file.Given.SECOND;
import static muster.store.file.Given.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.model.StreamRow;
import muster.model.WorkerRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** View worker_summary: what each worker did, which must add up to what all did. */
class WorkerSummaryTest {
    private static final String COUNTS =
            "operations, elements, errors, ok, others, absent, duplicate, unknown, aborted";

    @TempDir
    private Path folder;

    private static void worker(Store store, PhaseAt at, String name, long session, String language, String host) {
        store.phases()
                .worker(new WorkerRow(
                        at, name, session, language, host, 32, 5, 1, 0, START, 0, "", List.of(), Map.of(), Map.of()));
    }

    /** Session 2 is worker a again; c has nothing to do; b's second report was drained, and its third is quarantined. */
    private static PhaseAt twoWorkers(Store store, int seconds) {
        PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", seconds, -1);
        worker(store, at, "a", 1, "java", "host-1");
        worker(store, at, "a", 2, "java", "host-1");
        worker(store, at, "b", 3, "python", "host-2");
        worker(store, at, "c", 4, "java", "host-1");
        commit(store, at, 1, 1, START, Given.all(ok("post", 6), Given.both("post", "timeout", Given.histogram(7))), 7);
        commit(store, at, 2, 1, START + SECOND, Given.all(ok("post", 2), ok("transaction", 1), ok("visit.open", 1)), 2);
        commit(store, at, 3, 1, START, Given.both("feed", "absent", Given.histogram(7)), 1);
        commit(store, at, 3, 2, START + 2 * SECOND, ok("feed", 10), 10);
        Given.commit(
                store,
                List.of(Given.report(at, 3, 3, START, false, ok("feed", 50), Given.range(3_000, 50))),
                List.of());
        return at;
    }

    private static List<Series> ok(String operation, int samples) {
        long[] values = new long[samples];
        Arrays.fill(values, 1_000);
        return Given.both(operation, "ok", Given.histogram(values));
    }

    private static void commit(
            Store store, PhaseAt at, long session, long seq, long startNs, List<Series> series, long count) {
        IndexRange covered = Given.range(1_000 * session + 100 * seq, count);
        Given.commit(store, List.of(Given.report(at, session, seq, startNs, series, covered)), List.of());
    }

    private static List<List<Object>> rows(Store store, String sql) {
        return store.query(sql).rows();
    }

    private static void sumsAreThoseOfTheRun(Store store) {
        String sums = COUNTS.replaceAll("\\w+", "sum($0)");
        assertThat(rows(store, "SELECT " + sums + ", round(sum(throughput_per_s), 9) FROM worker_summary"))
                .isEqualTo(rows(store, "SELECT " + COUNTS + ", round(throughput_per_s, 9) FROM step_summary"))
                .isEqualTo(rows(store, "SELECT " + COUNTS + ", round(throughput_per_s, 9) FROM run_summary"));
        assertThat(rows(store, "SELECT round(sum(share_of_operations), 9) FROM worker_summary"))
                .containsExactly(List.of(1.0));
    }

    @Test
    void each_worker_has_a_row_and_their_sums_are_those_of_the_run() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = twoWorkers(store, 2);
            store.phases().end(Given.end(at, START + 2 * SECOND, 20));
            assertThat(rows(
                            store,
                            "SELECT worker, host, language, sessions, operations, ok, errors, others, throughput_per_s,"
                                    + " share_of_operations FROM worker_summary ORDER BY worker"))
                    .containsExactly(
                            List.of("a", "host-1", "java", 2L, 9L, 8L, 1L, 0L, 4.0, 0.45),
                            List.of("b", "host-2", "python", 1L, 11L, 10L, 0L, 1L, 0.0, 0.55),
                            List.of("c", "host-1", "java", 1L, 0L, 0L, 0L, 0L, 0.0, 0.0));
            sumsAreThoseOfTheRun(store);
        }
    }

    @Test
    void a_phase_that_runs_that_was_stopped_or_that_has_a_count_adds_up_too() {
        try (Store store = Store.open(folder.resolve("runs.db"))) {
            twoWorkers(store, 30);
            sumsAreThoseOfTheRun(store);
        }
        try (Store store = Store.open(folder.resolve("stopped.db"))) {
            store.phases().end(Given.end(twoWorkers(store, 30), START + SECOND, 20));
            sumsAreThoseOfTheRun(store);
            assertThat(rows(store, "SELECT throughput_per_s FROM worker_summary WHERE worker = 'a'"))
                    .containsExactly(List.of(6.0));
        }
        try (Store store = Store.open(folder.resolve("counted.db"))) {
            store.phases().end(Given.end(twoWorkers(store, 0), START + 4 * SECOND, 20));
            sumsAreThoseOfTheRun(store);
            assertThat(rows(store, "SELECT throughput_per_s FROM worker_summary WHERE worker = 'b'"))
                    .containsExactly(List.of(2.5));
        }
    }

    /** Of a turn of a second the first 200 ms are not measured. */
    @Test
    void of_loads_that_take_turns_what_is_measured_adds_up() {
        try (Store store = Store.open(folder.resolve("turns.db"))) {
            StreamRow first = new StreamRow(0, "x", 2, 0, List.of(Given.turn(0)));
            StreamRow second = new StreamRow(1, "y", 2, 0, List.of(Given.turn(1)));
            PhaseAt at = Given.beginTurns(store, Given.measure(Given.run(store)), 2, 2, first, second);
            worker(store, at, "a", 1, "java", "host-1");
            worker(store, at, "b", 2, "java", "host-1");
            commit(store, at, 1, 1, START, ok("x post", 5), 5);
            commit(store, at, 1, 2, START + SECOND / 5, ok("x post", 8), 8);
            commit(store, at, 2, 1, START + SECOND, ok("y post", 3), 3);
            commit(store, at, 2, 2, START + SECOND + SECOND / 5, ok("y post", 4), 4);
            store.phases().end(Given.end(at, START + 2 * SECOND, 20));
            sumsAreThoseOfTheRun(store);
            assertThat(rows(store, "SELECT worker, ok, throughput_per_s FROM worker_summary ORDER BY worker"))
                    .containsExactly(List.of("a", 13L, 8 / 1.6), List.of("b", 7L, 4 / 1.6));
        }
    }
}
