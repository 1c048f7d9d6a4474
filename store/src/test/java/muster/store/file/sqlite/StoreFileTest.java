package muster.store.file.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import muster.store.file.Child;
import muster.store.file.Given;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreFileTest {
    @TempDir
    Path folder;

    @Test
    void a_second_writer_in_this_process_is_refused_by_process_id() {
        Path file = folder.resolve("run.db");
        try (Store first = Store.open(file)) {
            assertThatThrownBy(() -> Store.open(folder.resolve("../" + folder.getFileName() + "/run.db")))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid() + " is writing to it");
            assertThat(Given.run(first)).isEqualTo(1);
        }
        try (Store next = Store.open(file)) {
            assertThat(Given.run(next)).isEqualTo(2);
        }
    }

    @Test
    void a_second_writer_in_another_process_is_refused_by_process_id() throws Exception {
        Path file = folder.resolve("run.db");
        try (Child child = Child.start("hold", file)) {
            child.awaitLine("open");
            assertThatThrownBy(() -> Store.open(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("process " + child.pid() + " is writing to it")
                    .hasMessageNotContaining("\n");
        }
        try (Store next = Store.open(file)) {
            assertThat(Given.run(next)).isPositive();
        }
    }

    @Test
    void a_store_that_is_written_is_refused_under_every_name() throws Exception {
        Path file = folder.resolve("run.db");
        Path other = Files.createDirectory(folder.resolve("other"));
        try (Child child = Child.start("hold", file)) {
            child.awaitLine("open");
            List<Path> names = List.of(
                    Files.createSymbolicLink(other.resolve("symbolic.db"), file),
                    Files.createLink(other.resolve("hard.db"), file),
                    Files.createLink(folder.resolve("same-folder.db"), file),
                    Files.move(file, other.resolve("renamed.db")));
            for (Path name : names.subList(1, names.size())) {
                assertThatThrownBy(() -> Store.open(name))
                        .as(name.toString())
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("process " + child.pid() + " is writing to it");
                assertThat(Files.exists(Path.of(name + "-wal"))).isFalse();
            }
            Files.move(other.resolve("renamed.db"), file);
            assertThatThrownBy(() -> Store.open(names.getFirst()))
                    .hasMessageContaining("process " + child.pid() + " is writing to it");
        }
        try (Store next = Store.open(file)) {
            assertThatThrownBy(() -> Store.open(other.resolve("hard.db"))).hasMessageContaining("is writing to it");
            assertThat(Given.run(next)).isPositive();
        }
        Store.open(other.resolve("hard.db")).close();
    }

    @Test
    void a_reader_that_asks_whether_anybody_writes_keeps_no_writer_out() throws Exception {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            Given.run(store);
            assertThat(WriterLock.isHeld(file)).isTrue();
            Query.open(file).close();
        }
        assertThat(WriterLock.isHeld(file)).isFalse();
        try (Store store = Store.open(file);
                Child child = Child.start("hold", folder.resolve("other.db"))) {
            child.awaitLine("open");
            assertThat(Given.run(store)).isEqualTo(2);
            Query.open(file).close();
            assertThat(WriterLock.isHeld(folder.resolve("other.db"))).isTrue();
            assertThat(WriterLock.isHeld(file)).isTrue();
        }
    }

    @Test
    void a_file_of_a_newer_version_is_refused_untouched() throws Exception {
        Path file = folder.resolve("run.db");
        Store.open(Files.createFile(file)).close();
        try (Database database = new Database(file, SqliteConnections.writer(file))) {
            database.script("PRAGMA user_version = 99");
            database.list("PRAGMA journal_mode = DELETE", row -> row.getString(1));
        }
        refusedUntouched(file, "format 99 of a newer Muster");
    }

    @Test
    void a_file_of_the_first_version_gets_what_is_new_when_it_is_opened_to_be_written() throws Exception {
        Path file = folder.resolve("old.db");
        try (Database old = new Database(file, SqliteConnections.writer(file));
                InputStream first = Objects.requireNonNull(
                        StoreFile.class.getResourceAsStream("/muster/store/file/sqlite/sql/001.sql"))) {
            old.script(new String(first.readAllBytes(), StandardCharsets.UTF_8));
            old.script("PRAGMA application_id = " + StoreFile.APPLICATION_ID);
            old.script("PRAGMA user_version = 1");
            old.script("PRAGMA foreign_keys = OFF");
            old.script(
                    "INSERT INTO snapshot_batch VALUES (1, 1, 1, 'measure', 2, 3, 'w', 1, 10, 20, 15, 1, 8, 0, '', '[]', '{}',"
                            + " '[[\"po\\\"st\",\"service\",\"ok\",5,1,2,3,4,6,1,2],[\"post\",\"service\",\"timeout\",1,0,0,0,0,0,3,1],"
                            + "[\"post\",\"response\",\"ok\",5,0,0,0,0,0,4,2]]', x'a1a2b1c1c2', 0, '{}', '[]', 0),"
                            + " (1, 1, 1, 'measure', 2, 4, 'w', 1, 20, 30, 25, 1, 0, 0, '', '[]', '{}', '[]', x'', 0, '{}', '[]', 0)");
        }
        Store.open(file).close();
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT * FROM extension").rows()).containsExactly(List.of("", 1L));
            assertThat(query.table(
                                    "SELECT seq, operation, timing, outcome, samples, elements, bytes_sent, bytes_received,"
                                            + " retries, clamped, hex(histogram) FROM snapshot")
                            .rows())
                    .containsExactlyInAnyOrder(
                            List.of(3L, "po\"st", "service", "ok", 5L, 1L, 2L, 3L, 4L, 6L, "A1A2"),
                            List.of(3L, "post", "service", "timeout", 1L, 0L, 0L, 0L, 0L, 0L, "B1"),
                            List.of(3L, "post", "response", "ok", 5L, 0L, 0L, 0L, 0L, 0L, "C1C2"));
        }
    }

    @Test
    void a_text_file_is_refused_untouched() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.db"), "dear diary, this is no database at all");
        refusedUntouched(file, "is not a Muster file");
    }

    @Test
    void the_database_of_another_program_is_refused_untouched_in_either_journal_mode() throws Exception {
        Path file = folder.resolve("other.db");
        try (Database database = new Database(file, SqliteConnections.writer(file))) {
            database.script("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
        }
        assertThat(Files.readAllBytes(file)[18]).as("WAL mode").isEqualTo((byte) 2);
        refusedUntouched(file, "is not a Muster file");
        try (Database database = new Database(file, SqliteConnections.writer(file))) {
            database.list("PRAGMA journal_mode = DELETE", row -> row.getString(1));
        }
        refusedUntouched(file, "is not a Muster file");
    }

    @Test
    void a_read_only_file_is_refused_untouched_even_for_root_but_can_be_queried() throws Exception {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            Given.run(store);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        Map<String, String> before = contents();
        assertThatThrownBy(() -> Store.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the file is read-only");
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT name FROM run_summary").rows()).containsExactly(List.of("nightly"));
        }
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void a_folder_is_refused() {
        assertThatThrownBy(() -> Store.open(folder))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is not a file");
    }

    @Test
    void a_missing_file_cannot_be_queried_and_is_not_made() {
        assertThatThrownBy(() -> Query.open(folder.resolve("gone.db")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("there is no such file");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space.db", "50%.db", "a#b?c&d=e.db", "größe.db", "+.db"})
    void any_file_name_will_do(String name) {
        try (Store store = Store.open(folder.resolve(name))) {
            Given.run(store);
        }
        try (Query query = Query.open(folder.resolve(name))) {
            assertThat(query.table("SELECT count(*) FROM run").rows()).containsExactly(List.of(1L));
        }
        assertThat(folder.toFile().list()).containsExactly(name);
    }

    @Test
    void a_query_sees_commits_of_a_running_writer_and_leaves_nothing_behind() throws Exception {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            Given.run(store);
            try (Query query = Query.open(file)) {
                assertThat(query.table("SELECT count(*) FROM run_summary").rows())
                        .containsExactly(List.of(1L));
                Given.run(store);
                assertThat(query.table("SELECT count(*) FROM run_summary").rows())
                        .containsExactly(List.of(2L));
                assertThatThrownBy(() -> query.table("DELETE FROM run")).isInstanceOf(StoreException.class);
            }
            Given.run(store);
        }
        Map<String, String> closed = contents();
        assertThat(closed).containsOnlyKeys("run.db");
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT count(*) FROM run").rows()).containsExactly(List.of(3L));
        }
        assertThat(contents()).isEqualTo(closed);
    }

    @Test
    void a_reader_that_stays_does_not_keep_the_writer_from_closing() throws Exception {
        Path file = folder.resolve("run.db");
        Store store = Store.open(file);
        Given.run(store);
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT count(*) FROM run").rows()).containsExactly(List.of(1L));
            store.close();
        }
        try (Store next = Store.open(file)) {
            assertThat(Given.run(next)).isEqualTo(2);
        }
        assertThat(contents()).containsOnlyKeys("run.db");
    }

    private void refusedUntouched(Path file, String message) throws Exception {
        Map<String, String> before = contents();
        assertThatThrownBy(() -> Store.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(file.getFileName().toString())
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> Query.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
        assertThat(contents()).isEqualTo(before);
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), sha256(file) + Files.getLastModifiedTime(file));
            }
        }
        return contents;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
