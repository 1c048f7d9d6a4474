package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.postgresql.PostgresqlServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** State: reuse on a database that needs a schema before anything can be loaded. */
@Tag("server")
@EnabledIf(
        value = "muster.servers.postgresql.PostgresqlServer#installed",
        disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
class ReuseIT {
    private static final String PLAN = """
            name: reuse
            target: {kind: postgresql, uri: "URI"}
            workload: {kind: graphity, users: 50, seed: 1}
            state: reuse
            phases:
              - {kind: load}
              - {kind: measure, operations: 100, clients: 2}
            """;

    @TempDir
    private Path folder;

    @Test
    void a_load_into_an_empty_database_creates_what_it_needs_and_later_runs_keep_what_is_there() throws IOException {
        try (RunningServer server = Servers.local().start("postgresql", PostgresqlServer.small())) {
            Path plan = Files.writeString(folder.resolve("p.yaml"), PLAN.replace("URI", server.uri()));
            run(plan);
            run(plan, "--set", "only=[measure]");
            // What it wrote bears its mark.
            run(plan, "--set", "state=fresh");
        }
        assertThat(new Stored(folder.resolve("s.db"), 2)
                        .rows("select count(*), (select sum(errors) from run_summary) from phase where run_id = 2"))
                .containsExactly(List.of(1L, 0L));
    }

    private void run(Path plan, String... options) {
        Shell.Result result = Cli.standalone(plan, folder.resolve("s.db"), options);
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
    }
}
