package muster.experiments.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import muster.benchmarks.bottlenecks.SlowNetwork;
import muster.endtoend.Farm;
import muster.endtoend.culprit.NamedCulprit;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An observer next to the database sees that it is idle; the address of the plan is that of the network. */
@Tag("nightly")
@Tag("server")
@Tag("alone")
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class ObservedNetworkIT {
    @TempDir
    private Path folder;

    @Test
    void a_slow_network_is_named_and_not_the_database() throws IOException {
        try (RunningServer database = Servers.local()
                        .start("neo4j", ServerOptions.temporary().inMemory().withHeap("512m"));
                Farm farm = new Farm(folder);
                SlowNetwork network = SlowNetwork.before(database.ports().of("bolt"), Duration.ofMillis(20))) {
            farm.coordinator();
            farm.worker("w1");
            farm.background
                    .start(
                            "observe",
                            "--coordinator",
                            farm.address(),
                            "--name",
                            "db1",
                            "--pid",
                            Long.toString(database.pid()))
                    .awaitLine("joined the coordinator as db1");
            Path plan = Files.writeString(folder.resolve("p.yaml"), """
                    name: p
                    target: {kind: neo4j, uri: "bolt://127.0.0.1:%d"}
                    workload: {kind: graphity, algorithm: stou, users: 500, mix: {feed: 100}}
                    phases:
                      - {kind: load, clients: 1}
                      - {kind: warmup, duration: 8s, clients: 8}
                      - {kind: measure, duration: 8s, clients: 8}
                    """.formatted(network.port()));
            Farm.ended(farm.submit(plan, 1).result());
            NamedCulprit named = NamedCulprit.of(farm.file);
            named.publish("neo4j behind a network of 20 ms each way", "network");
            assertThat(named.culprit()).as(named.sentence()).isEqualTo("network");
            assertThat(named.sentence()).contains("(process " + database.pid() + ")");
        }
    }
}
