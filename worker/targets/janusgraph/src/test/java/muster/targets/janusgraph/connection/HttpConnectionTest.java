package muster.targets.janusgraph.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Deadline;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How connections are kept and failures told, with a stub of a server; TitanContractTest meets the real one. */
class HttpConnectionTest {
    private static final String TWO = "{\"result\":{\"data\":[2]}}";
    private static final String KEPT = "Connection: keep-alive\r\n";

    private final AtomicInteger connections = new AtomicInteger();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    private ServerSocket stub;
    private HttpConnection connection;
    private volatile String answer = answer(KEPT, TWO);

    @BeforeEach
    void open() throws Exception {
        stub = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        String plan = """
                name: test
                target: {kind: titan, uri: "http://127.0.0.1:%d"}
                workload: {kind: graphity, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(stub.getLocalPort());
        var read = PlanReader.parse(plan, "test.yaml", List.of());
        connection = new HttpConnection(
                JanusGraphSettings.ofTitan(
                        read.target().settings(), read.workload().settings()),
                watch);
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
        stub.close();
        watch.shutdownNow();
    }

    @Test
    void a_connection_is_kept_where_the_answer_says_so_and_only_there() throws Throwable {
        assertThat(ask()).isEqualTo(List.of(2L));
        assertThat(ask()).isEqualTo(List.of(2L));
        assertThat(connections).hasValue(1);
        answer = answer("", TWO);
        ask();
        ask();
        assertThat(connections).hasValue(2);
    }

    @Test
    void an_error_without_a_length_is_a_refusal() {
        answer = "HTTP/1.1 500 Internal Server Error\r\n\r\n{\"message\":\"Script evaluation exceeded the time\"}";
        assertThatThrownBy(this::ask).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.timedOut()).isTrue();
            assertThat(refusal.status()).isEqualTo("HTTP 500");
        });
    }

    @Test
    void what_a_script_has_thrown_is_reported_with_its_classes() {
        answer = answer(
                KEPT, "{\"result\":{\"data\":[{\"failed\":[\"a.b.C$LockTimeoutException\"],\"message\":\"m\"}]}}");
        assertThatThrownBy(this::ask)
                .hasMessage("m")
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.hierarchy()).containsExactly("LockTimeoutException"));
    }

    @Test
    void half_an_answer_is_a_failure_and_no_answer_a_timeout() {
        answer = answer(KEPT, TWO).replace("[2]}}", "[2");
        assertThatThrownBy(this::ask).hasMessage("the connection was closed in the middle of an answer");
        answer = "";
        assertThatThrownBy(() -> connection.answer(Request.of("1", Map.of()), Deadline.after(Duration.ofMillis(100))))
                .isInstanceOf(TimeoutException.class);
    }

    private List<?> ask() throws Throwable {
        return connection.answer(Request.of("1", Map.of()), Deadline.after(Duration.ofSeconds(100)));
    }

    private static String answer(String header, String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n" + header + "\r\n" + body;
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = stub.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            return;
        }
    }

    /** Each request is one packet on this way. Only an answer that is whole leaves it open. */
    private void serve(Socket socket) {
        try (socket;
                InputStream in = socket.getInputStream()) {
            while (in.read(new byte[65_536]) >= 0) {
                String reply = answer;
                socket.getOutputStream().write(reply.getBytes(US_ASCII));
                if (!reply.isEmpty() && !reply.endsWith(TWO)) {
                    return;
                }
            }
        } catch (IOException closed) {
            return;
        }
    }
}
