package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.text.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Journeys over HTTP, on a server that keeps what it was asked. A person knows the next two; every tenth knows none, and the server has
 * no page of every fifth.
 */
@Tag("slow")
@Timeout(180)
class HttpJourneysIT {
    private static final long VISITS = 100;

    private static final String PLAN = """
            name: journeys
            target: {kind: http, uri: "URI"}
            data: none
            workload:
              kind: journey
              journeys:
                visit:
                  parameters: {person: {integer: [0, 49], draw: sequential}}
                  steps:
                    friends: {http: {path: "/people/{person}/friends", rows: /data/friends, columns: [id, name]}, ifEmpty: alone}
                    greet:
                      http: {method: POST, path: "/greetings", body: {to: "{friend}", name: "{name}", from: "{person}"}, rows: /made, columns: [key]}
                      parameters: {friend: "friends.rows[1].id", name: "friends.rows[1].name"}
                    read: {http: {path: "/greetings/{key}"}, parameters: {key: "greet.rows[0].key"}}
                    alone: {http: {path: "/alone/{person}"}}
                lost:
                  parameters: {person: {integer: [0, 49], draw: sequential}}
                  steps:
                    friends: {http: {path: "/people/{person}/friends", rows: /data/friends, columns: [id]}}
                    last: {http: {path: "/people/{friend}"}, parameters: {friend: "friends.rows[last].id"}}
                page:
                  parameters: {person: {integer: [0, 49], draw: sequential}}
                  steps:
                    find: {http: {path: "/pages/{person}", rows: /pages, columns: [at], statuses: {404: absent}}, ifEmpty: stop}
                    open: {http: {path: "/open/{at}"}, parameters: {at: "find.rows[0].at"}}
            phases: [{kind: measure, operations: 300, clients: 4}]
            """;

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder;

    private @Nullable HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        HttpServer listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        listening.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        listening.createContext("/", this::answer);
        listening.start();
        server = listening;
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
        } else {
            asked.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath() + " " + body);
            String answer = answer(exchange.getRequestMethod(), path, body);
            byte[] content = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.isEmpty() ? 404 : 200, content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        }
        exchange.close();
    }

    /** "" for what is not there. */
    private String answer(String method, String[] path, String body) {
        String what = method + " " + path[1] + (path.length > 3 ? " " + path[3] : "");
        return switch (what) {
            case "GET people friends" ->
                Json.write(Map.of("data", Map.of("friends", friends(Long.parseLong(path[2])))));
            case "POST greetings" -> Json.write(Map.of("made", List.of(Map.of("key", "k" + body.hashCode()))));
            case "GET pages" ->
                Long.parseLong(path[2]) % 5 == 4
                        ? ""
                        : Json.write(Map.of("pages", List.of(Map.of("at", "a" + path[2]), Map.of("at", "b"))));
            case "GET greetings", "GET alone", "GET people", "GET open" -> "ok";
            default -> {
                unexpected.add(what);
                yield "";
            }
        };
    }

    private static List<Map<String, Object>> friends(long person) {
        return LongStream.rangeClosed(1, person % 10 == 9 ? 0 : 2)
                .mapToObj(next -> Map.<String, Object>of("id", person + next, "name", "n" + (person + next)))
                .toList();
    }

    private Path plan() throws IOException {
        String uri =
                "http://127.0.0.1:" + (server == null ? 0 : server.getAddress().getPort());
        return Files.writeString(folder.resolve("journeys.yaml"), PLAN.replace("URI", uri));
    }

    @Test
    void java_workers_take_values_from_the_json_of_earlier_answers() throws IOException {
        Path store = folder.resolve("java.db");
        Shell.Result run = Cli.run("standalone", plan().toString(), "--store", store.toString());
        judged(run, new Stored(store, 1));
    }

    @Test
    void so_do_python_workers_which_ask_the_same() throws IOException {
        Path java = folder.resolve("java.db");
        Cli.run("standalone", plan().toString(), "--store", java.toString());
        List<String> ofJava = asked.stream().sorted().toList();
        asked.clear();
        Path store = folder.resolve("python.db");
        Shell shell = Shell.in(Shell.CHECKOUT).with("MUSTER_NO_BUILD", "1");
        Shell.Result run = shell.run(
                "./muster", "run", plan().toString(), "--workers=0", "--python-workers=1", "--store", store.toString());
        judged(run, new Stored(store, 1));
        assertThat(asked.stream().sorted()).containsExactlyElementsOf(ofJava);
        assertThat(new Stored(store, 1).digest()).isEqualTo(new Stored(java, 1).digest());
    }

    private void judged(Shell.Result run, Stored stored) {
        assertThat(unexpected).as(run.toString()).isEmpty();
        assertThat(run.exitCode()).as(run.toString()).isIn(1, 111);
        assertThat(run.out()).contains("last: parameter friend needs a row of friends that is not there");
        assertThat(stored.rows("select operation, outcome, sum(samples) from outcome_total where timing = 'service'"
                        + " group by operation, outcome order by operation, outcome"))
                .as(run.toString())
                .containsExactly(
                        List.of("lost", "noRow", VISITS / 10),
                        List.of("lost", "ok", VISITS * 9 / 10),
                        List.of("lost.friends", "ok", VISITS),
                        List.of("lost.last", "noRow", VISITS / 10),
                        List.of("lost.last", "ok", VISITS * 9 / 10),
                        List.of("page", "ok", VISITS),
                        List.of("page.find", "absent", VISITS / 5),
                        List.of("page.find", "ok", VISITS * 4 / 5),
                        List.of("page.open", "ok", VISITS * 4 / 5),
                        List.of("visit", "ok", VISITS),
                        List.of("visit.alone", "ok", VISITS),
                        List.of("visit.friends", "ok", VISITS),
                        List.of("visit.greet", "ok", VISITS * 9 / 10),
                        List.of("visit.read", "ok", VISITS * 9 / 10));
        assertThat(stored.coverage().isWhole(3 * VISITS)).as(run.toString()).isTrue();
        valuesAreThoseOfTheAnswers();
    }

    /** Each greeting names the second friend of who it is from, and is read by the key that the server gave it. */
    private void valuesAreThoseOfTheAnswers() {
        List<String> greetings = asked.stream()
                .filter(request -> request.startsWith("POST /greetings "))
                .map(request -> request.substring("POST /greetings ".length()))
                .toList();
        assertThat(greetings).hasSize((int) VISITS * 9 / 10).allSatisfy(body -> {
            long from = Long.parseLong(body.replaceFirst(".*\"from\": ?(\\d+).*", "$1"));
            assertThat(body).matches(".*\"to\": ?" + (from + 2) + "\\b.*").contains("\"n" + (from + 2) + "\"");
        });
        Map<String, Long> read = counted("GET /greetings/");
        assertThat(read)
                .isEqualTo(greetings.stream()
                        .collect(Collectors.groupingBy(body -> "k" + body.hashCode(), Collectors.counting())));
        assertThat(counted("GET /open/").keySet()).hasSize(40).allMatch(at -> at.matches("a\\d+"));
    }

    private Map<String, Long> counted(String start) {
        return asked.stream()
                .filter(request -> request.startsWith(start))
                .map(request -> request.substring(start.length()).strip())
                .collect(Collectors.groupingBy(key -> key, Collectors.counting()));
    }
}
