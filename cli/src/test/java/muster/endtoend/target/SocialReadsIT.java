package muster.endtoend.target;

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
        String reference = folder.resolve("social.answers").toString();
        Stream<String> plan = Stream.of("social-reads", "--uri", server.uri(), "--answers", reference);
        Stream<String> small = Stream.of("--set", "warmup.operations=200", "--set", "measure.operations=600");
        return Cli.run(Stream.of(Stream.of(command), plan, small)
                .flatMap(parts -> parts)
                .toArray(String[]::new));
    }
}
