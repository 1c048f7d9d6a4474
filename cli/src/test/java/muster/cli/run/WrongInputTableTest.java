package muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that are wrong, and the one line that each prints: docs/wrong-input.md is this table. */
class WrongInputTableTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().resolveSibling("docs/wrong-input.md");
    private static final String HEAD = """
            # What wrong input prints

            Each line, after `muster: `, names what is wrong and what would be right; the exit code is 104. Made and checked by
            `WrongInputTableTest`, in a folder with `bad.yaml` (a literal password), `keys.yaml` (an unknown operation), `broken.yaml` (no
            YAML), `expect.yaml` (a list as the expected answer) and `text.db` (no store file).

            | `./muster ...` | prints |
            |---|---|
            """;

    private static final List<String> COMMANDS = List.of(
            "rnu noop",
            "run",
            "run nop",
            "run FOLDER/missing.yaml",
            "run FOLDER/bad.yaml",
            "check FOLDER/keys.yaml",
            "run FOLDER/broken.yaml",
            "check FOLDER/expect.yaml",
            "run noop --wrokers 2",
            "run noop --vus 5",
            "run noop --trials 0",
            "run noop --trials many",
            "run noop --trials",
            "run noop --store a.db --store b.db",
            "runs",
            "cancel seven",
            "run noop --lease many",
            "run noop --set measure.duraton=1s",
            "run noop --set measure.duration=10",
            "check noop --set workload.kind=graph",
            "run noop --set nonsense",
            "run noop --clients 0",
            "run noop -R fast",
            "run noop -d -5s",
            "run noop --set measure.rate={\"stages\":[]}",
            "run noop --set measure.rate={\"stages\":[{\"to\":10/s,\"in\":100us}]}",
            "run noop --set measure.rate={\"sine\":{\"mean\":5/s,\"amplitude\":9/s,\"period\":1s}}",
            "run noop --set measure.rate={\"csv\":FOLDER/missing.csv}",
            "run noop --set measure.clients={\"stages\":[{\"to\":-1,\"in\":1s}]}",
            "check noop --set measure.compare={\"think\":[8ms]}",
            "check noop --set measure.compare={\"think\":[8ms,0.008s]}",
            "check noop --set measure.compare={\"clients\":[8,16]}",
            "check noop --set measure.compare={\"server.heap\":[1g,2g]}",
            "run noop --set steady=required --set measure.clients={\"stages\":[{\"to\":8,\"in\":20s}]}",
            "run graphity-write -d 5s",
            "run noop --workers -1",
            "run noop --coordinator 127.0.0.1:99999",
            "run noop --coordinator 192.0.2.7:5557",
            "check graphity-write --uri http://127.0.0.1:1",
            "check graphity-write --uri bolt://me:secret@db1",
            "check noop --set target.body=${env:HOME}",
            "worker --allow-secret NAME=VALUE",
            "runs FOLDER/missing.db",
            "runs FOLDER/text.db",
            "export FOLDER/missing.db --format xml",
            "server start neo5j");

    /** What other commands print alike; the page leaves them out. */
    private static final List<String> ALIKE = List.of(
            "report FOLDER/missing.db",
            "sql FOLDER/missing.db",
            "coordinator --bind 0.0.0.0:5557",
            "worker --coordinator 127.0.0.1:none",
            "worker --coordinator 127.0.0.1:1:x");

    /** Of runs that take longer: FailedLoadTest and TargetLostIT look for what theirs printed. */
    private static final String RUNS = """

            ## Runs that measured nothing

            Three dots stand for numbers and for a cause. `FailedLoadTest` and `TargetLostIT` check these lines.

            | what happened | exit code | prints |
            |---|---|---|
            | operations of a load failed | 1 | load failed: 20 of 20 operations of phase load failed (OperationTimeout); load with fewer clients, more target.retries or a longer target.operationTimeout, or set onError: continue in the load phase (--set load.onError=continue) |
            | all operations of a measure phase failed | 1 | nothing was measured in phase measure: all ... of ... operations failed (...) |
            | the target stopped answering | 2 | target lost at ... s of phase measure: 127.0.0.1:...: Connection refused; see the server's log |
            """;

    @TempDir
    private Path folder;

    @Test
    void wrong_input_is_refused_in_one_line_as_the_page_shows() throws IOException {
        Files.writeString(folder.resolve("bad.yaml"), plan("user: neo4j, password: hunter2", "post: 1"));
        Files.writeString(folder.resolve("keys.yaml"), plan("database: neo4j", "folow: 1"));
        Files.writeString(folder.resolve("broken.yaml"), "target: [");
        Files.writeString(folder.resolve("text.db"), "not a database");
        Files.writeString(folder.resolve("expect.yaml"), asking("expect: [7]"));
        StringBuilder page = new StringBuilder(HEAD);
        for (String command : COMMANDS) {
            page.append(row(command));
        }
        assertThat(ALIKE.stream().map(this::row).map(row -> row.replaceFirst("^[^|]*\\|[^|]*\\| ", "")))
                .containsExactly(
                        "missing.db: there is no such file |\n",
                        "missing.db: there is no such file |\n",
                        "--bind tcp://0.0.0.0:5557: not loopback, and no keys are given; make them with ./muster keys new and name their"
                                + " folder with --keys or MUSTER_KEYS (--insecure: allow unauthenticated peers) |\n",
                        notAnAddress("127.0.0.1:none"),
                        notAnAddress("127.0.0.1:1:x"));
        page.append(RUNS);
        if (System.getenv("CI") == null) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page.toString());
    }

    private static String notAnAddress(String text) {
        return "--coordinator %s: expected HOST:PORT or tcp://HOST:PORT; see ./muster worker --help |\n"
                .formatted(text);
    }

    private static String plan(String target, String mix) {
        return """
                target: {kind: neo4j, uri: "bolt://127.0.0.1:1", %s}
                workload: {kind: graphity, users: 100, mix: {%s}}
                phases: [{kind: measure, duration: 10s}]
                """.formatted(target, mix);
    }

    private static String asking(String key) {
        return """
                target: {kind: neo4j, uri: "bolt://127.0.0.1:1"}
                workload: {kind: query, parameters: {id: {integer: [0, 9]}}, operations: {posts: {cypher: RETURN 1, %s}}}
                phases: [{kind: measure, duration: 10s}]
                """.formatted(key);
    }

    private String row(String command) {
        String real = command.replace("FOLDER", folder.toString());
        Shell.Result result = Cli.run(real.split(" ", -1));
        assertThat(result.err())
                .as(command)
                .hasLineCount(1)
                .startsWith("muster: ")
                .doesNotContain("Exception");
        assertThat(result.exitCode()).as(command).isEqualTo(104);
        String shown = result.err()
                .strip()
                .replaceFirst("^muster: ", "")
                .replace(folder + "/", "")
                // What there is grows.
                .replaceAll("(there are:?|expected one of) .*", "$1 ...")
                .replace("|", "\\|");
        return "| `%s` | %s |\n".formatted(command.replace("FOLDER/", ""), shown);
    }
}
