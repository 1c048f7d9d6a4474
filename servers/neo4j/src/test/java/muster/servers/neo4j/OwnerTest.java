package muster.servers.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import muster.servers.MusterHome;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.host.ServerException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a server when the process that owns it ends. */
@Tag("server")
class OwnerTest {
    @TempDir
    Path temporary;

    private final List<ProcessHandle> started = new ArrayList<>();

    /** Whoever is left over holds the streams of this process open, and Maven would wait for their end. */
    @AfterEach
    void killWhoIsLeft() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private record Owned(Process owner, ProcessHandle server, Path folder) {}

    @Test
    void ctrl_c_stops_the_server_and_deletes_its_data() throws Exception {
        Owned owned = start();

        signal(owned.owner(), "INT");

        assertThat(owned.owner().waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(isGone(owned.server())).isTrue();
        assertThat(owned.folder()).doesNotExist();
    }

    @Tag("thorough")
    @Test
    void what_a_killed_owner_leaves_is_listed_and_cleared_away_by_the_next_start() throws Exception {
        Owned owned = start();
        signal(owned.owner(), "KILL");
        assertThat(owned.owner().waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(owned.server().isAlive()).isTrue();

        List<String> said = new ArrayList<>();
        Servers servers = new Servers(home(), said::add);
        assertThat(servers.list())
                .filteredOn(server -> server.folder().equals(owned.folder()))
                .singleElement()
                .extracting(ServerStatus::note)
                .asString()
                .contains("left over by process " + owned.owner().pid());
        // This start fails for its own reason, but clears away first.
        Assertions.assertThatThrownBy(
                        () -> servers.start("neo4j", Neo4jServer.small().withSettings(Map.of("no.such.setting", "1"))))
                .isInstanceOf(ServerException.class);

        assertThat(said).anyMatch(line -> line.startsWith("Clearing away neo4j"));
        assertThat(isGone(owned.server())).isTrue();
        assertThat(owned.folder()).doesNotExist();
    }

    private MusterHome home() {
        return new MusterHome(temporary.resolve("servers"), MusterHome.detect().cache(), Optional.empty());
    }

    private Owned start() throws Exception {
        List<String> command = new ArrayList<>(withCtrlC());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OwnerMain.class.getName(),
                home().servers().toString(),
                home().cache().toString()));
        Process owner = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] told = owner.inputReader().readLine().split(" ", 2);
        ProcessHandle server = ProcessHandle.of(Long.parseLong(told[0])).orElseThrow();
        started.addAll(List.of(owner.toHandle(), server));
        assertThat(server.isAlive()).isTrue();
        return new Owned(owner, server, Path.of(told[1]));
    }

    /** A shell starts what runs in the background with SIGINT ignored, which all below it inherit; GNU's env undoes that. */
    private static List<String> withCtrlC() throws Exception {
        List<String> gnu = List.of("env", "--default-signal=INT");
        boolean known = new ProcessBuilder("env", "--default-signal=INT", "true")
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
        return known ? gnu : List.of();
    }

    /** Whether the process ended, be it that nobody has reaped it yet. */
    private static boolean isGone(ProcessHandle process) throws Exception {
        Process ps = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(process.pid())).start();
        String state = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return state.isBlank() || state.startsWith("Z");
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
