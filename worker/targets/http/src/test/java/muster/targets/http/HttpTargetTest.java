package muster.targets.http;

import static muster.workloads.target.Stage.ACQUIRE;
import static muster.workloads.target.Stage.CONNECT;
import static muster.workloads.target.Stage.RECEIVE;
import static muster.workloads.target.Stage.SEND;
import static muster.workloads.target.Stage.WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.workloads.operation.NoopOperation;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real server on a real socket. */
class HttpTargetTest {
    private HttpServer server = listening();

    private static HttpServer listening() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void start() {
        server.createContext("/page", exchange -> {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(200, head ? -1 : 1000);
            if (!head) {
                exchange.getResponseBody().write(new byte[1000]);
            }
            exchange.close();
        });
        server.createContext("/gone", exchange -> {
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(200, -1);
            }
            exchange.close();
        });
        // A thread for each request.
        server.setExecutor(Thread::startVirtualThread);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static final class Heard implements Probe {
        private final Map<Integer, Outcome> outcomes = new HashMap<>();
        private long received;
        private final List<Stage> stages = new ArrayList<>();

        @Override
        public void stage(Stage stage, long endNs) {
            stages.add(stage);
        }

        @Override
        public void outcome(int position, Outcome outcome) {
            outcomes.put(position, outcome);
        }

        @Override
        public void elements(int position, long elements) {}

        @Override
        public void bytes(long sent, long more) {
            received += more;
        }
    }

    private String uri(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static Settings settings(String uri) {
        return settings(uri, "");
    }

    private static Settings settings(String uri, String more) {
        String plan = "{name: t, target: {kind: http, uri: \"" + uri + "\"" + more + "}, workload: {kind: noop},"
                + " phases: [{kind: measure, operations: 1, clients: 1}]}";
        return PlanReader.parse(plan, "t.yaml", List.of()).target().settings();
    }

    private static Heard execute(String uri) throws TargetException, OperationFailure {
        Heard heard = new Heard();
        try (Target target = new HttpTargetProvider().open(settings(uri), settings(uri));
                Session session = target.session(Depth.EXECUTE)) {
            session.execute(Transaction.of(new NoopOperation(0, 0), new NoopOperation(1, 0)), heard);
        }
        return heard;
    }

    @Test
    void clients_have_a_connection_each_or_share_as_many_as_the_plan_says() throws Exception {
        Settings shared = settings(uri("/page"), ", connections: 3");
        try (Target each = new HttpTargetProvider().open(settings(uri("/page")), settings(uri("/page")));
                Target sharing = new HttpTargetProvider().open(shared, shared)) {
            assertThat(each.connections(5)).isEqualTo(5);
            assertThat(sharing.connections(5)).isEqualTo(3);
            assertThat(sharing.connections(2)).isEqualTo(2);
        }
    }

    @Test
    void each_operation_is_a_request_and_its_bytes_are_counted() throws Exception {
        Heard heard = execute(uri("/page?x=1"));
        assertThat(heard.outcomes).isEmpty();
        assertThat(heard.received).as("heads and bodies").isBetween(2_000L, 3_000L);
        assertThat(heard.stages).containsExactly(SEND, WAIT, RECEIVE, SEND, WAIT, RECEIVE);
    }

    @Test
    void a_status_of_an_error_is_an_outcome() throws Exception {
        assertThat(execute(uri("/missing")).outcomes).containsOnlyKeys(0, 1).containsValue(Outcome.of("HTTP 404"));
    }

    @Test
    void a_connection_that_is_cut_is_a_failure_that_may_be_tried_again() {
        assertThatThrownBy(() -> execute(uri("/gone")))
                .isInstanceOfSatisfying(
                        OperationFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(OperationFailure.Kind.TRANSIENT));
    }

    /** Two requests that are under way at the same time meet in the server; with one connection neither finds the other. */
    @Test
    void no_more_requests_are_under_way_than_there_are_connections_and_the_wait_is_a_stage() throws Exception {
        Exchanger<String> meeting = new Exchanger<>();
        AtomicBoolean met = new AtomicBoolean();
        server.createContext("/meet", exchange -> {
            if (exchange.getRequestMethod().equals("GET")) {
                met.compareAndSet(false, meets(meeting));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        assertThat(twoAtATime(", connections: 1"))
                .allMatch(stages -> stages.equals(List.of(ACQUIRE, CONNECT, SEND, WAIT, RECEIVE))
                        || stages.equals(List.of(ACQUIRE, SEND, WAIT, RECEIVE)));
        assertThat(met).isFalse();
        assertThat(twoAtATime("")).allMatch(stages -> stages.equals(List.of(SEND, WAIT, RECEIVE)));
        assertThat(met).isTrue();
    }

    private static boolean meets(Exchanger<String> meeting) {
        try {
            meeting.exchange("", 500, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException alone) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<List<Stage>> twoAtATime(String more) throws Exception {
        Settings settings = settings(uri("/meet"), more);
        try (Target target = new HttpTargetProvider().open(settings, settings);
                ExecutorService clients = Executors.newFixedThreadPool(2)) {
            Callable<List<Stage>> client = () -> {
                Heard heard = new Heard();
                target.session(Depth.EXECUTE).execute(Transaction.of(new NoopOperation(0, 0)), heard);
                return heard.stages;
            };
            Future<List<Stage>> one = clients.submit(client);
            Future<List<Stage>> other = clients.submit(client);
            return List.of(one.get(), other.get());
        }
    }

    @Test
    void a_server_that_is_not_there_is_named() {
        assertThatThrownBy(() -> execute("http://127.0.0.1:1/"))
                .isInstanceOf(TargetException.class)
                .hasMessageStartingWith("127.0.0.1:1: not reached: ");
    }

    @Test
    void an_address_that_is_none_is_refused_with_an_example() {
        assertThatThrownBy(() -> new HttpTargetProvider().check(settings("ftp://x/"), settings("ftp://x/")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("uri")
                .hasMessageContaining("http://127.0.0.1:8080/index.html");
    }
}
