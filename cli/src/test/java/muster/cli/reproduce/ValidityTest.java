package muster.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.model.CheckRow;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidityTest {
    @TempDir
    private Path folder;

    private Store invalid(String... failed) {
        Store store = Store.open(folder.resolve("s.db"));
        long run = store.runs().begin(new RunRow("a", "standalone", "a", "name: a", "noop", "noop", 1, 1, Map.of()));
        for (String check : failed) {
            store.runs().checks(List.of(new CheckRow(run, 1, 1, "validity", check, "", "", false, "", "because")));
        }
        store.runs().end(new RunEnd(run, RunEnd.COMPLETE, 2, "invalid", "met", 0, ""));
        return store;
    }

    @ParameterizedTest
    @CsvSource({
        "generator cpu, true",
        "processor demand, true",
        "run-queue wait, true",
        "canary, true",
        "gc pauses, true",
        "steal, false",
        "cpu quota, false",
        "lost worker, false",
        "books, false"
    })
    void a_client_at_its_limit_spoils_no_claim_about_clients(String check, boolean client) {
        try (Store store = invalid(check)) {
            assertThat(Validity.doubt(store, 1, false)).contains(check + ": because");
            assertThat(Validity.doubt(store, 1, true).isEmpty()).isEqualTo(client);
        }
    }

    @Test
    void what_kept_a_client_from_its_work_counts_beside_its_limit() {
        try (Store store = invalid("generator cpu", "steal")) {
            assertThat(Validity.doubt(store, 1, true)).contains("steal: because");
        }
    }

    @Test
    void wrong_answers_spoil_a_run_that_is_valid() {
        try (Store store = Store.open(folder.resolve("s.db"))) {
            long run =
                    store.runs().begin(new RunRow("a", "standalone", "a", "name: a", "noop", "noop", 1, 1, Map.of()));
            store.runs().checks(List.of(new CheckRow(run, 1, 1, "oracle", "feeds", "", "", false, "", "3 are empty")));
            store.runs().end(new RunEnd(run, RunEnd.COMPLETE, 2, "valid", "met", 0, ""));
            assertThat(Validity.doubt(store, run, true)).contains("wrong answers: feeds: 3 are empty");
        }
    }

    @Test
    void a_phase_that_was_not_steady_is_told_and_no_doubt() {
        try (Store store = Store.open(folder.resolve("s.db"))) {
            long run =
                    store.runs().begin(new RunRow("a", "standalone", "a", "name: a", "noop", "noop", 1, 1, Map.of()));
            assertThat(Validity.drift(store, run)).isEmpty();
            CheckRow rising =
                    new CheckRow(run, 1, 1, "warning", "steady", "", "still warming up", false, "", "because");
            store.runs().checks(List.of(rising));
            assertThat(Validity.drift(store, run)).contains("still warming up");
            assertThat(Validity.doubt(store, run, false)).isEmpty();
        }
    }
}
