package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web server that stops serving, or never answers what is asked: a lost target, or nothing measured. */
@Tag("slow")
class TargetLostIT {
    @TempDir
    private Path folder;

    private String plan(TestHttpServer server, String phases) throws IOException {
        Path plan = folder.resolve("p.yaml");
        Files.writeString(plan, """
                name: p
                target: {kind: http, uri: "%s", retries: 0}
                workload: {kind: noop}
                phases:
                %s""".formatted(server.uri(), phases.indent(2)));
        return plan.toString();
    }

    private Path file() {
        return folder.resolve("s.db");
    }

    private List<List<Object>> rows(String sql) {
        return new Stored(file(), 1).rows(sql);
    }

    /** Serves 300 requests, then closes all connections and accepts no more. */
    private static TestHttpServer mortal() {
        AtomicLong requests = new AtomicLong();
        return TestHttpServer.mortal(() -> requests.incrementAndGet() > 300);
    }

    /** The page has what was printed, but for numbers and causes. */
    private static void isInThePage(String event, int exitCode, Shell.Result result) throws IOException {
        String page = Files.readString(Shell.CHECKOUT.resolve("docs/wrong-input.md"));
        String start = "| " + event + " | " + exitCode + " | ";
        String row = page.substring(page.indexOf(start) + start.length());
        String printed = Stream.of(row.substring(0, row.indexOf(" |\n")).split("\\.\\.\\.", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".+"));
        assertThat(page).contains(start);
        assertThat(result.out().lines()).anyMatch(line -> line.matches(printed));
    }

    private void isLost(Shell.Result result) throws IOException {
        isInThePage("the target stopped answering", 2, result);
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
        assertThat(result.out() + result.err())
                .containsPattern("target lost at \\d\\.\\d s of phase measure: 127.0.0.1:\\d+: Connection refused")
                .contains("bottleneck: target lost at", "stopped, so there is no verdict")
                .doesNotContain("thresholds met");
        assertThat(rows("select state, (measured_until_ns - start_ns) / 1000000000 < 15 from phase"))
                .hasToString("[[stopped, 1]]");
    }

    @Tag("thorough")
    @Test
    void a_server_that_accepts_no_more_connections_is_lost_in_standalone() throws IOException {
        try (TestHttpServer server = mortal()) {
            String plan = plan(server, "- {kind: measure, duration: 60s, clients: 2}");
            isLost(Cli.run("standalone", plan, "--store", file().toString()));
        }
    }

    @Test
    @Tag("nightly")
    void a_server_that_accepts_no_more_connections_is_lost_with_python_workers() throws IOException {
        try (TestHttpServer server = mortal();
                Background background = new Background(folder)) {
            String plan = plan(server, "- {kind: measure, duration: 60s, clients: 2}");
            isLost(background
                    .start("run", plan, "--workers", "0", "--python-workers", "1", "--store", file().toString())
                    .result());
        }
    }

    /** It answers when it is opened, so that it is not lost, and no operation. */
    @Test
    void a_server_that_answers_no_operation_was_not_measured() throws IOException {
        try (TestHttpServer server = new TestHttpServer(() -> {
            Thread.sleep(50);
            throw new InterruptedException("no answer");
        })) {
            String plan = plan(server, "- {kind: measure, duration: 9s, clients: 2}");
            Shell.Result result = Cli.run("standalone", plan, "--store", file().toString());
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(1, 111);
            isInThePage("all operations of a measure phase failed", 1, result);
            assertThat(result.out() + result.err())
                    .containsPattern(
                            "nothing was measured in phase measure: all ([\\d,]+) of \\1 operations failed \\(\\w+")
                    .contains("failed")
                    .doesNotContain("; thresholds");
        }
        assertThat(
                        rows(
                                "select state, coalesce(validity, '') <> 'valid', thresholds is null or thresholds <> 'met' from run"))
                .hasToString("[[failed, 1, 1]]");
        assertThat(rows("select coalesce(validity, '') <> 'valid', thresholds from step_summary"))
                .hasToString("[[1, null]]");
    }
}
