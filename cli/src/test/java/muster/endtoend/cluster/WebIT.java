package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.coordinator.core.event.ExitCode;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real coordinator while a worker process works. */
@Tag("slow")
class WebIT {
    private static final String PLAN = """
            name: noop-for-a-minute
            target: {kind: noop}
            workload: {kind: noop, delay: 1ms}
            phases: [{kind: measure, duration: 60s, clients: 8}]
            """;

    private static final String NAME = "<b onclick='alert(1)'>noop</b>";
    private static final String LAUNCHER = Shell.CHECKOUT.resolve("muster").toString();

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private Background background;
    private Background.One coordinator;
    private Background.One run;
    private String page;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
    }

    private void measure() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
        coordinator = background.start(
                "coordinator",
                "--bind",
                "tcp://127.0.0.1:0",
                "--store",
                folder.resolve("s.db").toString(),
                "--http",
                "0");
        coordinator.awaitLine("for monitoring");
        page = found("page at (http://127.0.0.1:[0-9]+/)", coordinator.said());
        String address = found("coordinator at (tcp://\\S+?),", coordinator.said());
        background.start("worker", "--coordinator", address, "--name", "<i>w</i>");
        run = background.start("run", plan.toString(), "--coordinator", address, "--name", NAME);
    }

    @AfterEach
    void end() {
        background.close();
        client.close();
    }

    @Test
    void a_viewer_sees_the_seconds_of_the_run_and_may_end_it() throws Exception {
        measure();
        String events = read("event: seconds", "\"service_p99_ns\": [0-9]+", "\"response_p99_ns\": [0-9]+");
        assertThat(events).contains("\"name\": \"" + NAME + "\"", "\"name\": \"<i>w</i>\"");
        assertThat(Double.parseDouble(found("\"throughput_per_s\": ([0-9.]+), \"errors\": 0, \"service", events)))
                .isPositive();

        String metrics = get("metrics").body();
        assertThat(metrics).contains("muster_workers{state=\"working\"} 1", "muster_runs{state=\"running\"} 1");
        assertThat(number("muster_operations_total\\{.*outcome=\"ok\".*run=\"1\".*} ([0-9]+)", metrics))
                .isPositive();
        assertThat(number("muster_snapshots_total ([0-9]+)", metrics)).isPositive();
        assertThat(number("muster_leases_total ([0-9]+)", metrics)).isPositive();

        assertThat(abort().body()).isEqualTo("run 1 is aborted\n");
        assertThat(run.result().exitCode()).isEqualTo(ExitCode.ABORTED.code());
        assertThat(get("runs").body()).contains("\"run_id\": 1", NAME);
        assertThat(abort().statusCode()).isEqualTo(409);
        coordinator.signal("INT");
        assertThat(coordinator.result().exitCode()).isZero();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> abort() throws IOException, InterruptedException {
        String token = found("muster-page\" content=\"([0-9a-f]+)\"", get("").body());
        HttpRequest post = request("abort/1")
                .header("X-Muster-Page", token)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(post, BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(page + path)).timeout(Duration.ofSeconds(100));
    }

    /** Reads events until each of these has been told. */
    private String read(String... patterns) throws IOException, InterruptedException {
        StringBuilder got = new StringBuilder();
        InputStream body = client.send(request("live").build(), BodyHandlers.ofInputStream())
                .body();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                got.append(line).append('\n');
                if (Pattern.compile("^$").matcher(line).matches() && all(patterns, got)) {
                    return got.toString();
                }
                assertThat(got.length()).as("much was told, but not that").isLessThan(1_000_000);
            }
        }
        throw new AssertionError("the connection ended after " + got);
    }

    private static boolean all(String[] patterns, CharSequence text) {
        for (String pattern : patterns) {
            if (!Pattern.compile(pattern).matcher(text).find()) {
                return false;
            }
        }
        return true;
    }

    private static long number(String pattern, String text) {
        return Long.parseLong(found(pattern, text));
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    /** docs/report.md: each command of the live page, but for ports and store, until it serves its page. */
    @Tag("thorough")
    @Test
    void the_commands_of_the_page_about_it_serve_one() throws IOException {
        List<String> commands = Files.readAllLines(Shell.CHECKOUT.resolve("docs/report.md")).stream()
                .filter(line -> line.matches("\\./muster (keys|.* --http) .*"))
                .map(line -> line.replace("./muster ", "").replace("5557", "0").replace("8090", "0"))
                .toList();
        assertThat(commands).hasSize(4);
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        Shell.Result keys = Shell.in(folder).with("MUSTER_NO_BUILD", "1").run(words(commands.get(2), LAUNCHER));
        assertThat(keys.exitCode()).as(keys.err()).isZero();
        for (String command : List.of(commands.get(0), commands.get(1), commands.get(3))) {
            background
                    .start(words(command + " --store " + folder.resolve(command.length() + ".db")))
                    .awaitLine("for monitoring");
        }
    }

    /** Needs npm, for Playwright, and a Chromium; it looks at the page at two widths, light and dark, and presses its button. */
    @Test
    @Tag("nightly")
    void a_real_browser_draws_it_and_no_name_becomes_markup() throws IOException {
        Assumptions.assumeTrue(there("npm"), "no npm, which Playwright comes from");
        Assumptions.assumeTrue(there("chromium"), "no chromium, such as Debian's package of that name");
        measure();
        Path script = Shell.CHECKOUT.resolve("web/src/test/browser/look.mjs");
        Shell.Result installed = Shell.in(folder)
                .patient()
                .run(
                        "npm",
                        "install",
                        "--no-audit",
                        "--no-fund",
                        "--prefix",
                        folder.toString(),
                        "playwright-core@1.64.1");
        Assumptions.assumeTrue(installed.exitCode() == 0, "Playwright cannot be had: " + installed.err());
        Shell.Result looked = Shell.in(folder)
                .patient()
                .run(
                        "node",
                        script.toString(),
                        folder.toString(),
                        page,
                        folder.resolve("shots").toString());
        assertThat(looked.exitCode()).as(looked.out() + looked.err()).isZero();
        assertThat(run.result().exitCode()).isEqualTo(ExitCode.ABORTED.code());
    }

    private static String[] words(String command, String... before) {
        return Stream.concat(Stream.of(before), Stream.of(command.split(" "))).toArray(String[]::new);
    }

    private static boolean there(String program) {
        return Shell.in(Path.of("/")).run("sh", "-c", "command -v " + program).exitCode() == 0;
    }

    @Tag("thorough")
    @Test
    void off_loopback_a_page_needs_a_token_and_a_wrong_address_says_what_is_right() throws IOException {
        Path readable = Files.writeString(folder.resolve("token"), "0123456789abcdef0123456789abcdef");
        Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refused("--http", "0.0.0.0:0")).contains("not loopback, and no token is given");
        assertThat(refused("--http", "0.0.0.0:0", "--http-token-file", readable.toString()))
                .contains("others can read or change it; chmod 600");
        assertThat(refused("--http", "port")).contains("the port is a number from 0 to 65535, such as 8090");
        assertThat(refused("--http-token-file", readable.toString())).contains("requires --http");
    }

    private String refused(String... more) {
        String[] command = new String[more.length + 5];
        System.arraycopy(
                new String[] {
                    "coordinator",
                    "--bind",
                    "tcp://127.0.0.1:0",
                    "--store",
                    folder.resolve("t.db").toString()
                },
                0,
                command,
                0,
                5);
        System.arraycopy(more, 0, command, 5, more.length);
        Shell.Result result = Cli.run(command);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.BAD_INPUT.code());
        return result.err();
    }
}
