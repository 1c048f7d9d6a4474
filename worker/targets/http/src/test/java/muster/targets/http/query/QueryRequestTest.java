package muster.targets.http.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import muster.targets.contract.RecordingProbe;
import muster.targets.http.HttpTargetProvider;
import muster.text.Json;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of a plan's operations to a server that keeps them, on a real socket. */
class QueryRequestTest {
    private record Got(String method, String uri, String header, String type, String body) {}

    private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
    private HttpServer server = listening();
    private int status = 200;
    private String answer = "{}";

    private static HttpServer listening() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void start() {
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        got.add(new Got(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                String.valueOf(exchange.getRequestHeaders().getFirst("X-Of")),
                String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                body));
        byte[] content = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, head ? -1 : 0);
        if (!head) {
            exchange.getResponseBody().write(content);
        }
        exchange.close();
    }

    private Plan plan(String http, String more, Object... values) {
        String arguments = IntStream.range(0, values.length)
                .mapToObj(i -> "v" + i + ": v" + i)
                .collect(Collectors.joining(", "));
        String parameters = IntStream.range(0, values.length)
                .mapToObj(i -> "v" + i + ": {choice: [" + Json.write(values[i]) + "]}")
                .collect(Collectors.joining(", "));
        String text = "{name: t, target: {kind: http, uri: \"http://127.0.0.1:"
                + server.getAddress().getPort() + "/\", headers: {x-of: all}}, workload: {kind: query, parameters: {"
                + parameters + "}, operations: {q: {with: {" + arguments + "}, " + more + "http: " + http
                + "}}}, phases: [{kind: measure, operations: 1, clients: 1}]}";
        return PlanReader.parse(text, "t.yaml", List.of());
    }

    private RecordingProbe execute(Depth depth, Plan plan) throws Exception {
        PlanCheck check = PlanCheck.check(plan, Path::of);
        QueryOperation operation = (QueryOperation)
                check.workload().operations(new PhaseKey(1, 0, "", 0, 1)).at(0);
        try (Target target = new HttpTargetProvider()
                        .open(plan.target().settings(), plan.workload().settings());
                Session session = target.session(depth)) {
            got.clear();
            return RecordingProbe.execute(session, operation);
        }
    }

    private RecordingProbe execute(String http, Object... values) throws Exception {
        return execute(Depth.EXECUTE, plan(http, "", values));
    }

    private static final String HOSTILE = "a/b?c&d=e#f %\"\\\n\r\nX-Bad: 1 {v1} \u00fc\ud83d\ude00";

    @Test
    void a_value_stays_one_value_in_path_query_header_and_json() throws Exception {
        execute("""
                {method: POST, path: "/p/{v0}?q={v0}&n={v1}", headers: {X-Of: "is {v0}"},
                 body: {text: "{v0}", within: "<{v0}> {v1}", number: "{v1}", truth: "{v2}"}}""", HOSTILE, -2.5, true);
        Got request = got.take();
        URI uri = URI.create(request.uri());
        assertThat(uri.getPath()).isEqualTo("/p/" + HOSTILE);
        assertThat(uri.getRawPath()).doesNotContain("a/b").contains("a%2Fb%3Fc%26d");
        assertThat(uri.getRawQuery().split("&", -1)).hasSize(2);
        assertThat(uri.getQuery()).isEqualTo("q=" + HOSTILE + "&n=-2.5");
        assertThat(new ObjectMapper().readValue(request.body(), Object.class))
                .isEqualTo(Map.of("text", HOSTILE, "within", "<" + HOSTILE + "> -2.5", "number", -2.5, "truth", true));
        assertThat(request.header()).startsWith("is a/b?c&d=e#f %\"\\   X-Bad: 1");
        assertThat(request.type()).isEqualTo("application/json");
        assertThat(request.method()).isEqualTo("POST");
    }

    @Test
    void a_text_of_json_and_a_form_are_escaped_where_their_values_stand() throws Exception {
        execute("{method: POST, path: /, body: '[{v0}, \"{v0}\", \"\\\"{v1}\", {v1}]'}", HOSTILE, 7);
        assertThat(new ObjectMapper().readValue(got.take().body(), Object.class))
                .isEqualTo(List.of(HOSTILE, HOSTILE, "\"7", 7));
        execute("""
                {method: POST, path: /, body: "a={v0}&b={v1}", headers: {Content-Type: application/x-www-form-urlencoded}}""", HOSTILE, 7);
        assertThat(got.take().body()).doesNotContain("c&d").endsWith("&b=7");
        execute("{method: POST, path: /, body: \"plain {v0}\"}", HOSTILE);
        assertThat(got.take().body()).isEqualTo("plain " + HOSTILE);
    }

    @Test
    void headers_of_the_target_hold_unless_the_operation_has_them() throws Exception {
        execute("{path: /}");
        assertThat(got.take().header()).isEqualTo("all");
        execute("{path: /, headers: {X-Of: mine}}");
        assertThat(got.take().header()).isEqualTo("mine");
    }

    @Test
    void rows_are_those_at_the_pointer() throws Exception {
        answer =
                "{\"head\": {\"data\": [9]}, \"data\": {\"rows\": [{\"id\": 1, \"name\": \"a\"}, {\"name\": null, \"id\": 2}, [3, [4]], 5]}}";
        String http = "{path: /, rows: /data/rows%s}";
        RecordingProbe probe = execute(http.formatted(""));
        assertThat(probe.rows().get(0))
                .containsExactly(
                        Arrays.asList(1L, "a"), Arrays.asList(null, 2L), Arrays.asList(3L, List.of(4L)), List.of(5L));
        assertThat(probe.elements()).containsEntry(0, 4L);
        assertThat(execute(http.formatted(", columns: [id, name, other]"))
                        .rows()
                        .get(0)
                        .subList(0, 2))
                .containsExactly(Arrays.asList(1L, "a", null), Arrays.asList(2L, null, null));
    }

    @Test
    void rows_beyond_the_limit_are_an_outcome_and_are_not_kept() throws Exception {
        answer = IntStream.range(0, 200_000).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
        RecordingProbe probe = execute(Depth.EXECUTE, plan("{path: /, rows: ''}", "limit: 10, "));
        assertThat(probe.outcome(0)).isEqualTo(Outcome.of("tooManyRows"));
        assertThat(probe.rows().get(0)).hasSize(10);
        assertThat(probe.elements()).containsEntry(0, 10L);
    }

    @Test
    void without_rows_the_body_is_the_answer() throws Exception {
        answer = "h\u00e9llo";
        assertThat(execute("{path: /}").rows().get(0)).containsExactly(List.of(answer));
    }

    @Test
    void a_status_is_the_outcome_that_the_plan_says() throws Exception {
        answer = "none";
        String http = "{path: /, rows: '', statuses: {404: absent, 409: duplicate, 2xx: error, 5xx: ok}}";
        status = 404;
        assertThat(execute(http).outcome(0)).isEqualTo(Outcome.ABSENT);
        status = 409;
        assertThat(execute(http).outcome(0)).isEqualTo(Outcome.DUPLICATE);
        status = 201;
        assertThat(execute(http).outcome(0)).isEqualTo(Outcome.of("HTTP 201"));
        status = 503;
        answer = "[1]";
        assertThat(execute(http).rows().get(0)).containsExactly(List.of(1L));
        assertThat(execute("{path: /}").outcome(0)).isEqualTo(Outcome.of("HTTP 503"));
    }

    @Test
    void a_body_that_is_not_what_the_plan_says_is_an_error_for_good() {
        for (String body : List.of("<html>", "{\"other\": []}", "{\"data\": [1, 2")) {
            answer = body;
            assertThatThrownBy(() -> execute("{path: /, rows: /data}"))
                    .isInstanceOfSatisfying(OperationFailure.class, failure -> {
                        assertThat(failure.errorClass()).isEqualTo("BadResponse");
                        assertThat(failure.kind()).isEqualTo(OperationFailure.Kind.PERMANENT);
                    });
        }
    }

    @Test
    void below_execute_and_for_explain_no_request_of_the_operation_is_sent() throws Exception {
        Plan plan = plan("{method: DELETE, path: /precious}", "write: true, ");
        execute(Depth.PARSE, plan);
        execute(Depth.NOTHING, plan);
        assertThat(got).extracting(Got::method).containsOnly("HEAD");
        execute(Depth.EXECUTE, plan);
        assertThat(got).extracting(Got::uri).contains("/precious");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{path: people} | http.path: \"people\": expected a path that begins with /",
                "{path: '/{id}'} | expected a parameter of key with in place of {id}; there are v0",
                "{path: /, body: {a: '{v9}'}} | in place of {v9}",
                "{method: DELETE, path: /} | expected write: true beside a method that changes something",
                "{path: /, rows: data} | expected a JSON pointer",
                "{path: /, columns: [a]} | beside key rows",
                "{path: /, statuses: {20: ok}} | expected a status such as 404",
                "{path: /, statuses: {404: gone}} | expected one of ok, absent, duplicate, error",
                "{path: /, boddy: x} | unknown key; did you mean body?",
                "{method: GET} | http.path: missing"
            })
    void a_wrong_template_is_refused_by_the_check_with_its_place(String http, String message) {
        Plan plan = plan(http, "", 1);
        assertThatThrownBy(() -> PlanCheck.check(plan, Path::of))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("t.yaml:1: workload.operations.q")
                .hasMessageContaining(message);
    }
}
