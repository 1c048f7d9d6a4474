package muster.targets.arangodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The driver against a stub that answers what it is told to. It shows what is sent and how answers are read, and nothing
 * of what ArangoDB does with it: that is {@link ArangoContractTest}'s.
 */
class RequestEncodingStubTest {
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile int status = 201;
    private volatile String answer = "{\"result\": [\"ok\"], \"hasMore\": false}";
    private HttpServer stub;

    @BeforeEach
    void start() throws IOException {
        stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stub.createContext("/", this::handle);
        stub.start();
    }

    @AfterEach
    void stop() {
        stub.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String path = exchange.getRequestURI().getPath();
        String transaction = String.valueOf(exchange.getRequestHeaders().getFirst("x-arango-trx-id"));
        requests.add(exchange.getRequestMethod() + " " + path + " " + transaction + " " + body);
        if (path.endsWith("/version")) {
            send(exchange, 200, "{\"server\": \"arango\", \"version\": \"3.12.4\", \"license\": \"community\"}");
        } else if (path.contains("/transaction")) {
            send(exchange, 200, "{\"result\": {\"id\": \"42\", \"status\": \"running\"}}");
        } else {
            send(exchange, status, answer);
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void an_action_is_one_query_with_its_parameters_and_no_transaction_of_its_own() throws Exception {
        RecordingProbe probe = execute(Depth.EXECUTE, new Post(7, 1L << 41, "Grüße \"図\""));
        assertThat(probe.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(probe.stages()).containsExactly(Stage.EXECUTE);
        assertThat(requests.getLast())
                .startsWith("POST /_db/_system/_api/cursor null ")
                .contains("\"author\":\"7\"", "\"time\":2199023255552", "Grüße \\\"図\\\"", "INTO PUBLISHED");
    }

    @Test
    void several_actions_are_a_stream_transaction_of_one_query_each() throws Exception {
        RecordingProbe probe = execute(Depth.EXECUTE, new Post(1, 2, "a"), new Post(1, 3, "b"));
        assertThat(probe.stages()).containsExactly(Stage.BEGIN, Stage.EXECUTE, Stage.COMMIT);
        assertThat(requests).element(2).asString().startsWith("POST /_db/_system/_api/transaction/begin");
        assertThat(requests).element(3).asString().startsWith("POST /_db/_system/_api/cursor 42 ");
        assertThat(requests.getLast()).startsWith("PUT /_db/_system/_api/transaction/42");
    }

    @Test
    void a_feed_is_read_in_its_order_and_an_absent_reader_is_reported() throws Exception {
        answer = "{\"result\": [[[9, \"User/1\", \"x\"], [2199023255552, \"User/2\", \"y\"]]], \"hasMore\": false}";
        assertThat(execute(Depth.EXECUTE, new Feed(1, 15)).feeds()).containsEntry(0, List.of(9L, 1L << 41));
        answer = "{\"result\": [\"absent\"], \"hasMore\": false}";
        assertThat(execute(Depth.EXECUTE, new Feed(1, 15)).outcome(0)).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void a_unique_key_of_a_batch_is_a_duplicate_and_a_conflict_may_be_tried_again() throws Exception {
        InsertVertices batch = new InsertVertices(new long[] {1}, new String[] {"name"});
        status = 409;
        answer =
                "{\"error\": true, \"code\": 409, \"errorNum\": 1210, \"errorMessage\": \"unique constraint violated\"}";
        assertThat(execute(Depth.EXECUTE, batch).outcome(0)).isEqualTo(Outcome.DUPLICATE);
        answer = "{\"error\": true, \"code\": 409, \"errorNum\": 1200, \"errorMessage\": \"write-write conflict\"}";
        OperationFailure conflict = failure(new Post(1, 2, "a"));
        assertThat(conflict.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(conflict.errorClass()).isEqualTo("Arango1200");
    }

    @Test
    void at_the_other_depths_a_query_is_only_explained_or_not_sent() throws Exception {
        status = 200;
        answer = "{\"plan\": {}, \"error\": false, \"code\": 200}";
        execute(Depth.PARSE, new Post(1, 2, "a"));
        assertThat(requests.getLast())
                .startsWith("POST /_db/_system/_api/explain null ")
                .contains("\"author\":\"1\"");
        execute(Depth.NOTHING, new Post(1, 2, "a"));
        assertThat(requests.getLast()).startsWith("GET /_db/_system/_api/version");
    }

    @Test
    void a_server_that_is_gone_is_reported_in_one_line_and_a_write_that_was_sent_is_unknown() throws Exception {
        try (ArangoTarget target = open();
                Session session = target.session(Depth.EXECUTE)) {
            stub.stop(0);
            OperationFailure failure = catchThrowableOfType(
                    OperationFailure.class, () -> RecordingProbe.execute(session, new Post(1, 2, "a")));
            assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
        }
        TargetException refusal = catchThrowableOfType(TargetException.class, this::open);
        assertThat(refusal.getMessage())
                .startsWith("ArangoDB at 127.0.0.1:" + stub.getAddress().getPort() + ", database _system: ")
                .doesNotContain("\n");
    }

    private RecordingProbe execute(Depth depth, Operation... operations) throws Exception {
        try (ArangoTarget target = open();
                Session session = target.session(depth)) {
            return RecordingProbe.execute(session, operations);
        }
    }

    private OperationFailure failure(Operation operation) {
        return catchThrowableOfType(OperationFailure.class, () -> execute(Depth.EXECUTE, operation));
    }

    private ArangoTarget open() throws TargetException {
        Plan plan = PlanReader.parse("""
                name: test
                target: {kind: arangodb, uri: "http://127.0.0.1:%d", connectTimeout: 2s, operationTimeout: 2s}
                workload: {kind: graphity, algorithm: stou, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(stub.getAddress().getPort()), "test.yaml", List.of());
        return new ArangoProvider()
                .open(plan.target().settings(), plan.workload().settings());
    }
}
