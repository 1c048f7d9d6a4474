package muster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.model.ExperimentAnswer;
import muster.model.RunRow;
import muster.model.StepRow;
import muster.protocol.OperationIdText;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebPageTest {
    private static final String TOKEN = "a-token-of-32-signs-0123456789ab";
    private static final Pattern PAGE_TOKEN = Pattern.compile("name=\"muster-page\" content=\"([0-9a-f]{64})\"");

    private final FakeCoordinator coordinator = new FakeCoordinator();

    @TempDir
    private Path folder;

    private Path file;
    private WebPage page;
    private Browser browser;

    @BeforeEach
    void serve() throws IOException {
        file = folder.resolve("empty.db");
        Store.open(Files.createFile(file)).close();
        page = open(Optional.empty());
        browser = new Browser(URI.create(page.url()));
    }

    @AfterEach
    void close() {
        page.close();
    }

    private WebPage open(Optional<AccessToken> token) throws IOException {
        return new WebPage(WebAddress.parse("0"), token, coordinator, file, new ShortJson());
    }

    @Test
    void the_page_and_all_that_it_names_are_served_and_nothing_is_fetched_from_elsewhere() throws IOException {
        Browser.Reply index = browser.ask("GET", "/");
        assertThat(index.status()).isEqualTo(200);
        assertThat(index.head())
                .contains("text/html")
                .contains("default-src 'none'")
                .contains("frame-ancestors 'none'");
        assertThat(index.body()).doesNotContain("://").doesNotContain("{{");
        Matcher named = Pattern.compile("(?:src|href)=\"([^\"]+)\"").matcher(index.body());
        List<String> names = named.results().map(found -> found.group(1)).toList();
        assertThat(names).hasSizeGreaterThan(5);
        for (String name : names) {
            assertThat(browser.ask("GET", "/" + name).status()).as(name).isEqualTo(200);
        }
        assertThat(browser.ask("GET", "/../secret").status()).isEqualTo(404);
        assertThat(browser.ask("GET", "/page.js%00.css").status()).isEqualTo(404);
    }

    /** Else a page of another site, whose name it points at this address, could read what is here. */
    @Test
    void a_name_that_is_not_ours_is_refused() throws IOException {
        assertThat(browser.ask("GET", "/", "Host: evil.example:8090").status()).isEqualTo(421);
        assertThat(browser.ask("GET", "/metrics", "Host: evil.example").status())
                .isEqualTo(421);
        assertThat(browser.ask("GET", "/", "Host: 127.0.0.1.evil.example").status())
                .isEqualTo(421);
        assertThat(browser.ask("GET", "/", "Host: LocalHost:1").status()).isEqualTo(200);
        assertThat(browser.ask("GET", "/", "Host: [::1]:8090").status()).isEqualTo(200);
    }

    @Test
    void only_the_page_itself_may_end_a_run() throws IOException {
        String token = pageToken();
        String own = "X-Muster-Page: " + token;
        String authority = URI.create(page.url()).getAuthority();
        assertThat(browser.ask("POST", "/abort/7").status()).isEqualTo(403);
        assertThat(browser.ask("POST", "/abort/7", "X-Muster-Page: " + token.replace(token.charAt(0), 'x'))
                        .status())
                .isEqualTo(403);
        assertThat(browser.ask("POST", "/abort/7", own, "Origin: http://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(browser.ask("POST", "/abort/7", own, "Origin: null").status())
                .isEqualTo(403);
        assertThat(browser.ask("POST", "/abort/7", own, "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(browser.ask("GET", "/abort/7", own).status()).isEqualTo(405);
        assertThat(coordinator.aborted).isEmpty();

        Browser.Reply ended = browser.ask("POST", "/abort/7", own, "Origin: http://" + authority);
        assertThat(ended.status()).isEqualTo(200);
        assertThat(ended.body()).isEqualTo("run 7 is aborted\n");
        assertThat(browser.ask("POST", "/abort/8", own).status()).isEqualTo(409);
        assertThat(browser.ask("POST", "/abort/x", own).status()).isEqualTo(404);
        assertThat(coordinator.aborted).containsExactly(7L, 8L);
    }

    @Test
    void operations_are_listed_when_asked_for_and_ended_by_the_page_only() throws IOException {
        assertThat(browser.ask("GET", "/operations").body()).contains("{\"in_flight\": 1}");
        assertThat(browser.ask("POST", "/abort/op7.1.4711").status()).isEqualTo(403);
        assertThat(coordinator.abortedOperations).isEmpty();
        Browser.Reply ended = browser.ask("POST", "/abort/op7.1.4711", "X-Muster-Page: " + pageToken());
        assertThat(ended.body()).contains("{\"aborted\": \"op7.1.4711\"}");
        assertThat(coordinator.abortedOperations)
                .containsExactly(OperationIdText.parse("op7.1.4711").orElseThrow());
        assertThat(coordinator.aborted).isEmpty();
        assertThat(browser.ask("POST", "/abort/op7.1", "X-Muster-Page: " + pageToken())
                        .status())
                .isEqualTo(404);
    }

    private String pageToken() throws IOException {
        Matcher found = PAGE_TOKEN.matcher(browser.ask("GET", "/").body());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void with_a_token_nothing_is_shown_without_it() throws IOException {
        try (WebPage locked = open(Optional.of(new AccessToken(TOKEN)))) {
            Browser stranger = new Browser(URI.create(locked.url()));
            for (String path : List.of("/", "/live", "/runs", "/metrics", "/page.js")) {
                Browser.Reply refused = stranger.ask("GET", path);
                assertThat(refused.status()).as(path).isEqualTo(401);
                assertThat(refused.head() + refused.body()).doesNotContain(TOKEN);
            }
            String nearly = TOKEN.substring(1);
            assertThat(stranger.ask("GET", "/", "Authorization: Bearer " + nearly)
                            .status())
                    .isEqualTo(401);
            assertThat(stranger.ask("GET", "/", "Authorization: Basic !!").status())
                    .isEqualTo(401);
            assertThat(stranger.ask("GET", "/metrics", "Authorization: Bearer " + TOKEN)
                            .status())
                    .isEqualTo(200);
            assertThat(stranger.ask("GET", "/", "Authorization: Basic " + base64("anybody:" + TOKEN))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** How long a comparison takes cannot be tested on a busy machine; that it is this one can. */
    @Test
    void tokens_are_compared_in_constant_time() throws IOException {
        for (Class<?> compares : List.of(AccessToken.class, WebAccessFilter.class)) {
            try (InputStream in = compares.getResourceAsStream(compares.getSimpleName() + ".class")) {
                String code = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                assertThat(code)
                        .contains("java/security/MessageDigest", "isEqual")
                        .doesNotContain("java/util/Arrays");
            }
        }
    }

    @Test
    void a_token_that_could_be_guessed_is_refused_without_being_named() {
        for (String unfit : List.of("", "short-one", "sixteen signs with spaces")) {
            String said = "";
            try {
                new AccessToken(unfit);
            } catch (IllegalArgumentException refused) {
                said = String.valueOf(refused.getMessage());
            }
            assertThat(said).contains("at least 16").doesNotContain("short-one");
        }
    }

    @Test
    void nothing_is_asked_of_the_coordinator_while_nobody_looks() throws IOException {
        browser.ask("GET", "/");
        assertThat(coordinator.asked).hasValue(0);
        try (Socket socket = browser.open("GET", "/live")) {
            assertThat(Browser.readUntil(socket, "}\n\n")).contains("event: status\ndata: {\"version\": \"1.2\"}");
        }
        Browser.until(() -> metric("muster_web_viewers") == 0);
        int asked = coordinator.asked.get();
        assertThat(metric("muster_web_viewers")).isZero();
        // Only the question of the line above: the thread that feeds viewers waits for one.
        assertThat(coordinator.asked).hasValue(asked + 1);
    }

    private double metric(String name) {
        try {
            Matcher found = Pattern.compile("(?m)^" + name + " (\\S+)$")
                    .matcher(browser.ask("GET", "/metrics").body());
            return found.find() ? Double.parseDouble(found.group(1)) : -1;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void a_hundred_viewers_connect_and_one_beyond_the_limit_is_refused() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < SseSubscribers.MOST; i++) {
                sockets.add(browser.open("GET", "/live"));
                Browser.readUntil(sockets.getLast(), "200 OK");
            }
            assertThat(sockets).hasSizeGreaterThanOrEqualTo(100);
            for (Socket socket : sockets) {
                Browser.readUntil(socket, "event: status");
            }
            // Not the whole answer: one that is let in would be told of the run without an end.
            try (Socket refused = browser.open("GET", "/live")) {
                assertThat(Browser.readUntil(refused, "\r\n\r\n")).contains(" 503 ");
                assertThat(Browser.readUntil(refused, "\n")).contains("viewer limit reached (128)");
            }
            assertThat(browser.ask("GET", "/").status()).as("the rest goes on").isEqualTo(200);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void metrics_are_open_metrics_with_escaped_names() throws IOException {
        Browser.Reply metrics = browser.ask("GET", "/metrics");
        assertThat(metrics.head()).contains("application/openmetrics-text; version=1.0.0");
        assertThat(metrics.body())
                .contains("# TYPE muster_leases counter\n", "muster_leases_total 12.0\n")
                .contains("muster_commit_seconds_total 2.5\n")
                .contains("muster_worker_cpu_cores{worker=\"<img src=x onerror=alert(1)>\\\"\\\\\\n\"} 0.5\n")
                .contains("muster_refused_total{kind=\"malformed\"} 3.0\n")
                .contains("muster_runs{state=\"waiting\"} 1.0\n")
                .endsWith("# EOF\n");
    }

    @Test
    void a_store_without_runs_is_an_empty_list_and_a_lost_one_is_reported() throws IOException {
        assertThat(browser.ask("GET", "/runs").body().replaceAll("\\s", "")).isEqualTo("[]");
        java.nio.file.Files.delete(file);
        Browser.Reply lost = browser.ask("GET", "/runs");
        assertThat(lost.status()).isEqualTo(503);
        assertThat(lost.body()).contains("empty.db").doesNotContain("Exception");
    }

    @Test
    void the_report_of_a_run_is_a_page_that_may_run_no_script() throws IOException {
        long run;
        try (Store store = Store.open(folder.resolve("empty.db"))) {
            run = SampleRun.small("reported").write(store);
        }
        Browser.Reply report = browser.ask("GET", "/report/" + run);
        assertThat(report.status()).isEqualTo(200);
        assertThat(report.body()).contains("<h1>reported</h1>");
        assertThat(report.head()).contains("style-src 'unsafe-inline'").doesNotContain("script-src");
        assertThat(browser.ask("GET", "/report/" + (run + 1)).status()).isEqualTo(404);
        assertThat(browser.ask("GET", "/report/x").status()).isEqualTo(404);
    }

    @Test
    void the_first_run_of_an_experiment_has_its_answer_and_all_of_its_runs_are_marked() throws IOException {
        try (Store store = Store.open(file)) {
            for (String name : List.of("limit probe", "limit 1", "limit 1", "other")) {
                RunRow run = new RunRow(name, "cluster", "p", "name: p\n", "noop", "noop", 1, 1, Map.of("cores", "2"));
                store.runs().step(new StepRow(store.runs().begin(run), 1, "{}"));
            }
            store.runs().answer(new ExperimentAnswer(1, "limit", 3, "carries 210"));
        }
        List<String> runs = browser.ask("GET", "/runs")
                .body()
                .lines()
                .filter(line -> line.contains("run_id"))
                .map(line -> line.replaceAll(".*\"answer\": (.*), \"searches\": (.).*", "$1 $2"))
                .toList();
        assertThat(runs).containsExactly("null 0", "null 1", "null 1", "\"carries 210\" 1");
    }

    /** As the npm registry has them in uplot-1.6.32.tgz. */
    @Test
    void u_plot_is_as_its_authors_published_it() throws Exception {
        assertThat(sha256("uplot/uPlot.iife.min.js"))
                .isEqualTo("19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f");
        assertThat(sha256("uplot/uPlot.min.css"))
                .isEqualTo("df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04");
    }

    private static String sha256(String resource) throws Exception {
        try (InputStream in = WebPage.class.getResourceAsStream(resource)) {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()));
        }
    }
}
