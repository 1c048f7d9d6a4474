package muster.experiments.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real servers that are killed, paused and lose power while clients write. */
@EnabledOnOs(OS.LINUX)
class CrashIT {
    private static final String INSTALLED = "muster.servers.postgresql.PostgresqlServer#installed";
    private static final String MISSING = "PostgreSQL 15 is not installed: apt-get install postgresql-15";

    @TempDir
    private Path folder;

    /** A busy machine may need seconds to start the server again: the phase goes on for long enough to see it answer. */
    private Path plan(String server, String settings, String crash) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String target = server.equals("postgresql")
                ? "{kind: postgresql, uri: \"postgresql://127.0.0.1:%d/postgres\", user: muster, retries: 0}"
                : "{kind: falkordb, uri: \"redis://127.0.0.1:%d\", retries: 0}";
        return Files.writeString(
                folder.resolve("p.yaml"), """
                name: p
                target: %s
                server: {name: %s, set: %s}
                workload: {kind: graphity, algorithm: stou, users: 200, mix: {follow: 20, post: 70, addUser: 10}}
                phases:
                  - {kind: load}
                  - {kind: measure, duration: 12s, clients: 4, crash: %s}
                  - {kind: verify, feeds: 20}
                """.formatted(target.formatted(port), server, settings, crash));
    }

    private Stored run(Path plan) {
        Path file = folder.resolve("s.db");
        Shell.Result result = Cli.run("standalone", plan.toString(), "--store", file.toString());
        assertThat(result.out()).contains("acknowledged writes are gone");
        return new Stored(file, 1);
    }

    private static long number(Stored stored, String column) {
        return (Long) stored.rows("select " + column + " from crash_summary")
                .getFirst()
                .getFirst();
    }

    /** Nobody checks the wall clock: only that what was acknowledged is there, and that it went on. */
    private static void assertWhole(Stored stored) {
        assertThat(number(stored, "acknowledged")).isPositive();
        assertThat(number(stored, "lost")).isZero();
        assertThat(stored.rows("select name, reason from check_summary where kind = 'oracle' and not passed"))
                .isEmpty();
        assertThat(stored.rows("select planned = covered + missing and missing = 0 from coverage_summary"
                        + " where phase = 'measure'"))
                .containsExactly(List.of(1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"how: kill", "how: kill, process: postgresql"})
    @EnabledIf(value = INSTALLED, disabledReason = MISSING)
    void a_server_that_is_killed_comes_back_with_all_that_it_acknowledged(String how) throws IOException {
        Stored stored = run(plan("postgresql", "{}", "{at: 2s, " + how + "}"));
        assertWhole(stored);
        assertThat(number(stored, "rto_ns")).isPositive();
        assertThat(number(stored, "unknown")).isPositive();
    }

    @Test
    @EnabledIf(value = INSTALLED, disabledReason = MISSING)
    void what_cannot_be_crashed_is_refused_before_anything_is_started() throws IOException {
        assertThat(refusal(text -> text.replaceAll("(?m)^server: .*\n", "")))
                .contains("crash: only of a server that Muster starts");
        assertThat(refusal(text -> text.replace("at: 2s", "at: 13s")))
                .contains("needs a duration that goes on after it");
        assertThat(refusal(text -> text.replace("how: kill", "how: kil"))).contains("kill, power, pause");
        assertThat(refusal(text -> text.replace("how: kill", "how: kill, for: 3s")))
                .contains("only with how: pause");
        assertThat(refusal(text -> text.replace("how: kill", "how: power, process: postgresql")))
                .contains("not with how: power");
        assertThat(refusal(text -> text.replace("how: kill", "how: kill, process: redis"), "standalone"))
                .contains("crash.process: redis: postgresql has no such process with its options, only postgresql");
    }

    @Test
    void options_that_a_server_does_not_have_are_refused_before_anything_is_started() throws IOException {
        assertThat(refusal(
                        text -> text.replace("name: postgresql,", "name: postgresql, options: {storage: x},"),
                        "standalone"))
                .contains("server: postgresql has no --storage");
    }

    private String refusal(UnaryOperator<String> change) throws IOException {
        return refusal(change, "check");
    }

    private String refusal(UnaryOperator<String> change, String command) throws IOException {
        Path plan = plan("postgresql", "{}", "{at: 2s, how: kill}");
        Files.writeString(plan, change.apply(Files.readString(plan)));
        Shell.Result result = Cli.run(command, plan.toString());
        assertThat(result.exitCode()).isEqualTo(104);
        return result.err();
    }

    @Tag("nightly")
    @Tag("server")
    @ParameterizedTest
    @CsvSource({"postgresql, kill", "postgresql, pause", "postgresql, power", "falkordb, kill", "falkordb, pause"})
    void whatever_happens_to_it_a_database_that_syncs_loses_nothing(String server, String how) throws IOException {
        String settings = server.equals("falkordb") ? "{appendfsync: always}" : "{}";
        String length = how.equals("pause") ? ", for: 1s" : "";
        assertWhole(run(plan(server, settings, "{at: 2s, how: " + how + length + "}")));
    }

    @Tag("nightly")
    @Tag("server")
    @Test
    void a_database_that_syncs_each_second_loses_what_it_acknowledged_last() throws IOException {
        Stored stored = run(plan("falkordb", "{appendfsync: everysec}", "{at: 2500ms, how: power}"));
        assertThat(number(stored, "lost")).isPositive();
        assertThat(number(stored, "rpo_ns")).isPositive();
        assertThat(stored.rows("select count(*) from lost_write"))
                .containsExactly(List.of(number(stored, "min(lost, 1000)")));
        assertThat(stored.rows("select name, reason from check_summary where kind = 'oracle' and not passed"))
                .isEmpty();
    }
}
