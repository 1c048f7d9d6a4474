package muster.store.file.phase;

import static muster.store.file.Given.SECOND;
import static muster.store.file.Given.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import muster.model.PhaseAt;
import muster.model.StreamRow;
import muster.store.file.Given;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two loads that take turns of a second, of which the first 200 ms are not measured. */
class TurnWindowsTest {
    private static final long GUARD = SECOND / 5;

    @TempDir
    private Path folder;

    private static PhaseAt begun(Store store) {
        return Given.beginTurns(
                store,
                Given.measure(Given.run(store)),
                1,
                4,
                new StreamRow(0, "a", 2, 0, List.of(Given.turn(0), Given.turn(3))),
                new StreamRow(1, "b", 4, 0, List.of(Given.turn(1), Given.turn(2))));
    }

    private static void commit(Store store, PhaseAt at, long seq, long startNs, String operation) {
        Given.commit(
                store,
                List.of(Given.report(
                        at,
                        1,
                        seq,
                        startNs,
                        Given.both(operation, "ok", Given.histogram(1_000, 2_000, 3_000)),
                        Given.range(3 * seq, 3))),
                List.of());
    }

    private static void measured(Store store, PhaseAt at) {
        commit(store, at, 1, START, "a feed");
        commit(store, at, 2, START + GUARD, "a feed");
        commit(store, at, 3, START + SECOND, "a feed");
        commit(store, at, 4, START + SECOND + GUARD, "b feed");
        commit(store, at, 5, START + 3 * SECOND + GUARD, "a feed");
    }

    private static List<List<Object>> rows(Store store, String sql) {
        return store.query(sql).rows();
    }

    @Test
    void throughput_is_what_ends_within_the_measured_part_of_turns_and_all_is_counted() {
        try (Store store = Store.open(folder.resolve("t.db"))) {
            PhaseAt at = begun(store);
            measured(store, at);
            store.phases().end(Given.end(at, START + 4 * SECOND, 18));
            assertThat(rows(store, "SELECT stream, ok, throughput_per_s FROM stream_summary ORDER BY stream"))
                    .containsExactly(List.of("a", 12L, 6 / 1.6), List.of("b", 3L, 3 / 1.6));
            assertThat(
                            rows(
                                    store,
                                    "SELECT operation, throughput_per_s FROM operation_summary WHERE timing = 'service' ORDER BY 1"))
                    .containsExactly(List.of("a feed", 6 / 1.6), List.of("b feed", 3 / 1.6));
            assertThat(rows(store, "SELECT throughput_per_s FROM step_summary")).containsExactly(List.of(9 / 3.2));
            assertThat(rows(store, "SELECT throughput_per_s FROM run_summary")).containsExactly(List.of(9 / 3.2));
            assertThat(rows(store, "SELECT sum(ok), sum(ok_in_time) FROM interval"))
                    .containsExactly(List.of(15L, 9L));
        }
    }

    @Test
    void a_file_that_is_opened_again_goes_on_with_the_same_turns() {
        Path file = folder.resolve("again.db");
        PhaseAt at;
        try (Store store = Store.open(file)) {
            at = begun(store);
            commit(store, at, 1, START, "a feed");
        }
        try (Store store = Store.open(file)) {
            commit(store, at, 2, START + GUARD, "a feed");
            commit(store, at, 3, START + SECOND, "a feed");
            store.phases().end(Given.end(at, START + 4 * SECOND, 9));
            assertThat(rows(store, "SELECT throughput_per_s FROM stream_summary WHERE stream = 'a'"))
                    .containsExactly(List.of(3 / 1.6));
        }
    }

    /** In the middle of the second measured window of a: what ended later was drained, and the time ends there. */
    @Test
    void a_phase_that_was_stopped_is_measured_until_then() {
        try (Store store = Store.open(folder.resolve("s.db"))) {
            PhaseAt at = begun(store);
            measured(store, at);
            commit(store, at, 6, START + 3 * SECOND + SECOND / 2, "a feed");
            store.phases().end(Given.end(at, START + 3 * SECOND + SECOND / 2, 18));
            assertThat(rows(store, "SELECT ok, throughput_per_s FROM stream_summary WHERE stream = 'a'"))
                    .containsExactly(List.of(15L, 6 / 1.1));
        }
    }
}
