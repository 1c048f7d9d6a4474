package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims about operations of known length, a page of a real web server, and what nobody has. */
@Tag("slow")
class ReproduceIT {
    private static final String CLAIMS = """
            name: known
            source: {title: Lengths that were set, url: none, date: "2026", flaws: [It is made up.]}
            rounds: 3
            experiments:
              short: &one
                plan: &noop
                  target: {kind: noop}
                  workload: {kind: noop, delay: 2ms}
                  phases: [{kind: measure, duration: 1s, clients: 1}]
              long: {plan: *noop, set: [workload.delay=8ms]}
              slowest: {plan: *noop, set: [workload.delay=20ms]}
              page:
                plan:
                  target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                  server: {name: echo, heap: 64m}
                  workload: {kind: noop}
                  phases: [{kind: measure, operations: 20, clients: 1}]
              again:
                after: page
                plan:
                  target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                  workload: {kind: noop}
                  phases: [{kind: measure, operations: 30, clients: 1}]
            claims:
              - {id: "true", sentence: Four times, published: {short: 500, long: 125}, unit: /s, experiments: [short, long],
                 shape: {ratio: {of: short, to: long, tolerance: 0.5}}}
              - {id: "false", sentence: The other way round, experiments: [short, long], shape: {order: [long, short]}}
              - {id: answered, sentence: All pages come, experiments: [page], shape: {atMost: {of: page, value: 0}},
                 query: "SELECT r.name, s.errors FROM run_summary s JOIN run r USING (run_id) WHERE s.run_id IN ({runs})"}
              - {id: twice, sentence: They come from the same server again, experiments: [again], shape: {atMost: {of: again, value: 0}},
                 query: "SELECT r.name, s.errors FROM run_summary s JOIN run r USING (run_id) WHERE s.run_id IN ({runs})"}
              - {id: rare, sentence: No quantile of so few, experiments: [page, again], shape: {order: [page, again]},
                 query: "SELECT name, CASE name WHEN 'again' THEN 1 END FROM run WHERE run_id IN ({runs})"}
              - {id: turned, sentence: In turns, experiments: [short, slowest], turns: true, shape: {order: [short, slowest]}}
              - {id: ssd, sentence: A disk is faster, missing: a second disk}
            figures:
              - {id: both, title: By delay, experiments: [short, long, slowest], x: {title: ms},
                 left: {title: /s, query: "SELECT 'all', 1e6 / throughput_per_s, throughput_per_s FROM step_summary WHERE run_id IN ({runs})"},
                 right: {title: ms, log: true, query: "SELECT 'all', 1e6 / throughput_per_s, p50_ns / 1e6 FROM step_summary WHERE run_id IN ({runs})"}}
              - {id: numbers, title: In numbers, experiments: [slowest],
                 table: "SELECT r.name AS experiment, count(*) AS runs FROM run r WHERE run_id IN ({runs}) GROUP BY 1"}
            """;

    @TempDir
    private Path folder;

