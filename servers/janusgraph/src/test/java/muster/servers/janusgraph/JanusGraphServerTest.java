package muster.servers.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Owner;
import muster.servers.host.ServerException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every test here runs the real JanusGraph, on BerkeleyJE; together they start it as seldom as they can. */
@Tag("server")
class JanusGraphServerTest {
    private static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";
    private static final String COUNT = "'users ' + g.V().hasLabel('User').count().next()";

    @TempDir
    Path temporary;

    private Servers servers() {
        MusterHome home = MusterHome.detect();
        return new Servers(
                new MusterHome(temporary.resolve("servers"), home.cache(), home.mavenWrapper()), System.out::println);
    }

    @Test
    @Tag("nightly")
    void a_server_with_a_password_that_is_killed_at_once_starts_again_with_its_data() throws Exception {
        String password = System.getenv(PASSWORD_VARIABLE);
        ServerOptions options = JanusGraphServer.small()
                .withPasswordVariable(PASSWORD_VARIABLE)
                .withOwner(Owner.NOBODY)
                .withDataFolder(temporary.resolve("db"));
        RunningServer first = servers().start("janusgraph", options);
        assertThat(Gremlin.ask(first, "1")).startsWith("401");
        assertThat(Gremlin.store(first, password)).startsWith("200");
        assertThat(first.uri()).isEqualTo("ws://127.0.0.1:" + first.ports().of("gremlin") + "/gremlin");
        assertThat(servers().status("janusgraph", first.dataFolder()).choices()).containsEntry("storage", "berkeleyje");

        ProcessHandle process = ProcessHandle.of(first.pid()).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        assertThat(process.onExit().get().pid()).isEqualTo(first.pid());

        try (RunningServer again = servers().start("janusgraph", options.withOwner(Owner.THIS_PROCESS))) {
            assertThat(Gremlin.ask(again, COUNT, password)).contains("users 1");
            assertThat(textsBelow(again.dataFolder())).noneMatch(text -> text.contains(password));
        }
        refusesAnotherStorage(options);
        servers().delete(first.dataFolder());
        assertThat(first.dataFolder()).doesNotExist();
    }

    private void refusesAnotherStorage(ServerOptions options) {
        assertThatThrownBy(() -> servers().start("janusgraph", options.withChoices(Map.of("storage", "cassandra"))))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContainingAll("--storage berkeleyje", "cassandra", "--delete");
        assertThat(servers().status("janusgraph", temporary.resolve("db")).condition())
                .isEqualTo(ServerStatus.Condition.STOPPED);
    }

    @Test
    @Tag("nightly")
    void a_setting_that_janusgraph_does_not_know_is_reported_with_the_cause_from_its_log() {
        ServerOptions broken = JanusGraphServer.small()
                .withDataFolder(temporary.resolve("broken"))
                .withSettings(Map.of("storage.berkeleyje.isolation-level", "PERFECT"));

        assertThatThrownBy(() -> servers().start("janusgraph", broken))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("JanusGraph died while it started", "PERFECT");
        assertThat(temporary.resolve("broken")).doesNotExist();
    }

    @Test
    void choices_that_do_not_fit_are_refused_before_anything_starts() {
        assertThatThrownBy(() -> start(Map.of("storage", "hbase"))).hasMessageContaining("berkeleyje, cassandra");
        assertThatThrownBy(() -> start(Map.of("nodes", "3"))).hasMessageContaining("--storage cassandra");
        assertThat(temporary.resolve("servers")).doesNotExist();
    }

    private RunningServer start(Map<String, String> choices) {
        return servers().start("janusgraph", JanusGraphServer.small().withChoices(choices));
    }

    private static List<String> textsBelow(Path folder) throws Exception {
        List<String> texts = new ArrayList<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return texts;
    }
}
