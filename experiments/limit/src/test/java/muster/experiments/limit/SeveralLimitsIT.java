package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose capacities are known, searched in turns. */
@Tag("slow")
class SeveralLimitsIT {
    private static final Pattern RATIO =
            Pattern.compile("quick carries ([\\d.]+) times \\(([\\d.]+) to ([\\d.]+)\\) as much as slow within");

    @TempDir
    private Path folder;

    private String plan(String name, String uri) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                target: {kind: http, uri: "%s"}
                workload: {kind: noop}
                phases:
                  - {kind: warmup, until: steady, max: 4s, clients: 4}
                  - {kind: measure, duration: 10s, clients: 4}
                """.formatted(name, uri))
                .toString();
    }

    private String[] limit(List<String> plans, String... options) {
        List<String> arguments = new ArrayList<>(List.of("limit"));
        arguments.addAll(plans);
        arguments.addAll(
                List.of("--step", "2s", "--store", folder.resolve("s.db").toString()));
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private static void await(Background.One search, String line) {
        Pattern pattern = Pattern.compile(line);
        Background.until(() -> pattern.matcher(search.said()).find());
    }

    /** Of an M/D/1 queue with half the service time the limit is a little more than twice as high: 352/s and 154/s. */
    @Tag("nightly")
    @Test
    void the_ratio_of_two_servers_is_found_and_kept() throws IOException {
        try (TestHttpServer quick = LimitIT.tokenBucket(2_500_000);
                TestHttpServer slow = LimitIT.tokenBucket(5_000_000)) {
            Path page = folder.resolve("limit.html");
            Shell.Result result = Cli.run(limit(
                    List.of(plan("slow", slow.uri()), plan("quick", quick.uri())),
                    "--slo",
                    "p99 < 50ms",
                    "--max-steps",
                    "5",
                    "--html",
                    page.toString()));
            assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
            Matcher answer = RATIO.matcher(result.out());
            assertThat(answer.find()).as(result.out()).isTrue();
            assertThat(Double.parseDouble(answer.group(1))).as(result.out()).isBetween(1.5, 3.2);
            assertThat(Double.parseDouble(answer.group(2))).as(result.out()).isLessThan(2.6);
            assertThat(Double.parseDouble(answer.group(3))).as(result.out()).isGreaterThan(2.0);
            assertThat(result.err()).contains("target.uri: " + slow.uri() + " | " + quick.uri());
            assertThat(Files.readString(page)).contains("The limits of quick, slow", answer.group(0));
        }
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select name, position, ratio is null from limit_target_summary"))
                .containsExactly(List.of("quick", 1L, 0L), List.of("slow", 2L, 1L));
        assertThat(new Stored(folder.resolve("s.db"), 3).rows("select name from run where run_id in (1, 2, 3, 4)"))
                .as("each round in the reverse order of the one before")
                .containsExactly(
                        List.of("limit probe, slow"),
                        List.of("limit probe, quick"),
                        List.of("limit 1, quick"),
                        List.of("limit 1, slow"));
    }

    @Tag("nightly")
    @Test
    void one_server_by_two_names_is_not_told_apart() throws IOException {
        try (TestHttpServer server = LimitIT.tokenBucket(4_000_000)) {
            Shell.Result result = Cli.run(limit(
                    List.of(plan("one", server.uri()), plan("other", server.uri())),
                    "--slo",
                    "p99 < 50ms",
                    "--max-steps",
                    "6",
                    "--json"));
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 98);
            assertThat(result.out()).containsPattern("\"verdict\": \"(alike|undecided)\"");
            assertThat(result.out())
                    .containsPattern("\"sentence\": \"(limit alike within \\S+ %: (one|other) |undecided)");
        }
    }

    @Tag("thorough")
    @Test
    void a_server_that_dies_ends_its_search_with_2_and_the_other_goes_on() throws IOException {
        AtomicBoolean dead = new AtomicBoolean();
        try (TestHttpServer mortal = TestHttpServer.mortal(dead::get);
                TestHttpServer server = new TestHttpServer(Duration.ofMillis(5));
                Background background = new Background(folder)) {
            Background.One search = background.start(limit(
                    List.of(plan("mortal", mortal.uri()), plan("server", server.uri())),
                    "--slo",
                    "p99 < 500ms",
                    "--max-rate",
                    "100",
                    "--max-steps",
                    "3"));
            await(search, "mortal +1 .* yes ");
            dead.set(true);
            Shell.Result result = search.result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            List<String> lines = result.out().lines().toList();
            assertThat(lines.get(3)).startsWith("mortal ");
            assertThat(lines.getFirst())
                    .startsWith("undecided within p99 < 500ms: server carries at least ")
                    .containsPattern(
                            "; mortal ended early: target lost at \\d+\\.\\d s of phase \\w+: 127\\.0\\.0\\.1:");
            assertThat(result.out()).containsPattern("server +[23] ");
        }
    }

    @Tag("thorough")
    @Test
    void ctrl_c_ends_all_searches_with_what_was_found() throws IOException {
        try (TestHttpServer server = new TestHttpServer(Duration.ofMillis(5));
                Background background = new Background(folder)) {
            Background.One search = background.start(
                    limit(List.of(plan("one", server.uri()), plan("other", server.uri())), "--slo", "p99 < 100ms"));
            await(search, "other +1 ");
            Shell.Result result = search.signal("INT").result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(105);
            // Best first, and which that is depends on the step during which the signal came.
            assertThat(result.out()).containsPattern("(one, other|other, one) ended early: interrupted");
        }
    }

    @Test
    void a_target_that_is_not_there_ends_all_at_once() throws IOException {
        try (TestHttpServer server = new TestHttpServer(Duration.ofMillis(5))) {
            Shell.Result result = Cli.run(limit(
                    List.of(plan("nowhere", "http://127.0.0.1:1/"), plan("server", server.uri())),
                    "--slo",
                    "p99 < 100ms"));
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            assertThat(result.out())
                    .contains("undecided within p99 < 100ms: no rate was measured; ", "nowhere ended early: ");
        }
    }

    @Test
    void what_cannot_be_compared_is_refused_before_anything_runs() throws IOException {
        String one = plan("one", "http://127.0.0.1:1/");
        Shell.Result equal =
                Cli.run(limit(List.of(one), "--slo", "p99 < 5ms", "--vary", "target.uri=http://a/,http://a/"));
        assertThat(equal.exitCode()).isEqualTo(104);
        assertThat(equal.err()).contains("uri=http://a/ and uri=http://a/ are the same plan");
        Shell.Result many = Cli.run(limit(List.of(one, one, one, one, one), "--slo", "p99 < 5ms"));
        assertThat(many.exitCode()).isEqualTo(104);
        Shell.Result both = Cli.run(limit(List.of(one, one), "--slo", "p99 < 5ms", "--vary", "measure.clients=1,2"));
        assertThat(both.err()).contains("one plan, and KEY=VALUE,VALUE");
        assertThat(both.exitCode()).isEqualTo(104);
    }
}
