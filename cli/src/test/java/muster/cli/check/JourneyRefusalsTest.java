package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What no target, or nothing around a journey, can do is refused in one line, before anything is connected. */
class JourneyRefusalsTest {
    private static final String PLAN = """
            name: visits
            target: {kind: neo4j, uri: "bolt://127.0.0.1:1"}
            workload:
              kind: journey
              journeys:
                visit:
                  steps:
                    friends: {cypher: "RETURN 1 AS id", gremlin: g}
                    last: {cypher: "RETURN $id", gremlin: g, parameters: {id: "friends.rows[0].id"}}
            phases: [{kind: measure, operations: 10}]
            """;

    @TempDir
    private Path folder;

    private Shell.Result run(String... arguments) throws IOException {
        Path plan = Files.writeString(folder.resolve("visits.yaml"), PLAN);
        String[] whole = new String[arguments.length + 1];
        whole[0] = arguments[0];
        whole[1] = plan.toString();
        System.arraycopy(arguments, 1, whole, 2, arguments.length - 1);
        return Cli.run(whole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target={kind: noop} | a target that executes workload journey: ",
                "target={kind: hugegraph, uri: \"http://127.0.0.1:1\"} | a target that executes workload journey: ",
                "target={kind: janusgraph, uri: \"ws://127.0.0.1:1\"} | falkordb",
                "target={kind: falkordb, uri: \"redis://127.0.0.1:1\"} | Connection",
                "target={kind: postgresql, uri: \"postgresql://127.0.0.1:1/a\"} | workload.journeys.visit.steps.friends: ",
                "target.uri=http://127.0.0.1:1 | only workload query executes over http",
                "answers={reference: FOLDER/a.answers} | answers of steps are not compared",
                "workload.depth=nothing | at another depth no step has rows",
                "workload.actionsPerTransaction=2 | unknown key",
            })
    void in_one_line(String set, String message) throws IOException {
        Files.createFile(folder.resolve("a.answers"));
        Shell.Result result = run("check", "--set", set.strip().replace("FOLDER", folder.toString()));
        assertThat(result.exitCode()).isIn(104, 2);
        assertThat(result.err().strip()).startsWith("muster: ").doesNotContain("\n");
        assertThat(result.err()).contains(message.equals("Connection") ? "127.0.0.1:1" : message.strip());
    }

    @Test
    void only_python_workers_may_be_allowed_code() {
        Shell.Result result = Cli.run("worker", "--allow-code", folder.toString());
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("only Python workers execute generators; add --python");
    }
}
