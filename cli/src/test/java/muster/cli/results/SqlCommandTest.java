package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.store.file.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCommandTest {
    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void anEmptyStore() throws IOException {
        file = folder.resolve("s.db").toString();
        Store.open(Files.createFile(Path.of(file))).close();
    }

    @Test
    void an_answer_is_aligned_or_csv_or_json() {
        String query = "select 1 as one, 'a,b' as text";
        assertThat(Cli.run("sql", file, query).out()).contains("one", "text", "a,b");
        assertThat(Cli.run("sql", file, query, "--csv").out().lines()).containsExactly("one,text", "1,\"a,b\"");
        assertThat(Cli.run("sql", file, query, "--json").out()).contains("\"one\"", "\"a,b\"");
    }

    @Test
    void csv_and_json_at_once_is_a_bad_argument() {
        Shell.Result result = Cli.run("sql", file, "select 1", "--csv", "--json");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).isEqualTo("muster: choose one of --csv and --json\n");
    }

    @Test
    void a_wrong_query_is_a_bad_argument_with_the_databases_message() {
        Shell.Result result = Cli.run("sql", file, "select nonsense");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("nonsense").hasLineCount(1);
    }

    @Test
    void a_query_cannot_change_the_file() throws IOException {
        byte[] before = Files.readAllBytes(Path.of(file));
        assertThat(Cli.run("sql", file, "delete from run").exitCode()).isEqualTo(104);
        assertThat(Files.readAllBytes(Path.of(file))).isEqualTo(before);
    }

    @Test
    void the_functions_for_histograms_are_there() {
        assertThat(Cli.run("sql", file, "select hdr_count(hdr_merge(histogram)) as n from snapshot", "--csv")
                        .exitCode())
                .isZero();
    }

    @Test
    void the_runs_of_an_empty_file_are_none() {
        Shell.Result result = Cli.run("runs", file, "--json");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out().replaceAll("\\s", "")).isEqualTo("[]");
    }

    @Test
    void lines_of_a_pipe_are_queries_and_commands() {
        Shell.Result result =
                typed(".views\nselect 1 as one,\n 2 as two;\n.schema plan\n.help\n.quit\nselect nonsense;\n");
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("run_summary", "throughput_per_s")
                .contains("one  two\n---  ---\n  1    2\n")
                .contains("CREATE TABLE plan", "Functions: hdr_merge");
    }

    @Test
    void a_script_ends_at_its_first_mistake() {
        Shell.Result result = typed("select 1;\n.vews\nselect 3 as three;\n");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .isEqualTo("muster: .vews: no such command; .views, .schema [NAME], .help and .quit are there\n");
        assertThat(result.out()).doesNotContain("three");
        assertThat(typed(".schema nowhere\n").err()).contains(".schema nowhere: no such view or table");
    }

    private Shell.Result typed(String text) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        try {
            return Cli.run("sql", file);
        } finally {
            System.setIn(before);
        }
    }
}
