package muster.store.file;

import muster.store.file.sqlite.StoreFile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that an older Muster wrote says the same to a newer one. */
class MigrationTest {
    private static final List<List<String>> SERIES = List.of(
            List.of("1", "post", "service", "'ok'", "3", "x'0102'"),
            List.of("1", "post", "response", "'ok'", "3", "x'030405'"),
            List.of("2", "follow", "service", "'absent'", "1", "x'06'"));

    @TempDir
    private Path folder;

    @Test
    void the_snapshots_of_format_1_are_there_in_the_newest_format() throws Exception {
        Path file = folder.resolve("old.db");
        write(file);

        try (Store store = Store.open(file)) {
            assertThat(store.query("SELECT seq, operation, timing, outcome, samples, worker, start_ns, hex(histogram)"
                                    + " FROM snapshot ORDER BY seq, timing DESC")
                            .rows())
                    .containsExactly(
                            List.of(1L, "post", "service", "ok", 3L, "w", 1_000L, "0102"),
                            List.of(1L, "post", "response", "ok", 3L, "w", 1_000L, "030405"),
                            List.of(2L, "follow", "service", "absent", 1L, "w", 1_000L, "06"));
            assertThat(store.query("SELECT seq, name, value FROM resource ORDER BY seq")
                            .rows())
                    .containsExactly(List.of(0L, "cpu_ns", 5L), List.of(1L, "cpu_ns", 17L));
            assertThat(store.query("SELECT kind, first, count, stride FROM coverage")
                            .rows())
                    .containsExactly(List.of("covered", 7L, 30L, 2L));
        }
    }

    /** Otherwise the shell of SQLite 3.40 reports NULL values in a file that is whole. */
    @Test
    void the_columns_of_the_key_of_coverage_come_first() throws Exception {
        try (Store store = Store.open(folder.resolve("new.db"))) {
            assertThat(store.query("SELECT name FROM pragma_table_info('coverage') WHERE pk = 0 AND cid < 7")
                            .rows())
                    .isEmpty();
        }
    }

    private static void write(Path file) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (String sql : script("001.sql").split(";", -1)) {
                if (!sql.isBlank()) {
                    statement.executeUpdate(sql);
                }
            }
            statement.executeUpdate(
                    "INSERT INTO run VALUES (1, 'r', 'cluster', 'noop', 'noop', 1, 1, 2, 'complete', 'valid',"
                            + " 'none', 0, '')");
            statement.executeUpdate("INSERT INTO step VALUES (1, 1, '{}')");
            statement.executeUpdate("INSERT INTO phase(run_id, step, trial, phase, ordinal, kind, clients, rate_per_s,"
                    + " workers, state, finished, start_ns, set_end_ns)"
                    + " VALUES (1, 1, 1, 'measure', 0, 'measure', 1, 0, 1, 'complete', 1, 1, 0)");
            for (int seq = 1; seq <= 2; seq++) {
                statement.executeUpdate("INSERT INTO report VALUES (1, 1, 1, 'measure', 9, " + seq
                        + ", 'w', 1, 1000, 2000, 2000, 1, 3, 0, '[]', '[]')");
            }
            for (List<String> one : SERIES) {
                statement.executeUpdate(
                        "INSERT INTO snapshot VALUES (1, 1, 1, 'measure', 'w', 9, 1, " + one.get(0) + ", '"
                                + one.get(1) + "', '" + one.get(2) + "', " + one.get(3) + ", 1000, 2000, " + one.get(4)
                                + ", 0, 0, 0, 0, 0, 1, " + one.get(5) + ")");
            }
            statement.executeUpdate(
                    "INSERT INTO resource_report VALUES (1, 1, 1, 'measure', 9, 0, 'w', 1, '{\"cpu_ns\":5}'),"
                            + " (1, 1, 1, 'measure', 9, 1, 'w', 2, '{\"cpu_ns\":17}')");
            statement.executeUpdate("INSERT INTO coverage(run_id, step, trial, phase, kind, first, count, stride)"
                    + " VALUES (1, 1, 1, 'measure', 'covered', 7, 30, 2)");
            statement.executeUpdate("PRAGMA application_id = " + StoreFile.APPLICATION_ID);
            statement.executeUpdate("PRAGMA user_version = 1");
        }
    }

    /** Its comments hold no semicolon that would end a statement. */
    private static String script(String name) throws Exception {
        try (InputStream in =
                Objects.requireNonNull(StoreFile.class.getResourceAsStream("/muster/store/sql/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
        }
    }
}
