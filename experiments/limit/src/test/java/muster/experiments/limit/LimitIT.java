package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose capacity is known. */
@Tag("slow")
class LimitIT {
    private static final Pattern ANSWER =
            Pattern.compile("carries ([\\d.]+) operations/s \\(([\\d.]+) to ([\\d.]+), 95 %\\)");

    private static final Pattern FIRST_STEP_HELD = Pattern.compile("(?m)^ +1 .* yes");

    @TempDir
    private Path folder;

    /** Lets one request through a period, on a schedule: those that were woken late catch up. */
    static TestHttpServer tokenBucket(long periodNs) {
        AtomicLong next = new AtomicLong(System.nanoTime());
        return new TestHttpServer(() -> {
            long now = System.nanoTime();
            long at = next.updateAndGet(free -> Math.max(free, now) + periodNs);
            LockSupport.parkNanos(at - now);
        });
    }

    private Shell.Result limit(String uri, String... options) throws IOException {
        return Cli.run(arguments(uri, options));
    }

    private String[] arguments(String uri, String... options) throws IOException {
        Path plan = folder.resolve("p.yaml");
        Files.writeString(plan, """
                name: p
                target: {kind: http, uri: "%s"}
                workload: {kind: noop}
                phases:
                  - {kind: warmup, until: steady, max: 10s, clients: 8}
                  - {kind: measure, duration: 10s, clients: 8}
                """.formatted(uri));
        return Stream.concat(
                        Stream.of(
                                "limit",
                                plan.toString(),
                                "--store",
                                folder.resolve("s.db").toString()),
                        Stream.of(options))
                .toArray(String[]::new);
    }

