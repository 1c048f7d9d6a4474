package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.cli.host.Calibration;
import muster.experiments.turns.overhead.OverheadEnd;
import muster.experiments.turns.overhead.OverheadFigureRow;
import muster.experiments.turns.overhead.OverheadRecords;
import muster.experiments.turns.overhead.OverheadRow;
import muster.experiments.turns.phase.GivenTurns;
import muster.experiments.turns.phase.TurnsResult;
import muster.model.OutcomeCounts;
import muster.protocol.RunResult;
import muster.statistics.Interval;
import muster.store.file.DocumentedViews;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.SqliteConnections;
import muster.store.file.sqlite.StoreExtension;
import muster.store.file.sqlite.StoreExtensions;
import muster.store.file.sqlite.StoreFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnsTablesTest {
    @TempDir
    Path folder;

    @Test
    void the_readme_has_every_table_and_view_and_its_queries_have_an_answer() throws IOException {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            long run = new GivenTurns(1)
                    .arm("a", Map.of("feed", 4.0))
                    .arm("b", Map.of("feed", 2.0))
                    .write(store);
            new TurnsResult().addTo(RunResult.newBuilder(), store, run);
            new OverheadRecords(store.database())
                    .calibration(
                            new Calibration(Map.of("host", "h", "cores", "2"), 7, Map.of("operation_cpu_ns", 180.0)));
            long comparison = new ComparisonRecords(store.database())
                    .begin(new ComparisonRow(
                            ComparisonRow.OVERHEAD,
                            42,
                            Given.START,
                            0.01,
                            List.of(
                                    new ComparisonRow.Arm("standalone", "{}"),
                                    new ComparisonRow.Arm("cluster", "{}"))));
            long overhead = new OverheadRecords(store.database())
                    .begin(new OverheadRow(1, "noop", 0, 1, 42, Given.START, null, comparison));
            // Files of earlier versions have runs of pairs.
            store.database().update("INSERT INTO overhead_run VALUES (?, 1, 'cluster', 1, 1)", overhead);
            Interval ratio = new Interval(0.99, 0.98, 1.0);
            new ComparisonRecords(store.database())
                    .restart(
                            comparison,
                            1,
                            turns(0, 900),
                            Map.of("cluster", new OutcomeCounts(1_798, 1, 1, 0, 0, 0)),
                            List.of(new ComparisonFigureRow(1, "cluster", "throughput", "1/s", 100.0, 99.0, ratio)));
            OverheadFigureRow figure =
                    new OverheadFigureRow("figure", "throughput", "1/s", 100.0, 99.0, ratio, Interval.NONE);
            new OverheadRecords(store.database())
                    .end(new OverheadEnd(overhead, 1, "no verdict", false, List.of(figure)));
        }
        DocumentedViews.readme().check(new TurnsTables(), file, "turn_summary");
    }

    @Test
    void a_file_of_the_first_version_gets_what_is_new_when_it_is_opened_to_be_written() throws Exception {
        Path file = folder.resolve("old.db");
        try (Database old = new Database(file, SqliteConnections.writer(file));
                InputStream first = Objects.requireNonNull(
                        StoreFile.class.getResourceAsStream("/muster/store/file/sqlite/sql/001.sql"))) {
            old.script(new String(first.readAllBytes(), StandardCharsets.UTF_8));
            // Every table was of the store then.
            for (StoreExtension extension : StoreExtensions.all()) {
                extension.sql("001.sql").ifPresent(old::script);
            }
            old.script("PRAGMA application_id = " + StoreFile.APPLICATION_ID);
            old.script("PRAGMA user_version = 1");
            old.script(
                    "INSERT INTO comparison(kind, seed, started_ns, precision, restarts) VALUES ('ab', 1, 1, 0.01, 1)");
            old.script("INSERT INTO turn VALUES (1, 1, 1, 1, 'a', 1, 100, 10, 50)");
        }
        Store.open(file).close();
        Store.open(file).close();
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT cpu_ns, compiler_ns, key_range FROM turn")
                            .rows())
                    .containsExactly(List.of(50L, 0L, 0L));
        }
    }

    /** Five restarts are one sample; of seven, those of either range of keys weigh alike. */
    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void the_ratio_from_turns_is_the_one_that_a_comparison_gives(int restarts) throws IOException {
        List<Restart> all = new ArrayList<>();
        try (Store store = Store.open(folder.resolve("run.db"))) {
            List<ComparisonRow.Arm> arms =
                    List.of(new ComparisonRow.Arm("standalone", "{}"), new ComparisonRow.Arm("cluster", "{}"));
            long id = new ComparisonRecords(store.database())
                    .begin(new ComparisonRow(ComparisonRow.AB, 1, Given.START, 0.01, arms));
            for (int i = 0; i < restarts; i++) {
                int range = i % 2;
                List<TurnRow> turns = turns(range, range == 0 ? 900 : 1_100 + i);
                all.add(new Restart(turns, Map.of()));
                new ComparisonRecords(store.database()).restart(id, i + 1, turns, Map.of(), List.of());
            }
        }
        double expected = InterleavedComparison.of(all, "standalone", "cluster")
                .ratio("throughput")
                .estimate();
        String sql = DocumentedViews.readme()
                .blocks("sql")
                .filter(text -> text.contains("ranked AS"))
                .findFirst()
                .orElseThrow();
        try (Query query = Query.open(folder.resolve("run.db"))) {
            List<Object> row = query.table(sql).rows().getFirst();
            assertThat(((Number) row.get(2)).intValue()).isEqualTo(restarts);
            assertThat(((Number) row.getLast()).doubleValue()).isCloseTo(expected, within(1e-4));
        }
    }

    /** A block in which the cluster completes so many operations, and standalone 1,000. */
    private static List<TurnRow> turns(int range, long operations) {
        return List.of(
                new TurnRow(1, 1, "cluster", 1 - range, Given.START, 200_000_000, operations, 1, 0, -1),
                new TurnRow(2, 1, "standalone", range, Given.START, 200_000_000, 1_000, 1, 0, -1),
                new TurnRow(3, 1, "standalone", range, Given.START, 200_000_000, 1_000, 1, 0, -1),
                new TurnRow(4, 1, "cluster", 1 - range, Given.START, 200_000_000, operations, 1, 0, -1));
    }
}
