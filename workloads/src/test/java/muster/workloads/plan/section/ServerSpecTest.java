package muster.workloads.plan.section;


import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Steps;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSpecTest {
    private static Plan plan(String server) {
        return PlanReader.parse("""
                target: {kind: noop}
                server: %s
                workload: {kind: noop}
                phases: [{kind: measure, duration: 1s}]
                """.formatted(server), "p.yaml", List.of());
    }

    @Test
    void settings_of_a_server_are_texts_in_its_configuration_whatever_they_are_in_yaml() {
        Plan plan = plan("{name: neo4j, cpus: 2, set: {server.memory.pagecache.size: 64m, db.a: 5, db.b: true}}");
        ServerSpec server = plan.server().orElseThrow();
        assertThat(server)
                .isEqualTo(new ServerSpec(
                        "neo4j",
                        2,
                        "1g",
                        Map.of("server.memory.pagecache.size", "64m", "db.a", "5", "db.b", "true"),
                        Map.of(),
                        ""));
        assertThat(PlanJson.read(PlanJson.write(plan)).server()).contains(server);
    }

    @Test
    void each_of_its_keys_can_be_swept() {
        String text = """
                target: {kind: noop}
                server: {name: neo4j}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 1s}]
                sweep: {server.cpus: [1, 2], server.heap: [1g, 2g], server.set: [{a: 1}, {}]}
                """;
        assertThat(Steps.of(PlanReader.parse(text, "p", List.of())).stream()
                        .map(step -> step.plan().server().orElseThrow().toString()))
                .hasSize(8)
                .startsWith("neo4j, cpus 1, heap 1g, {a=1}")
                .endsWith("neo4j, cpus 2, heap 2g");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {cpus: 1}                    | server.name: missing: expected a text
                    {name: neo4j, cpus: [1, 2]}  | server.cpus: a list; sweep it: "sweep: {server.cpus: [...]}"
                    {name: neo4j, cpus: 0}       | server.cpus: 0: expected a whole number from 1 to 4096
                    {name: neo4j, hep: 1g}       | server.hep: unknown key; did you mean heap?
                    {name: neo4j, set: [a]}      | server.set: a list; sweep it: "sweep: {server.set: [...]}"
                    {name: neo4j, set: {a: [1]}} | server.set: {"a": [1]}: expected a map of names to texts
                    """)
    void a_wrong_one_is_refused_with_what_would_be_right(String server, String message) {
        assertThatThrownBy(() -> plan(server)).isInstanceOf(PlanException.class).hasMessageContaining(message);
    }
}
