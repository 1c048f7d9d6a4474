package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.text.Json;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Yaml;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors and the reader must agree about what a plan is. */
class SchemaTest {
    private static final Map<String, Object> TEXT =
            Yaml.document(PlanKey.schema(), "plan.schema.json").plain();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(PlanKey.schema(), InputFormat.JSON);

    static List<String> names() {
        return ReadyPlans.names();
    }

    private static List<String> errors(String yaml) {
        String json = Json.write(Yaml.document(yaml, "p.yaml").plain());
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_ready_plan_and_each_of_its_steps_is_valid(String name) {
        assertThat(errors(ReadyPlans.text(name))).isEmpty();
        for (Step step : Steps.of(PlanReader.find(name, List.of()))) {
            assertThat(errors(PlanJson.write(step.plan()))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nam: x",
                "trials: 0",
                "thresholds: [p99 < many]",
                "sweep: {measure.clients: auto}",
                "sweep: {measure.clients: {from: 1, to: 2}}",
                "phases: []",
                "phases: [{kind: measure, colour: red}]",
                "phases: [{kind: measure, duration: 10}]",
                "phases: [{kind: measure, duration: 10s, operations: 5}]",
                "phases: [{kind: measure, rate: 5/s, think: 1ms}]",
                "phases: [{kind: measure, rate: {stages: []}}]",
                "phases: [{kind: measure, rate: {stages: [{to: 5/s, hold: 1s}]}}]",
                "phases: [{kind: measure, rate: {stages: [{to: 5/s, in: 1}]}}]",
                "phases: [{kind: measure, rate: {from: 5/s}, duration: 1s}]",
                "phases: [{kind: measure, rate: {spike: {base: 5/s}}, duration: 1s}]",
                "phases: [{kind: measure, clients: {to: 5}, duration: 1s}]",
                "phases: [{kind: measure, clients: 0, duration: 1s}]",
                "phases: [{kind: measure, duration: 9s, compare: 4}]",
                "phases: [{kind: measure, duration: 9s, compare: {clients: [1]}}]",
                "phases: [{kind: measure, duration: 9s, compare: {target.uri: [a, b]}}]",
                "phases: [{kind: measure, duration: 9s, compare: {clients: [1, 2], think: [1ms, 2ms]}}]",
                "phases: [{kind: load, duration: 1s}]",
                "phases: [{kind: load, onError: ignore}]",
                "phases: [{kind: measure, duration: 9s, onError: continue}]",
                "phases: [{kind: measure, until: steady}]",
                "phases: [{kind: warmup, min: 5s, duration: 9s}]",
                "phases: [{kind: warmup, until: steady, max: 5s, duration: 9s}]",
                "phases: [{kind: measure, duration: 9s, stopIf: [p95 > 1s]}]",
                "phases: [{kind: warmup, duration: 9s, crash: {at: 1s, how: kill}}]",
                "phases: [{kind: measure, duration: 9s, crash: {at: 1s}}]",
                "phases: [{kind: measure, duration: 9s, crash: {at: 1s, how: reboot}}]",
                "target: {uri: x}",
                "target: {kind: neo4j, password: hunter2}",
                "target: {kind: noop, uri: x}",
                "target: {kind: janusgraph, locking: 1}",
                "target: {kind: janusgraph, user: me}",
                "target: {kind: titan, graph: 'g.x'}",
                "target: {kind: hugegraph, batchLimit: 0}",
                "target: {kind: http, method: GET}",
                "target: {kind: http, uri: 'http://h', method: TRACE}",
                "workload: {kind: noop, delays: 1ms}",
                "workload: {kind: noop, users: 5}",
                "workload: {kind: graphity, mix: {folow: 1}}",
            })
    void what_the_reader_refuses_is_invalid(String wrong) {
        String key = wrong.substring(0, wrong.indexOf(':'));
        String good = "target: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, duration: 1s}]\n";
        assertThat(errors(good)).isEmpty();
        String text = good.lines().filter(line -> !line.startsWith(key)).collect(Collectors.joining("\n", "", "\n"));
        assertThat(errors(text + wrong)).isNotEmpty();
    }

    @Test
    void a_plan_whose_phases_compare_is_valid_and_so_is_what_workers_get_of_it() {
        String plan = """
                target: {kind: noop}
                workload: {kind: graphity, users: 300}
                phases:
                  - {kind: load}
                  - {kind: measure, duration: 9s, turns: 200ms, compare: {workload.algorithm: [st, stou]}}
                  - {kind: measure, name: m, duration: 9s, compare: {clients: [1, 2]}}
                """;
        assertThat(errors(plan)).isEmpty();
        assertThat(errors(PlanJson.write(PlanReader.parse(plan, "p.yaml", List.of()))))
                .isEmpty();
    }

    @Test
    void every_key_has_a_description() {
        SoftAssertions softly = new SoftAssertions();
        describe(TEXT, "", softly);
        softly.assertAll();
    }

    private static void describe(Object value, String path, SoftAssertions softly) {
        if (value instanceof List<?> list) {
            list.forEach(item -> describe(item, path + "[]", softly));
        }
        if (value instanceof Map<?, ?> map) {
            // What stands under "if" and "then" chooses or forbids keys that are described elsewhere.
            map.forEach((key, below) -> {
                boolean keys = key.equals("properties") && !path.endsWith(".if");
                if (keys) {
                    ((Map<?, ?>) below).forEach((name, schema) -> described(schema, path + "." + name, softly));
                }
                describe(below, path + "." + key, softly);
            });
        }
    }

    private static void described(Object schema, String path, SoftAssertions softly) {
        if (schema instanceof Map<?, ?> map) {
            boolean described = map.containsKey("description") || map.containsKey("$ref");
            softly.assertThat(described).as("%s has a description", path).isTrue();
        }
    }
}
