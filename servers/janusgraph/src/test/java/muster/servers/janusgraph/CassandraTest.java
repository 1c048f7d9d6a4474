package muster.servers.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.host.Owner;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real JanusGraph on real nodes of Cassandra: two to four processes of 512 MB each. */
@Tag("nightly")
class CassandraTest {
    @TempDir
    Path temporary;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private Servers servers() {
        MusterHome home = MusterHome.detect();
        return new Servers(new MusterHome(temporary.resolve("servers"), home.cache(), home.mavenWrapper()), said::add);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void its_nodes_start_first_keep_the_data_and_end_with_it(int nodes) throws Exception {
        ServerOptions options =
                JanusGraphServer.small().withOwner(Owner.NOBODY).withDataFolder(temporary.resolve("db" + nodes));
        // With "periodic" a kill may take what was acknowledged in the last 0.1 s.
        ServerOptions cassandra =
                options.withChoices(Map.of("storage", "cassandra", "nodes", "" + nodes, "commitlog", "batch"));
        RunningServer first = servers().start("janusgraph", cassandra);
        assertThat(said.stream().filter(line -> line.startsWith("Starting Cassandra")))
                .hasSize(nodes);
        assertThat(said.getLast()).contains("JanusGraph");
        assertThat(Gremlin.store(first, "none")).startsWith("200");
        assertThat(first.ports().byRole()).containsKeys("gremlin", "cql-" + nodes, "gossip-" + nodes);
        first.kill("cassandra-" + nodes);
        assertThat(first.isAlive()).isFalse();
        first.restart("cassandra-" + nodes, Duration.ofMinutes(2));
        assertThat(first.isAlive()).isTrue();
        assertThat(servers().stop(first.dataFolder())).isEqualTo(StopOutcome.STOPPED);
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .orElse("")
                                .contains(first.dataFolder().toString())))
                .isEmpty();

        RunningServer again = servers().start("janusgraph", options);
        assertThat(Gremlin.ask(again, "'users ' + g.V().hasLabel('User').count().next()"))
                .contains("users 1");
        ProcessHandle process = ProcessHandle.of(again.pid()).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        assertThat(process.onExit().get().pid()).isEqualTo(again.pid());
        ServerStatus status = servers().status("janusgraph", again.dataFolder());
        assertThat(status.note()).startsWith("janusgraph died or was killed");
        assertThat(status.choices()).containsEntry("storage", "cassandra").containsEntry("nodes", "" + nodes);
        assertThat(servers().delete(again.dataFolder())).isEqualTo(StopOutcome.STOPPED);
        assertThat(again.dataFolder()).doesNotExist();
    }
}
