package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ready plan social-inserts: whatever an operation uses is there. */
@Tag("server")
@Tag("nightly")
@Timeout(600)
class SocialInsertsIT {
    @TempDir
    private Path folder;

    @Test
    void a_network_grows_on_neo4j_by_workers_of_both_languages() {
        grows("neo4j", "run", "--workers", "1", "--python-workers", "1");
    }

    @Test
    void a_network_grows_on_janusgraph() {
        grows("janusgraph", "standalone");
    }

    private void grows(String database, String... command) {
        Path store = folder.resolve("s.db");
        try (RunningServer server =
                Servers.local().start(database, ServerOptions.temporary().inMemory())) {
            String target = "target={kind: %s, uri: \"%s\"}".formatted(database, server.uri());
            Stream<String> plan = Stream.of("social-inserts", "--set", target, "--store", store.toString());
            Stream<String> small = Stream.of(
                    "--set",
                    "workload.horizon=300",
                    "--set",
                    "warmup.operations=400",
                    "--set",
                    "measure.operations=2000");
            Shell.Result result = Cli.run(Stream.of(Stream.of(command), plan, small)
                    .flatMap(parts -> parts)
                    .toArray(String[]::new));
            assertThat(result.exitCode()).as(result.toString()).isIn(0, 111);
            assertThat(
                            new Stored(store, 1)
                                    .rows(
                                            "select operation, outcome, sum(samples), sum(elements) from outcome_total"
                                                    + " where phase = 'measure' and timing = 'service' group by operation, outcome order by operation"))
                    .as(result.toString())
                    .containsExactly(
                            List.of("addComment", "ok", 400L, 400L),
                            List.of("addForum", "ok", 100L, 100L),
                            List.of("addFriend", "ok", 500L, 500L),
                            List.of("addPerson", "ok", 100L, 100L),
                            List.of("addPost", "ok", 300L, 300L),
                            List.of("joinForum", "ok", 300L, 300L),
                            List.of("like", "ok", 300L, 300L));
        }
    }
}
