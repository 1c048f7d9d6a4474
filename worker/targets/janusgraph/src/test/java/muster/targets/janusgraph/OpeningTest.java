package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ServiceLoader;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanException;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpeningTest {
    @Test
    void theProviderIsFoundAndTheTargetSaysWhatItIsConnectedTo() throws Exception {
        assertThat(ServiceLoader.load(TargetProvider.class)).hasAtLeastOneElementOfType(JanusGraphProvider.class);
        try (JanusGraphTarget target = TestServer.open("stou")) {
            assertThat(target.facts())
                    .containsEntry("address", "127.0.0.1:" + TestServer.port())
                    .containsEntry("database", "graph")
                    .containsEntry("server.version", "1.1.0")
                    .containsEntry("driver.version", "3.7.3")
                    .containsEntry("storage.backend", TestServer.cassandra() ? "cql" : "berkeleyje")
                    .doesNotContainValue(System.getenv(TestServer.PASSWORD_VARIABLE));
        }
    }

    @Test
    void aRefusedPortIsNamedWithItsCause() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(refusal("target.uri=ws://127.0.0.1:" + port + "/gremlin"))
                .startsWith("JanusGraph at 127.0.0.1:" + port + ", graph graph: ")
                .contains("Connection refused")
                .doesNotContain("\n");
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpAfterTheConnectTimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Instant start = Instant.now();
            assertThat(refusal("target.uri=ws://127.0.0.1:" + silent.getLocalPort(), "target.connectTimeout=1s"))
                    .endsWith("no answer within 1000 ms");
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(4));
        }
    }

    @Test
    void aWrongPasswordAndAnUnknownGraphAreNamed() {
        // JAVA_HOME or PATH is set everywhere and is surely not the password.
        assertThat(refusal("target.password=${env:PATH}")).contains("Username and/or password are incorrect");
        assertThat(refusal("target.graph=nosuch")).contains("graph nosuch").contains("No such property: nosuch");
    }

    @ParameterizedTest
    @CsvSource({"0.6.4,false", "1.0.0,true", "1.1.0,true", "2.0.0-rc1,true", "unknown,false"})
    void versionsBeforeOneAreNotSupported(String version, boolean supported) {
        assertThat(Server.isSupported(version)).isEqualTo(supported);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target.uri=http://127.0.0.1:8182 | target.uri",
                "target.uri=ws:// | target.uri",
                "target.graph=a; b | target.graph",
                "target.user= | target.user",
                "target.password= | target.password",
                "target.consistency=most | target.consistency",
                "target.locking=perhaps | target.locking",
                "target.connectTimeout=0s | target.connectTimeout",
            })
    void aWrongSettingIsRefusedWithItsPath(String set, String path) {
        Plan plan = TestServer.plan("stou", set);
        assertThatThrownBy(() -> new JanusGraphProvider()
                        .check(plan.target().settings(), plan.workload().settings()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(path);
    }

    @Test
    void everyDocumentedKeyIsRead() {
        Plan plan = TestServer.plan(
                "stou",
                "target.graph=graph",
                "target.consistency=quorum",
                "target.locking=true",
                "target.batchLoading=false",
                "target.compression=true",
                "target.retries=3",
                "target.backoff=5ms",
                "target.onError=stop",
                "target.connectTimeout=1s",
                "target.operationTimeout=2s");
        new JanusGraphProvider().check(plan.target().settings(), plan.workload().settings());
        assertThat(plan.target().settings().unread()).isEmpty();
    }

    private static String refusal(String... sets) {
        return catchThrowableOfType(
                        TargetException.class,
                        () -> TestServer.open("stou", sets).close())
                .getMessage();
    }
}
