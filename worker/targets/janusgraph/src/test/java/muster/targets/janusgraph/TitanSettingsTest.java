package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TitanSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "target.uri=ws://127.0.0.1:8182, target.uri",
        "target.graph=a;b, target.graph",
        "target.locking=no?, target.locking"
    })
    void a_wrong_setting_is_refused_with_its_path(String set, String path) {
        Plan plan = plan(set);
        assertThatThrownBy(() -> new TitanProvider()
                        .check(plan.target().settings(), plan.workload().settings()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(path);
    }

    @Test
    void every_documented_key_is_read_and_those_of_janus_graph_alone_are_not() {
        Plan plan = plan("target.uri=http://127.0.0.1:1", "target.locking=true", "target.batchLoading=false");
        new TitanProvider().check(plan.target().settings(), plan.workload().settings());
        assertThat(plan.target().settings().unread()).isEmpty();

        Plan other = plan("target.consistency=one");
        new TitanProvider().check(other.target().settings(), other.workload().settings());
        assertThat(other.target().settings().unread()).isNotEmpty();
    }

    @Test
    void sample_statements_are_those_of_janusgraph_in_titans_dialect() {
        Plan plan = plan();
        assertThat(new TitanProvider()
                        .statements(
                                plan.target().settings(), plan.workload().settings(), Depth.PARSE, new Follow(1, 2)))
                .singleElement()
                .asString()
                .contains("return []\ndef tx = graph.buildTransaction().start()", "Order.decr", "on.follow = {")
                .doesNotContain("Order.desc", "janusgraph");
    }

    private static Plan plan(String... sets) {
        String text = """
                name: test
                target: {kind: titan}
                workload: {kind: graphity, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """;
        return PlanReader.parse(text, "test.yaml", List.of(sets));
    }
}
