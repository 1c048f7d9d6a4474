package muster.targets.hugegraph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
        assertThat(ServiceLoader.load(TargetProvider.class)).hasAtLeastOneElementOfType(HugeGraphProvider.class);
        try (HugeGraphTarget target = TestServer.open("stou")) {
            assertThat(target.facts())
                    .containsEntry("address", "127.0.0.1:" + TestServer.port())
                    .containsEntry("database", "hugegraph")
                    .containsEntry("server.version", "1.5.0")
                    .containsEntry("noDelay", "true");
        }
    }

    @Test
    void aRefusedPortIsNamedWithItsCause() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(refusal("target.uri=http://127.0.0.1:" + port))
                .startsWith("HugeGraph at 127.0.0.1:" + port + ", graph hugegraph: ")
                .contains("Connection refused")
                .doesNotContain("\n");
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpAfterTheConnectTimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Instant start = Instant.now();
            assertThat(refusal("target.uri=http://127.0.0.1:" + silent.getLocalPort(), "target.connectTimeout=1s"))
                    .endsWith("no answer within 1000 ms");
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(4));
        }
    }

    /** The real server cannot ask for passwords on this Java; the stub only refuses, as a secured server would. */
    @Test
    void aStubThatRefusesEveryPasswordIsToldInOneLine() throws Exception {
        HttpServer stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stub.createContext("/", exchange -> {
            byte[] body = "{\"exception\": \"javax.ws.rs.NotAuthorizedException\", \"message\": \"no\"}".getBytes(UTF_8);
            exchange.sendResponseHeaders(401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        stub.start();
        try {
            String uri = "target.uri=http://127.0.0.1:" + stub.getAddress().getPort();
            assertThat(refusal(uri)).endsWith("it asks for a user and a password, and target.user is not set");
            assertThat(refusal(uri, "target.user=admin", "target.password=${env:PATH}"))
                    .endsWith("it refuses the password of user admin");
        } finally {
            stub.stop(0);
        }
    }

    @Test
    void anUnknownGraphIsNamed() {
        assertThat(refusal("target.database=nosuch")).contains("graph nosuch").doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource({"0.12.0,false", "1.3.0,false", "1.5.0,true", "1.7.0,true", "2.0.0,true", "unknown,false"})
    void versionsBeforeOneFiveAreNotSupported(String version, boolean supported) {
        assertThat(Server.isSupported(version)).isEqualTo(supported);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target.uri=bolt://127.0.0.1:7687 | target.uri",
                "target.uri=http://127.0.0.1:8080/graphs | target.uri",
                "target.uri=http:// | target.uri",
                "target.batchLimit=0 | target.batchLimit",
                "target.noDelay=perhaps | target.noDelay",
                "target.user=admin | target.password",
                "target.password=${env:PATH} | target.user",
                "target.connectTimeout=0s | target.connectTimeout",
            })
    void aWrongSettingIsRefusedWithItsPath(String set, String path) {
        Plan plan = TestServer.plan("stou", set);
        assertThatThrownBy(() -> new HugeGraphProvider()
                        .check(plan.target().settings(), plan.workload().settings()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(path);
    }

    @Test
    void everyDocumentedKeyIsRead() {
        Plan plan = TestServer.plan(
                "stou",
                "target.database=other",
                "target.user=admin",
                "target.password=${env:PATH}",
                "target.noDelay=false",
                "target.checkVertex=false",
                "target.checkDuplicate=false",
                "target.batchLimit=100",
                "target.retries=3",
                "target.backoff=5ms",
                "target.onError=stop",
                "target.connectTimeout=1s",
                "target.operationTimeout=2s");
        new HugeGraphProvider().check(plan.target().settings(), plan.workload().settings());
        assertThat(plan.target().settings().unread()).isEmpty();
    }

    private static String refusal(String... sets) {
        return catchThrowableOfType(
                        TargetException.class,
                        () -> TestServer.open("stou", sets).close())
                .getMessage();
    }
}