    private Background background;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
    }

    @AfterEach
    void end() {
        background.close();
    }

    private Shell.Result reproduce(String claims, String... more) throws IOException {
        Files.writeString(folder.resolve("known.yaml"), claims);
        List<String> arguments = new ArrayList<>(List.of("reproduce", "known.yaml", "--store", "s.db"));
        arguments.addAll(List.of(more));
        return background.start(arguments.toArray(String[]::new)).result();
    }

    /** A machine that is too busy leaves claims undecided; it must never turn them round. */
    @Tag("thorough")
    @Test
    void known_claims_get_their_verdicts_and_what_was_measured_is_not_measured_again() throws Exception {
        Shell.Result result = reproduce(CLAIMS, "--docs", "pages");
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.err()).contains("ssd: not testable here: a second disk", "round 1 of 3: page");
        assertThat(result.out()).containsPattern("ssd +- +- +not testable here  a second disk");
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select verdict in ('reproduced', 'not decided') from claim where name = 'true'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select verdict in ('differs', 'not decided') from claim where name = 'false'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select verdict in ('reproduced', 'not decided') from claim where name = 'answered'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select verdict, note like 'page: too few operations%' from claim where name = 'rare'"))
                .containsExactly(List.of("not decided", 1L));
        assertThat(stored.rows("select experiment, count(*) from claim_run group by experiment"))
                .containsExactly(
                        List.of("again", 3L),
                        List.of("long", 3L),
                        List.of("page", 3L),
                        List.of("short", 3L),
                        List.of("slowest", 1L));
        assertThat(result.err().split("Starting ", -1)).as("one server a round").hasSize(1 + 3);
        assertThat(folder.resolve("s.html")).content().contains("<svg", "Four times", "not testable here");
        assertThat(folder.resolve("pages/known.md"))
                .content()
                .contains(
                        "`./muster reproduce known --docs DIR` from `s.db`",
                        "It is made up.",
                        "![By delay](known-both.svg)",
                        "| slowest | 1 |",
                        "| Four times | short 500");
        assertThat(folder.resolve("pages/known-both.svg")).content().contains("<svg", "all: /s", "ms (logarithmic)");
        Shell.Result more = reproduce(CLAIMS, "--rounds", "4", "--only", "answered", "--docs", "pages");
        assertThat(more.exitCode()).as(more.out() + more.err()).isZero();
        assertThat(folder.resolve("pages/known.md"))
                .content()
                .contains(
                        "`./muster reproduce known --docs DIR` from",
                        "Before it: `./muster reproduce known --rounds 4 --only answered`.");
        Shell.Result again = reproduce(CLAIMS.replace("Four times", "Times four"), "--only", "ssd");
        assertThat(again.exitCode()).as(again.out() + again.err()).isZero();
        assertThat(again.err()).doesNotContain("round 1");
    }

    @Tag("thorough")
    @Test
    void an_interrupted_one_goes_on_where_it_was() throws Exception {
        Path needed = Files.createFile(folder.resolve("needed"));
        Files.writeString(
                folder.resolve("known.yaml"),
                CLAIMS.replace("short: &one\n", "short:\n    needs: {files: [" + needed + "]}\n"));
        String[] command = {"reproduce", "known.yaml", "--store", "s.db", "--only", "true", "--rounds", "2"};
        Background.One first = background.start(command).awaitLine("round 2 of 2");
        assertThat(first.signal("INT").result().exitCode()).as(first.said()).isEqualTo(105);
        assertThat(first.said()).contains("the same command goes on with it");
        List<List<Object>> before = new Stored(folder.resolve("s.db"), 1)
                .rows("select experiment, run_id from claim_run where round = 1 order by experiment");
        assertThat(before).hasSize(2);
        Files.delete(needed);
        Shell.Result without = background.start(command).result();
        assertThat(without.err()).contains("true: no more rounds here: needs file ");
        // The one round that was measured counts unless a busy machine spoiled it.
        assertThat(new Stored(folder.resolve("s.db"), 1).rows("select verdict, rounds <= 1 from claim_summary"))
                .as(without.out())
                .containsExactly(List.of("not decided", 1L));
        Files.createFile(needed);
        Shell.Result second = background.start(command).result();
        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select experiment, count(distinct round) from claim_run group by experiment"))
                .containsExactly(List.of("long", 2L), List.of("short", 2L));
        assertThat(stored.rows("select experiment, min(run_id) from claim_run where round = 1 group by experiment"))
                .isEqualTo(before);
    }

    /** Few operations have no 99th percentile, and answers that are errors come fast: neither may decide anything. */
    @Tag("thorough")
    @Test
    void turns_that_cannot_be_trusted_leave_their_claim_undecided() throws Exception {
        String doubted = """
                name: known
                source: {title: Lengths that were set, url: none, date: "2026"}
                experiments:
                  page:
                    plan: &one
                      target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                      server: {name: echo, heap: 64m, set: {work: sleep, work-us: "100000"}}
                      workload: {kind: noop}
                      phases: [{kind: measure, duration: 1s, clients: 1}]
                  slower: {plan: *one, set: ["server={name: echo, heap: 64m, set: {work: sleep, work-us: '200000'}}"]}
                  absent:
                    plan:
                      target: {kind: http, uri: "http://127.0.0.1:{port}/absent.html", retries: 0}
                      server: {name: tomcat, heap: 128m}
                      workload: {kind: noop}
                      phases: [{kind: measure, duration: 1s, clients: 1}]
                claims:
                  - {id: few, sentence: Few, unit: ms, experiments: [page, slower], turns: p99, shape: {order: [slower, page]}}
                  - {id: failing, sentence: An error is fast, experiments: [absent, page], turns: true, shape: {order: [absent, page]}}
                  - {id: noted, sentence: None fails, about: clients, experiments: [absent], shape: {atMost: {of: absent, value: 0}},
                     query: "SELECT name, errors FROM run_summary WHERE run_id IN ({runs})"}
                """;
        Shell.Result result = reproduce(doubted, "--quick", "--rounds", "1");
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select name, verdict from claim where name <> 'noted' order by position"))
                .containsExactly(List.of("few", "not decided"), List.of("failing", "not decided"));
        // A busy machine leaves the round out, which is noted instead.
        assertThat(stored.rows("select note like '%operations failed in 1 of 1 rounds (100.0 % of absent)%'"
                        + " or note like '%1 of 1 rounds are invalid%' from claim where name = 'noted'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select note from claim order by position").toString())
                .contains(
                        "page, slower: too few operations for this figure",
                        "of the operations of absent failed or were answered wrongly");
    }

    @Test
    void a_variable_that_an_experiment_needs_may_be_the_address_of_a_server() throws Exception {
        Files.writeString(folder.resolve("own.yaml"), """
                name: own
                source: {title: A server of ours, url: none, date: "2026"}
                experiments:
                  page:
                    plan:
                      target: {kind: http, uri: "{env.PAGE_URL}"}
                      workload: {kind: noop}
                      phases: [{kind: measure, operations: 20, clients: 1}]
                    needs: {variables: [PAGE_URL]}
                claims:
                  - {id: answered, sentence: All pages come, experiments: [page], shape: {atMost: {of: page, value: 0}},
                     query: "SELECT r.name, s.errors FROM run_summary s JOIN run r USING (run_id) WHERE s.run_id IN ({runs})"}
                """);
        try (TestHttpServer server = new TestHttpServer(Duration.ZERO)) {
            Shell.Result result = Shell.in(folder)
                    .with("MUSTER_NO_BUILD", "1")
                    .with("PAGE_URL", server.uri())
                    .run(
                            Shell.CHECKOUT.resolve("muster").toString(),
                            "reproduce",
                            "own.yaml",
                            "--rounds",
                            "1",
                            "--store",
                            "s.db");
            assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        }
        assertThat(new Stored(folder.resolve("s.db"), 1).rows("select sum(operations), sum(errors) from run_summary"))
                .containsExactly(List.of(20L, 0L));
    }

    @Test
    void a_scale_that_makes_data_too_small_is_refused_before_a_server_starts() {
        Shell.Result result = background
                .start("reproduce", "falkordb-neo4j", "--scale", "0.02")
                .result();
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .contains("experiment neo4j: ", "data.social.people: 200: expected a whole number from 1000 to")
                .doesNotContain("Starting");
    }

    @Test
    void a_claim_whose_query_gives_no_row_is_named_with_its_line() throws Exception {
        String wrong = CLAIMS.replace("SELECT r.name, s.errors", "SELECT 'pages', s.errors");
        Shell.Result result = reproduce(wrong, "--only", "answered", "--rounds", "1");
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(104);
        assertThat(result.err())
                .contains("known.yaml:28: claim answered: query: the query gives no row for page; it has pages");
        String undrawn = CLAIMS.replace("1e6 / throughput_per_s, throughput_per_s", "nobody");
        Shell.Result figure = reproduce(undrawn, "--only", "true", "--rounds", "1", "--docs", "pages");
        assertThat(figure.exitCode()).as(figure.out() + figure.err()).isEqualTo(104);
        assertThat(figure.err()).contains("figure \"By delay\": query: ").contains("no such column: nobody");
        assertThat(figure.out()).contains("true ", "not decided");
    }
}
