package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.RealFile;
import muster.endtoend.Shell;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RunsCommandTest {
    private static final List<String> TABLES = List.of(
            "run",
            "plan",
            "step",
            "phase",
            "worker",
            "lease",
            "snapshot_batch",
            "snapshot",
            "outcome_total",
            "interval",
            "bucket",
            "merged_bucket",
            "coverage",
            "environment",
            "resource_reading",
            "server_start",
            "experiment_answer",
            "check_result");

    @TempDir
    private Path folder;

    private static long count(Path file, String from) {
        try (Query query = Query.open(file)) {
            return query.table("select count(*) from " + from).rows().getFirst().getFirst() instanceof Long n ? n : -1;
        }
    }

    @Test
    void a_run_is_deleted_by_its_number_or_name_with_all_that_belongs_to_it() throws IOException {
        Path file = RealFile.in(folder);
        long before = Files.size(file);
        Shell.Result result = Cli.run("runs", file.toString(), "--delete", "1", "--vacuum", "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).contains("deleted run 1", " bytes before, ");
        assertThat(result.out()).contains("\"name\": \"single\"").doesNotContain("graphity-nowhere");
        for (String table : TABLES) {
            assertThat(count(file, table + " where run_id = 1")).as(table).isZero();
        }
        assertThat(count(file, "snapshot where run_id = 2")).isPositive();
        assertThat(Files.size(file)).isLessThan(before);
        assertThat(Cli.run("runs", file.toString(), "--delete", "single").exitCode())
                .isZero();
        assertThat(count(file, "snapshot")).isZero();
    }

    @Test
    void nothing_is_deleted_without_being_named() throws IOException {
        Path file = RealFile.in(folder);
        for (String name : List.of("latest", "9", "sing", "")) {
            Shell.Result result = Cli.run("runs", file.toString(), "--delete", "1", "--delete", name);
            assertThat(result.exitCode()).as(name).isEqualTo(104);
            assertThat(result.err()).hasLineCount(1).contains("--delete " + name);
        }
        assertThat(count(file, "run")).isEqualTo(2);
    }

    @Test
    void a_name_of_several_runs_is_not_enough() throws IOException {
        Path file = RealFile.in(folder);
        Path copy = folder.resolve("copy.db");
        Files.copy(file, copy);
        renamed(copy);
        assertThat(Cli.run("runs", file.toString(), "--merge", copy.toString()).exitCode())
                .isZero();
        assertThat(Cli.run("runs", file.toString(), "--delete", "single").err())
                .contains("runs [2, 4] have it; name one by its number");
    }

    /** As if another machine had written them. */
    private static void renamed(Path copy) {
        try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + copy);
                var statement = connection.createStatement()) {
            statement.executeUpdate("update run set started_ns = started_ns + 1");
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void merged_runs_have_new_numbers_all_their_rows_and_the_same_figures() throws IOException {
        Path file = RealFile.in(folder);
        Path other = folder.resolve("other.db");
        Files.copy(file, other);
        renamed(other);
        Shell.Result result = Cli.run("runs", file.toString(), "--merge", other.toString());
        assertThat(result.err()).contains("2 runs merged, 0 were there already");
        for (String table : TABLES) {
            assertThat(count(file, table + " where run_id in (3, 4)")).as(table).isEqualTo(count(other, table));
        }
        String figures = "select operations, p99_ns, validity from step_summary where run_id ";
        assertThat(Cli.run("sql", file.toString(), figures + "in (3, 4)").out())
                .isEqualTo(
                        Cli.run("sql", other.toString(), figures + "in (1, 2)").out());
        assertThat(Cli.run("sql", file.toString(), "--csv", "pragma foreign_key_check")
                        .out()
                        .lines())
                .hasSize(1);
    }

    @Test
    void what_is_there_already_is_left_out() throws IOException {
        Path file = RealFile.in(folder);
        Path into = folder.resolve("all.db");
        for (String said : List.of("2 runs merged, 0 were there already", "0 runs merged, 2 were there already")) {
            assertThat(Cli.run("runs", into.toString(), "--merge", file.toString())
                            .err())
                    .contains(said);
        }
        assertThat(count(into, "run")).isEqualTo(2);
        assertThat(count(into, "snapshot")).isEqualTo(count(file, "snapshot"));
    }

    @Test
    void a_number_of_a_deleted_run_is_not_given_again() throws IOException {
        Path file = RealFile.in(folder);
        Path other = folder.resolve("other.db");
        Files.copy(file, other);
        Cli.run("runs", file.toString(), "--delete", "2");
        Cli.run("runs", file.toString(), "--merge", other.toString());
        assertThat(Cli.run("sql", file.toString(), "--csv", "select run_id from run order by 1")
                        .out()
                        .lines())
                .containsExactly("run_id", "1", "3");
    }

    @Test
    void a_file_that_is_being_written_can_be_listed_but_not_changed() throws IOException {
        Path file = RealFile.in(folder);
        Path other = folder.resolve("other.db");
        try (Store writing = Store.open(file)) {
            assertThat(Cli.run("runs", writing.file().toString()).exitCode()).isZero();
            assertThat(Cli.run("runs", file.toString(), "--delete", "1").err()).contains("is writing to it");
            assertThat(Cli.run("runs", other.toString(), "--merge", file.toString())
                            .err())
                    .contains("is writing to it");
        }
        assertThat(count(file, "run")).isEqualTo(2);
    }

    @Test
    void files_that_are_not_whole_are_refused_in_one_line() throws IOException {
        Path file = RealFile.in(folder);
        refused("there is no such file", folder.resolve("missing.db"), "--delete", "1");
        refused(
                "there is no such file",
                file,
                "--merge",
                folder.resolve("missing.db").toString());
        refused("is FILE itself", file, "--merge", file.toString());
        Path torn = folder.resolve("torn.db");
        Files.copy(file, torn);
        try (RandomAccessFile cut = new RandomAccessFile(torn.toFile(), "rw")) {
            cut.setLength(cut.length() / 2);
        }
        refused("is cut off", torn);
        refused("is cut off", file, "--merge", torn.toString());
        Path newer = folder.resolve("newer.db");
        Files.copy(file, newer);
        try (RandomAccessFile header = new RandomAccessFile(newer.toFile(), "rw")) {
            header.seek(60);
            header.writeInt(99);
        }
        refused("has format 99 of a newer Muster", newer);
        refused("has format 99 of a newer Muster", file, "--merge", newer.toString());
        refused("holds no run yet", Files.createFile(folder.resolve("nothing.db")));
    }

    private static void refused(String because, Path file, String... more) {
        String[] command = new String[more.length + 2];
        command[0] = "runs";
        command[1] = file.toString();
        System.arraycopy(more, 0, command, 2, more.length);
        Shell.Result result = Cli.run(command);
        assertThat(result.err()).hasLineCount(1).contains(because);
        assertThat(result.exitCode()).isEqualTo(104);
    }
}
