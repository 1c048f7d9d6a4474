package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Figures that decide nothing, whatever they are. */
@Tag("slow")
class DoubtfulTurnsIT extends KnownClaims {
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
        Stored stored = stored();
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
}