    /** Rows that are left out make a database faster. This one always counts seven. */
    @Tag("thorough")
    @Test
    void no_rate_is_carried_with_wrong_answers() throws IOException {
        byte[] seven = "{\"data\": [{\"n\": 7}]}".getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, exchange.getRequestMethod().equals("HEAD") ? -1 : seven.length);
            exchange.getResponseBody().write(seven);
            exchange.close();
        });
        server.start();
        Path store = folder.resolve("s.db");
        try {
            Path plan = Files.writeString(
                    folder.resolve("p.yaml"), """
                    name: p
                    target: {kind: http, uri: "http://127.0.0.1:%d/"}
                    workload:
                      kind: query
                      operations:
                        count: {http: {path: "/count", rows: /data, columns: [n]}, expect: 8}
                    phases:
                      - {kind: warmup, until: steady, max: 10s, clients: 2}
                      - {kind: measure, duration: 2s, clients: 2}
                    """.formatted(server.getAddress().getPort()));
            Shell.Result result = Cli.run(
                    "limit", plan.toString(), "--slo", "p50 < 10s", "--step", "2s", "--store", store.toString());
            assertThat(result.out()).contains("one client alone gets wrong answers (run 1)");
            assertThat(result.exitCode()).isEqualTo(97);
        } finally {
            server.stop(0);
        }
        assertThat(new Stored(store, 1).rows("select answers from run_summary")).containsExactly(List.of("wrong"));
    }

    /** With Poisson arrivals it is an M/D/1 queue: P(wait > x) is about exp(-2 (1 - load) x / service), so p99 is 50 ms at 351/s. */
    @Test
    @Tag("nightly")
    void the_interval_is_about_the_limit_of_a_token_bucket() throws IOException {
        try (TestHttpServer server = tokenBucket(2_500_000)) {
            Shell.Result result =
                    limit(server.uri(), "--slo", "p99 < 50ms, errors% < 0.1", "--step", "2s", "--max-steps", "9");
            assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
            Matcher answer = ANSWER.matcher(result.out());
            assertThat(answer.find()).as(result.out()).isTrue();
            assertThat(Double.parseDouble(answer.group(1))).as(result.out()).isBetween(300.0, 400.0);
            assertThat(Double.parseDouble(answer.group(2))).as(result.out()).isLessThan(375);
            assertThat(Double.parseDouble(answer.group(3))).as(result.out()).isGreaterThan(325);
            assertThat(result.out()).contains("limited by the server");
        }
        assertThat(
                        new Stored(folder.resolve("s.db"), 1)
                                .rows(
                                        "select run_id, steps = (select count(*) from limit_step), low <= rate from limit_summary"))
                .containsExactly(List.of(1L, 1L, 1L));
        assertThat(new Stored(folder.resolve("s.db"), 2).rows("select name from run where run_id = 2"))
                .containsExactly(List.of("limit 1"));
    }

    @Test
    void a_bound_that_one_client_misses_is_reported() throws IOException {
        try (TestHttpServer server = new TestHttpServer(Duration.ofMillis(20))) {
            Path page = folder.resolve("limit.html");
            Shell.Result result = limit(server.uri(), "--slo", "p50 < 10ms", "--step", "2s", "--html", page.toString());
            assertThat(result.exitCode()).isEqualTo(99);
            String answer = "carries no rate within p50 < 10ms: one client alone misses it \\(p50 2\\d";
            assertThat(result.out()).containsPattern(answer).endsWith("report: " + page + System.lineSeparator());
            assertThat(Files.readString(page)).containsPattern(answer.replace("<", "&lt;"));
        }
    }

    @Tag("nightly")
    @Test
    void a_bound_that_is_never_reached_gives_a_lower_end() throws IOException {
        try (TestHttpServer server = new TestHttpServer(Duration.ofMillis(1))) {
            Shell.Result result = limit(
                    server.uri(),
                    "--slo",
                    "p50 < 500ms",
                    "--step",
                    "2s",
                    "--max-rate",
                    "100",
                    "--max-steps",
                    "4",
                    "--json");
            assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
            assertThat(result.out())
                    .contains("\"high\": null", "\"maxInFlight\": 128")
                    .containsPattern("http carries at least (100|[89]\\d\\.\\d) operations/s within");
        }
    }

    @Tag("thorough")
    @Test
    void a_target_that_dies_ends_the_search_with_what_was_found() throws IOException {
        AtomicBoolean dead = new AtomicBoolean();
        try (TestHttpServer server = new TestHttpServer(() -> {
                    if (dead.get()) {
                        throw new InterruptedException("the server is dead");
                    }
                    Thread.sleep(5);
                });
                Background background = new Background(folder)) {
            Background.One search =
                    background.start(arguments(server.uri(), "--slo", "p99 < 100ms, errors% < 99.9", "--step", "2s"));
            Background.until(() -> FIRST_STEP_HELD.matcher(search.said()).find());
            dead.set(true);
            Shell.Result result = search.result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            assertThat(result.out())
                    .containsPattern(
                            "ended early: run \\d+: no operation succeeded; is the target alive\\?; http carries");
        }
    }

    @Test
    @Tag("nightly")
    void ctrl_c_ends_a_search_on_a_cluster_with_what_was_found() throws IOException {
        try (TestHttpServer server = new TestHttpServer(Duration.ofMillis(5));
                Background background = new Background(folder)) {
            Background.One search =
                    background.start(arguments(server.uri(), "--slo", "p99 < 100ms", "--step", "2s", "--workers", "2"));
            Shell.Result result = search.awaitLine("step ").signal("INT").result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(105);
            assertThat(result.out()).contains("ended early: interrupted; http carries ");
        }
    }

    @Test
    void a_bound_that_is_none_is_refused_before_anything_runs() throws IOException {
        String nowhere = "http://127.0.0.1:1/";
        assertThat(limit(nowhere, "--slo", "p99 > 5ms").err()).contains("an SLO bounds from above");
        assertThat(limit(nowhere, "--slo", "throughput < 5/s").err()).contains("throughput is what is searched");
        assertThat(limit(nowhere, "--slo", "p99 < 5").err()).contains("a time with ns, us, ms or s");
        assertThat(limit(nowhere, "--slo", "p99 < 5ms,").err()).contains("separated by commas");
        assertThat(limit(nowhere, "--slo", "p99 < 5ms", "--step", "1s").exitCode())
                .isEqualTo(104);
        assertThat(limit(nowhere, "--slo", "p99 < 5ms", "--precision", "much").exitCode())
                .isEqualTo(104);
        assertThat(limit(nowhere).exitCode()).isEqualTo(104);
    }

    /** What was completed before stays the answer, and nothing of the step in which it died. */
    @Test
    @Tag("nightly")
    void a_server_that_dies_ends_the_search_with_2_and_one_sentence() throws IOException {
        AtomicBoolean dead = new AtomicBoolean();
        try (TestHttpServer server = TestHttpServer.mortal(dead::get);
                Background background = new Background(folder)) {
            Background.One search = background
                    .start(arguments(server.uri(), "--slo", "p99 < 500ms", "--step", "2s", "--max-rate", "150"))
                    .awaitLine(" yes ");
            dead.set(true);
            Shell.Result result = search.result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            assertThat(result.out().lines().toList().getFirst())
                    .containsPattern("^ended early: target lost at \\d+\\.\\d s of phase \\w+: 127\\.0\\.0\\.1:\\d+:"
                            + " Connection refused; see the server's log; http carries at least [\\d,.]+ operations/s");
            assertThat(FIRST_STEP_HELD.matcher(result.out()).find()).isTrue();
            assertThat(result.out()).doesNotContain(" no  ", "Exception");
        }
    }
}
