package muster.targets.hugegraph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Session;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class OpeningTest {
    @Test
    void the_facts_say_what_decides_the_speed() throws Exception {
        try (HugeGraphTarget target = TestServer.open("stou", "target.noDelay=false")) {
            assertThat(target.facts())
                    .containsEntry("database", "hugegraph")
                    .containsEntry("server.version", "1.5.0")
                    .containsEntry("noDelay", "false")
                    .containsEntry("checkVertex", "true");
        }
    }

    /** The real server cannot ask for passwords on this Java; the stub only refuses, as a secured server would. */
    @Test
    void a_stub_that_refuses_everyone_is_reported_in_one_line() throws Exception {
        HttpServer stub = stub(new AtomicInteger(401));
        try {
            assertThat(refusal(uri(stub))).endsWith(": it asks for a user and a password, and target.user is not set");
            assertThat(refusal(uri(stub), "target.user=admin", "target.password=${env:PATH}"))
                    .endsWith(": it refuses the password of user admin")
                    .doesNotContain(System.getenv("PATH"));
        } finally {
            stub.stop(0);
        }
    }

    /** BusyHugeGraphIT meets a real server that is; the stub is so when it is told. */
    @Test
    void a_stub_that_is_too_busy_is_its_own_class_and_may_be_asked_again() throws Exception {
        AtomicInteger status = new AtomicInteger(200);
        HttpServer stub = stub(status);
        try (HugeGraphTarget target = TestServer.open("stou", uri(stub));
                Session session = target.session(Depth.EXECUTE)) {
            status.set(503);
            OperationFailure failure = catchThrowableOfType(
                    OperationFailure.class, () -> RecordingProbe.execute(session, new Feed(1, 15)));
            assertThat(failure.errorClass()).isEqualTo("TooBusy");
            assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        } finally {
            stub.stop(0);
        }
    }

    /** Nothing says how often another attempt would insert, so that what it finds must be taken for its own. */
    @Test
    void a_stub_that_is_too_busy_for_the_second_of_two_batches_leaves_open_what_happened() throws Exception {
        AtomicInteger status = new AtomicInteger(200);
        HttpServer stub = stub(status);
        try (HugeGraphTarget target = TestServer.open("stou", uri(stub), "target.checkDuplicate=false");
                Session session = target.session(Depth.EXECUTE)) {
            stub.createContext("/graphs/hugegraph/graph/vertices", exchange -> {
                answer(exchange, status.getAndSet(503) == 200 ? 201 : 503, "{\"id\": 1}");
            });
            InsertVertices one = new InsertVertices(new long[] {1}, new String[] {"one"});
            OperationFailure failure =
                    catchThrowableOfType(OperationFailure.class, () -> RecordingProbe.execute(session, one, one));
            assertThat(failure.getMessage()).startsWith("HTTP 503");
            assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
            failure = catchThrowableOfType(OperationFailure.class, () -> RecordingProbe.execute(session, one));
            assertThat(failure.kind()).as("alone").isEqualTo(Kind.TRANSIENT);
        } finally {
            stub.stop(0);
        }
    }

    /** A real 1.3.0, started by hand, was refused with the same words; the stub answers with its version. */
    @Test
    void a_stub_of_an_unsupported_version_is_refused_with_the_version_that_it_needs() throws Exception {
        HttpServer stub = stub(new AtomicInteger(200));
        try {
            stub.createContext(
                    "/versions",
                    exchange -> answer(exchange, 200, "{\"versions\": {\"core\": \"1.3.0\", \"api\": \"0.71.0.0\"}}"));
            assertThat(refusal(uri(stub)))
                    .endsWith(": version 1.3.0 is too old, Muster needs 1.5 or later")
                    .doesNotContain("\n");
        } finally {
            stub.stop(0);
        }
    }

    private static String uri(HttpServer stub) {
        return "target.uri=http://127.0.0.1:" + stub.getAddress().getPort();
    }

    private static HttpServer stub(AtomicInteger status) throws Exception {
        HttpServer stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stub.createContext("/", exchange -> {
            answer(exchange, status.get(), answer(exchange.getRequestURI().getPath(), status.get()));
        });
        stub.start();
        return stub;
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String answer(String path, int status) {
        if (status != 200) {
            return "{\"exception\": \"javax.ws.rs.WebApplicationException\", \"message\": \"not now\"}";
        }
        return switch (path) {
            case "/versions" -> "{\"versions\": {\"core\": \"1.5.0\", \"api\": \"0.71\", \"gremlin\": \"3.5.1\"}}";
            case "/gremlin" -> "{\"result\": {\"data\": [], \"meta\": {}}}";
            default -> "{\"name\": \"hugegraph\", \"backend\": \"rocksdb\"}";
        };
    }

    @ParameterizedTest
    @CsvSource({"0.12.0,false", "1.3.0,false", "1.5.0,true", "1.7.0,true", "2.0.0,true", "unknown,false"})
    void versions_before_one_five_are_not_supported(String version, boolean supported) {
        assertThat(Server.SUPPORTED.isMetBy(version)).isEqualTo(supported);
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
    void a_wrong_setting_is_refused_with_its_path(String set, String path) {
        Plan plan = TestServer.plan("stou", set);
        assertThatThrownBy(() -> new HugeGraphProvider()
                        .check(plan.target().settings(), plan.workload().settings()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(path);
    }

    @Test
    void every_documented_key_is_read() {
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
