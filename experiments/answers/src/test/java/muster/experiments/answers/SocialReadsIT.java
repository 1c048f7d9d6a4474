package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ready plan social-reads: a generated network is loaded, asked, and asked again, with the same answers. */
@Tag("server")
@Tag("nightly")
@Timeout(600)
class SocialReadsIT {
    @TempDir
    private Path folder;

    @Test
    void what_neo4j_answered_is_right_in_a_later_run_of_all_its_reads() {
        Path store = folder.resolve("s.db");
        try (RunningServer server =
                Servers.local().start("neo4j", Neo4jServer.small().inMemory())) {
            Shell.Result recorded = muster(server, "answers", "record");
            assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
            Shell.Result result = muster(server, "standalone", "--allow-files", "--store", store.toString());
            assertRight(new Stored(store, 1), result);
        }
    }

    /** The reference is of Bolt; the answers are over HTTP, to workers of both languages. */
    @Test
    void what_neo4j_answered_over_bolt_is_right_over_http() {
        Path store = folder.resolve("h.db");
        try (RunningServer server =
                Servers.local().start("neo4j", Neo4jServer.small().inMemory())) {
            Shell.Result recorded = muster(server, "answers", "record");
            assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
            String http = "http://127.0.0.1:" + server.ports().byRole().get("http");
            Shell.Result result = musterAt(
                    http,
                    "run",
                    "--workers",
                    "1",
                    "--python-workers",
                    "1",
                    "--allow-files",
                    "--store",
                    store.toString());
            assertRight(new Stored(store, 1), result);
            assertThat(new Stored(store, 1)
                            .rows("select distinct timing from outcome_total where timing in ('send', 'commit')"))
                    .as("over HTTP there is no commit")
                    .containsExactly(List.of("send"));
        }
    }

    /** A machine that is busy makes the run invalid, which counts for more than its answers. */
    private static void assertRight(Stored stored, Shell.Result result) {
        assertThat(result.exitCode()).as(result.toString()).isIn(0, 111);
        assertThat(stored.rows("select answers, errors from run_summary"))
                .as(result.toString())
                .containsExactly(List.of("right", 0L));
        assertThat(stored.rows("select count(*), sum(compared), sum(unchecked) from answer_summary"
                        + " where phase = 'measure'"))
                .containsExactly(List.of(13L, 600L, 0L));
        assertThat(stored.rows("select operation from outcome_total where phase = 'measure' and elements = 0"
                        + " and timing = 'service' and operation <> 'transaction'"))
                .isEmpty();
    }

    private Shell.Result muster(RunningServer server, String... command) {
        return musterAt(server.uri(), command);
    }

    private Shell.Result musterAt(String uri, String... command) {
        String reference = folder.resolve("social.answers").toString();
        Stream<String> plan = Stream.of("social-reads", "--uri", uri, "--answers", reference);
        Stream<String> small = Stream.of("--set", "warmup.operations=200", "--set", "measure.operations=600");
        return Cli.run(Stream.of(Stream.of(command), plan, small)
                .flatMap(parts -> parts)
                .toArray(String[]::new));
    }
}
