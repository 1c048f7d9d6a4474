package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import muster.endtoend.Shell;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims of one's own: what they need, and what is refused. */
@Tag("slow")
class OwnClaimsIT extends KnownClaims {
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
        assertThat(stored().rows("select sum(operations), sum(errors) from run_summary"))
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
