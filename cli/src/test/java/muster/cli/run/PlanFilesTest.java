package muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever section of a plan names a file: its path begins at the folder of the plan. */
class PlanFilesTest {
    @TempDir
    private Path folder;

    private String plan(String sections) throws IOException {
        return Files.writeString(
                        folder.resolve("p.yaml"),
                        "target: {kind: noop}\n" + sections
                                + "\nphases: [{kind: load}, {kind: measure, duration: 10s}]\n")
                .toString();
    }

    private static String query(String keys) {
        return "workload: {kind: query, " + keys + " operations: {a: {cypher: RETURN 1}}}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {nodes: {A: pom.xml}}\nworkload: {kind: query, operations: {a: {cypher: RETURN 1}}}",
                "workload: {kind: query, parameters: {a: {csv: pom.xml}}, operations: {a: {cypher: RETURN 1}}}",
                "workload: {kind: query, operations: {a: {cypher: RETURN 1, expect: {csv: pom.xml}}}}",
                "workload: {kind: batch-insert, data: pom.xml}",
                "workload: {kind: query, operations: {a: {cypher: RETURN 1}}}\nanswers: {reference: pom.xml}",
                "workload: {kind: query, operations: {a: {cypher: RETURN 1}}}\nreplay: {file: pom.xml}"
            })
    void a_file_of_the_working_directory_is_named_and_not_taken(String sections) throws IOException {
        Path here = Path.of("pom.xml").toAbsolutePath();
        assertThat(here).isRegularFile();
        Shell.Result result = Cli.run("check", plan(sections));
        assertThat(result.err())
                .isEqualTo("muster: pom.xml: no such file: looked for " + folder.resolve("pom.xml")
                        + ", since paths begin at the folder of the plan; the one in the working directory is " + here
                        + "\n");
        assertThat(result.exitCode()).isEqualTo(104);
    }

    @Test
    void check_says_which_file_is_read_for_each_name() throws IOException {
        Files.createDirectory(folder.resolve("in"));
        Path nodes = Files.writeString(folder.resolve("in/a.csv"), "id:ID\n1\n");
        Path people = Files.writeString(folder.resolve("people.csv"), "id\n1\n");
        String plan = plan("data: {nodes: {A: in/a.csv}}\n" + query("parameters: {p: {csv: people.csv}},"));
        Shell.Result result = Cli.run("check", plan);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("file: in/a.csv is " + nodes, "file: people.csv is " + people);
        assertThat(Cli.run("check", plan, "--json").out()).contains("\"in/a.csv\": \"" + nodes + "\"");
    }

    /** An option is typed in the working directory, whatever plan it is for. */
    @Test
    void the_reference_of_the_command_line_begins_at_the_working_directory() throws IOException {
        String plan = plan(query(""));
        Files.writeString(folder.resolve("mine.answers"), "");
        Shell.Result there = Cli.run(
                "check", plan, "--answers", folder.resolve("mine.answers").toString());
        assertThat(there.err()).doesNotContain("no such file");
        Shell.Result here = Cli.run("check", plan, "--answers", "mine.answers");
        assertThat(here.err()).contains(Path.of("mine.answers").toAbsolutePath() + " is outside of ");
    }
}
