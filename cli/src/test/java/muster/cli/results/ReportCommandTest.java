package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    private Path folder;

    @Test
    void the_commands_of_the_docs_write_a_page_plots_and_every_format() throws IOException {
        Path store = folder.resolve("demo.db");
        assertThat(Cli.run(
                                "standalone",
                                "noop",
                                "--store",
                                store.toString(),
                                "--set",
                                "measure.duration=1s",
                                "--set",
                                "warmup.duration=1s",
                                "--set",
                                "workload.delay=1ms")
                        .exitCode())
                .isIn(0, 111);
        for (String line : commands()) {
            Shell.Result result = Cli.run(inFolder(line));
            assertThat(result.err()).as(line).doesNotContain("muster: internal");
            assertThat(result.exitCode()).as(line).isZero();
        }
        assertThat(folder.resolve("demo-run-1.html"))
                .content()
                .startsWith("<!doctype html>")
                .contains("</html>");
        assertThat(folder.resolve("plots/throughput.svg")).content().startsWith("<svg");
        for (String name : List.of("demo.hlog", "intervals.csv", "run.json", "demo.om", "demo.jtl", "samples.csv")) {
            assertThat(folder.resolve(name)).isNotEmptyFile();
        }
    }

    @Test
    void a_report_or_export_of_what_cannot_be_read_is_one_line_and_a_bad_argument() throws Exception {
        Path empty = folder.resolve("empty.db");
        Store.open(Files.createFile(empty)).close();
        Path nothing = Files.createFile(folder.resolve("nothing.db"));
        Path other = Files.writeString(folder.resolve("other.db"), "hello");
        Path newer = newer(folder.resolve("newer.db"));
        Path torn = torn(folder.resolve("torn.db"));
        Map<String, String> expected = Map.of(
                empty.toString(),
                "holds no run",
                nothing.toString(),
                "holds no run",
                other.toString(),
                "is not a Muster file",
                newer.toString(),
                "newer Muster",
                torn.toString(),
                "cut off",
                folder.resolve("none.db").toString(),
                "there is no such file",
                withRun(folder.resolve("one.db")) + ":7",
                "no run '7'");
        expected.forEach((reference, words) -> Stream.of(
                        Cli.run("report", reference), Cli.run("export", reference, "--format", "json"))
                .forEach(result -> {
                    assertThat(result.err()).as(reference).contains(words).hasLineCount(1);
                    assertThat(result.exitCode()).isEqualTo(104);
                    assertThat(result.out()).isEmpty();
                }));
    }

    @Test
    void the_store_file_is_never_overwritten() throws IOException {
        Path store = withRun(folder.resolve("one.db"));
        byte[] before = Files.readAllBytes(store);
        for (String[] command : List.of(
                new String[] {"report", store.toString(), "--out", store.toString()},
                new String[] {"export", store.toString(), "--format", "csv", "--out", store.toString()})) {
            Shell.Result result = Cli.run(command);
            assertThat(result.exitCode()).isEqualTo(104);
            assertThat(result.err()).contains("is the store file itself").hasLineCount(1);
        }
        assertThat(Files.readAllBytes(store)).isEqualTo(before);
    }

    @Test
    void json_says_what_was_written() {
        Path store = withRun(folder.resolve("one.db"));
        Path page = folder.resolve("a/b.html");
        assertThat(Cli.run("report", store.toString(), "--out", page.toString(), "--json")
                        .out())
                .isEqualTo("{\"run\": 1, \"report\": \"" + page + "\", \"plots\": []}\n");
        assertThat(page).content().contains("no measured phase");
    }

    @Test
    void an_unknown_format_names_those_that_there_are() {
        Shell.Result result =
                Cli.run("export", withRun(folder.resolve("one.db")).toString(), "--format", "xml");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .contains("choose hlog, csv, json, openmetrics, jtl or samples")
                .hasLineCount(1);
    }

    private static List<String> commands() throws IOException {
        List<String> all = Files.readAllLines(Shell.CHECKOUT.resolve("docs/report.md")).stream()
                .filter(line -> line.matches("\\./muster (report|export) .*"))
                .toList();
        assertThat(all).hasSize(8);
        return all;
    }

    /** The same with files of the test's folder. */
    private String[] inFolder(String line) {
        return Arrays.stream(line.replaceFirst("\\./muster ", "").split(" ", -1))
                .map(word -> word.matches("[^-].*\\.\\w+(:\\d)?|plots")
                        ? folder.resolve(word.replace("results/", "")).toString()
                        : word)
                .toArray(String[]::new);
    }

    private static Path withRun(Path file) {
        try (Store store = Store.open(file)) {
            long run = store.runs().begin(new RunRow("n", "cluster", "n", "name: n\n", "noop", "noop", 1, 1, Map.of()));
            store.runs().end(new RunEnd(run, RunEnd.STOPPED, 2, null, null, 2, "away"));
        }
        return file;
    }

    private static Path newer(Path file) throws Exception {
        withRun(file);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 99");
        }
        return file;
    }

    private static Path torn(Path file) throws IOException {
        byte[] whole = Files.readAllBytes(withRun(file));
        Files.write(file, Arrays.copyOf(whole, whole.length * 2 / 3));
        return file;
    }
}
