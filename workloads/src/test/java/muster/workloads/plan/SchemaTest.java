package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.text.Json;
import muster.workloads.Workload;
import muster.workloads.plan.language.KeyPath;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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

    /** Of sections "target" and "workload" a test in module cli says so, which has all targets. */
    static Stream<Arguments> choicesAndNumbers() {
        Map<String, String> beside = Map.of(
                "arrivals", "kind: measure, rate: 1/s",
                "maxInFlight", "kind: measure, rate: 1/s",
                "until", "kind: warmup",
                "feeds", "kind: verify",
                "onError", "kind: load",
                "kind", "name: m");
        Stream<Arguments> phases = keys("$defs", "phase", "properties").stream()
                .map(key -> arguments(
                        at("$defs", "phase", "properties", key),
                        "phases: [{%s, %s: nonsense}]".formatted(beside.getOrDefault(key, "kind: measure"), key)));
        Stream<Arguments> crash = Stream.of(arguments(
                at("$defs", "phase", "properties", "crash", "properties", "how"),
                "phases: [{kind: measure, duration: 9s, crash: {at: 1s, how: nonsense}}]"));
        Stream<Arguments> server = keys("$defs", "server", "properties").stream()
                .map(key -> arguments(
                        at("$defs", "server", "properties", key), "server: {name: neo4j, " + key + ": nonsense}"));
        Stream<Arguments> replay = keys("properties", "replay", "properties").stream()
                .map(key -> arguments(
                        at("properties", "replay", "properties", key), "replay: {file: f, " + key + ": nonsense}"));
        Stream<Arguments> root =
                keys("properties").stream().map(key -> arguments(at("properties", key), key + ": nonsense"));
        return Stream.of(phases, crash, server, replay, root)
                .flatMap(each -> each)
                .filter(each -> !right((Map<?, ?>) each.get()[0]).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("choicesAndNumbers")
    void what_the_reader_expects_is_what_the_schema_has(Map<?, ?> schema, String wrong) {
        String good = "target: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, duration: 1s}]\n";
        String key = wrong.substring(0, wrong.indexOf(':'));
        String text = good.lines().filter(line -> !line.startsWith(key)).collect(Collectors.joining("\n", "", "\n"));
        assertThatThrownBy(() -> PlanReader.parse(text + wrong, "p.yaml", List.of()))
                .hasMessageContaining("\"nonsense\": expected " + right(schema));
    }

    /** As messages put it; "" for what is neither a choice nor a number with a range. */
    private static String right(Map<?, ?> schema) {
        if (schema.get("enum") instanceof List<?> names) {
            return names.stream().map(String::valueOf).collect(Collectors.joining(", ", "one of ", ""));
        }
        String range = schema.containsKey("maximum")
                ? " from " + schema.get("minimum") + " to " + schema.get("maximum")
                : " of at least " + schema.get("minimum");
        return "integer".equals(schema.get("type"))
                ? "a whole number" + range
                : "number".equals(schema.get("type")) ? "a number" + range : "";
    }

    @Test
    void what_the_reader_writes_out_where_a_plan_has_no_such_key_is_the_default_of_the_schema() {
        Plan plan = PlanReader.parse("""
                target: {kind: noop}
                workload: {kind: noop}
                state: fresh
                phases: [{kind: load}, {kind: measure, operations: 1, rate: 1/s}, {kind: verify}]
                """, "p.yaml", List.of());
        Map<?, ?> phase = (Map<?, ?>) at("$defs", "phase", "properties");
        Map<String, Object> written = new TreeMap<>();
        PlanJson.phases(plan).forEach(written::putAll);
        Map<String, Object> defaults = new TreeMap<>();
        phase.forEach((key, value) -> {
            Object standard = ((Map<?, ?>) value).get("default");
            if (standard != null && written.containsKey(key)) {
                defaults.put(key.toString(), standard);
            }
        });
        assertThat(defaults).containsOnlyKeys("arrivals", "drain", "feeds", "maxInFlight");
        defaults.forEach((key, standard) ->
                assertThat(String.valueOf(written.get(key))).as(key).isEqualTo(String.valueOf(standard)));
        assertThat((long) plan.trials()).isEqualTo(at("properties", "trials", "default"));
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
