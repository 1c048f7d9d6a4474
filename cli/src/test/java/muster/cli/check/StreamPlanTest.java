package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.workloads.operation.Query;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;

/** What a check says of the streams of a phase together. */
class StreamPlanTest {
    private static PlanCheck check(String workload, String streams) {
        Plan plan = PlanReader.parse("""
                name: p
                target: {kind: noop}
                workload: %s
                phases: [{kind: measure, duration: 1s, streams: %s}]
                """.formatted(workload, streams), "p.yaml", List.of());
        return PlanCheck.check(plan, name -> {
            throw new PlanException(name);
        });
    }

    @Test
    void two_streams_that_write_the_same_graph_are_refused() {
        String graphity = "{kind: graphity, users: 300}";
        assertThatThrownBy(() -> check(graphity, "{a: {operations: {post: 1}}, b: {operations: {follow: 1}}}"))
                .hasMessage("phases: measure: streams a and b write the same graph, whose answers could not be checked;"
                        + " put their operations into one stream");
        assertThat(check(graphity, "{a: {operations: {post: 1}}, b: {operations: {feed: 1}}}")
                        .loads())
                .hasSize(2);
    }

    @Test
    void two_operations_of_one_name_are_refused_as_their_answers_and_figures_are_known_by_it() {
        String query = "{kind: query, operations: {q: {cypher: RETURN 1}}}";
        assertThatThrownBy(() -> check(query, "{a: {workload: {kind: query, operations: {q: {cypher: RETURN 2}}}}}"))
                .hasMessage("phases: two workloads have an operation q with different statements;"
                        + " give one of them another name");
        assertThat(check(query, "{a: {workload: {kind: query, operations: {r: {cypher: RETURN 2}}}}}")
                        .queries())
                .extracting(Query::name)
                .containsExactly("q", "r");
    }
}
