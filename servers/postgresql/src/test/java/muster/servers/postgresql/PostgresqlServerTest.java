package muster.servers.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.fetch.InstalledFiles;
import muster.servers.host.Owner;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class PostgresqlServerTest {
    @TempDir
    Path temporary;

    private Servers servers() {
        MusterHome home = new MusterHome(
                temporary.resolve("servers"),
                MusterHome.detect().cache(),
                MusterHome.detect().mavenWrapper());
        return new Servers(home, said -> {});
    }

    @Test
    void where_it_is_not_installed_the_package_is_named_in_one_line() {
        InstalledFiles nowhere = new InstalledFiles(List.of(temporary), "postgres", "apt-get install postgresql-15");
        assertThat(nowhere.present()).isFalse();
        assertThatThrownBy(() -> nowhere.folder("PostgreSQL 15"))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("PostgreSQL 15 is not installed", "apt-get install postgresql-15");
    }

    /** The folder of the test is one that only its owner can enter, and its owner may be root. */
    @Test
    @EnabledIf(value = "muster.servers.postgresql.PostgresqlServer#installed", disabledReason = "not installed")
    void a_server_killed_at_once_has_its_data_again_and_a_stop_does_not_wait_for_clients() throws Exception {
        ServerOptions options = PostgresqlServer.small().withDataFolder(temporary.resolve("db"));
        RunningServer first = servers().start("postgresql", options.withOwner(Owner.NOBODY));
        assertThat(ask(first, "CREATE TABLE mark AS SELECT 42 AS value; SELECT value FROM mark"))
                .endsWith("42");
        kill(first.pid());
        assertThat(servers().status("postgresql", first.dataFolder()).condition())
                .isEqualTo(ServerStatus.Condition.STOPPED);
        RunningServer again = servers().start("postgresql", options);
        assertThat(ask(again, "SELECT value FROM mark")).isEqualTo("42");
        Process connected = client(again, "SELECT pg_sleep(100)").start();
        assertThat(again.stop()).isEqualTo(StopOutcome.STOPPED);
        assertThat(connected.waitFor()).isNotZero();
        assertThat(Files.readString(first.dataFolder().resolve("server.properties")))
                .contains("part.postgresql.stop=INT");
        assertThat(servers().delete(first.dataFolder())).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
        assertThat(first.dataFolder()).doesNotExist();
    }

    /** Until its children have seen it, which hold the memory that a new server asks for. */
    private static void kill(long pid) {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> children = process.descendants().toList();
        assertThat(process.destroyForcibly()).isTrue();
        assertThat(process.onExit().join().pid()).isEqualTo(pid);
        assertThat(children)
                .allSatisfy(child -> assertThat(child.onExit().join()).isEqualTo(child));
    }

    private static String ask(RunningServer server, String sql) throws IOException, InterruptedException {
        Process client = client(server, sql).start();
        String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(client.waitFor()).isZero();
        return answer.strip();
    }

    private static ProcessBuilder client(RunningServer server, String sql) {
        return new ProcessBuilder("psql", "-XAtc", sql, "-U", PostgresqlProvider.USER, server.uri())
                .redirectErrorStream(true);
    }
}
