package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import muster.text.Json;
import muster.workloads.Workload;
import muster.workloads.plan.language.KeyPath;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors and the reader must agree about what a plan is. */
class SchemaTest {
    private static final Map<String, Object> TEXT =
            Yaml.document(ReadyPlans.schema(), "plan.schema.json").plain();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ReadyPlans.schema(), InputFormat.JSON);

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
    void every_key_that_the_reader_knows_stands_in_it() {
        assertThat(keys("properties")).containsExactlyInAnyOrderElementsOf(KeyPath.SECTIONS);
        assertThat(keys("$defs", "phase", "properties")).containsExactlyInAnyOrderElementsOf(PhaseReader.KEYS);
        assertThat(keys("$defs", "target", "properties")).containsAll(TargetDefaults.KEYS);
        Map<?, ?> think = (Map<?, ?>) ((List<?>) at("$defs", "phase", "properties", "think", "anyOf")).get(1);
        assertThat(texts(((Map<?, ?>) think.get("properties")).keySet()))
                .containsExactlyInAnyOrderElementsOf(PhaseReader.THINK_KEYS);
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_key_that_a_workload_reads_stands_in_it(String name) {
        Plan plan = PlanReader.find(name, List.of());
        if (Providers.workloads().contains(plan.workload().kind())) {
            TreeSettings settings = (TreeSettings) plan.workload().settings();
            Workload workload = Providers.workload(plan.workload().kind()).create(settings, file -> {
                throw new AssertionError(file);
            });
            assertThat(workload).isNotNull();
            assertThat(workloadKeys(plan.workload().kind())).containsAll(settings.known());
        }
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

    private static Set<String> workloadKeys(String kind) {
        Set<String> keys = keys("$defs", "workload", "properties");
        for (Object branch : (List<?>) at("$defs", "workload", "allOf")) {
            if (branch.toString().contains("const=" + kind + "}")) {
                Object then = ((Map<?, ?>) branch).get("then");
                keys.addAll(texts(((Map<?, ?>) ((Map<?, ?>) then).get("properties")).keySet()));
            }
        }
        return keys;
    }

    private static Set<String> keys(String... path) {
        return texts(((Map<?, ?>) at(path)).keySet());
    }

    private static Set<String> texts(Collection<?> keys) {
        return keys.stream().map(Object::toString).collect(Collectors.toSet());
    }

    private static Object at(String... path) {
        Object value = TEXT;
        for (String key : path) {
            value = ((Map<?, ?>) value).get(key);
        }
        return value;
    }
}
