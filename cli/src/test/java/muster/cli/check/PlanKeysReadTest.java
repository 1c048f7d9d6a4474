package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each key of plan.schema.json is read by somebody: nonsense is refused by a message that names the key and does not call it unknown. The
 * reverse, that each key which is read stands in the schema, is what {@link PlanKey} demands of a reader.
 */
class PlanKeysReadTest {
    private static final Map<?, ?> SCHEMA =
            Yaml.document(PlanKey.schema(), "plan.schema.json").plain();
    /** Wrong of each key: no key can be a list of lists, and those that can be anything else are not true. */
    private static final List<String> NONSENSE = List.of("[[x]]", "true");

    private static final String TARGET = "target: {kind: noop}\n";
    private static final String WORKLOAD = "workload: {kind: noop}\n";
    private static final String PHASES = "phases: [{kind: measure, duration: 9s}]\n";
    private static final String GOOD = TARGET + WORKLOAD + PHASES;
    private static final String QUERY = "operations: {q: {cypher: RETURN 1}}";

    private static final String STEPS = "steps: {s: {cypher: RETURN 1}}";
    private static final String STREAMS = "kind: measure, duration: 9s, streams: {a: {rate: 1/s}, b: {rate: 1/s}}";
    /** Without which a workload of the kind is none. */
    private static final Map<String, String> BESIDE =
            Map.of("query", QUERY, "journey", "journeys: {j: {" + STEPS + "}}");

    /** A plan in which %s is the key and its value, and what must stand with it so that it is read. */
    record Place(String plan, String key, String beside) {
        Stream<String> plans() {
            return NONSENSE.stream()
                    .map(value -> plan.formatted(key + ": " + value + (beside.isEmpty() ? "" : ", " + beside)));
        }

        @Override
        public String toString() {
            return plan.formatted(key).replace('\n', ' ');
        }
    }

    private static final class Places {
        private final List<Place> all = new ArrayList<>();
        private final Set<List<?>> used = new LinkedHashSet<>();

        /**
         * The keys of one map.
         *
         * @param others of keys that need others beside them than the rest; "" for none
         */
        void add(Map<?, ?> properties, String plan, String beside, Map<String, String> others) {
            used.add(List.copyOf(properties.keySet()));
            properties.forEach((key, schema) -> {
                if (schema instanceof Map) {
                    all.add(new Place(plan, key.toString(), others.getOrDefault(key, beside)));
                }
            });
        }
    }

    private static Places places() {
        Places places = new Places();
        properties("")
                .forEach((key, schema) ->
                        places.add(Map.of(key, schema), without(key.toString()) + "%s\n", "", Map.of()));
        places.used.add(List.copyOf(properties("").keySet()));
        places.add(properties("answers"), GOOD + "answers: {%s}\n", "", Map.of());
        places.add(properties("replay"), GOOD + "replay: {%s}\n", "file: f", Map.of("file", ""));
        targets(places);
        workloads(places);
        phases(places);
        streams(places);
        profiles(places);
        journeys(places);
        places.add(definition("server"), GOOD + "server: {%s}\n", "name: neo4j", Map.of("name", ""));
        places.add(definition("sweep"), GOOD + "sweep: {%s}\n", "measure.clients: [1, 2]", Map.of());
        places.add(
                definition("automaticRange"),
                GOOD + "sweep: {measure.clients: {%s}}\n",
                "auto: true, until: errors > 0",
                Map.of("auto", "until: errors > 0", "until", "auto: true"));
        places.add(
                definition("range"),
                GOOD + "sweep: {measure.clients: {%s}}\n",
                "from: 1, to: 8",
                Map.of("from", "to: 8, factor: 2", "to", "from: 1, factor: 2"));
        data(places);
        return places;
    }

    private static void targets(Places places) {
        places.add(
                definition("target"),
                "target: {%s}\n" + WORKLOAD + PHASES,
                "kind: neo4j",
                Map.of(
                        "kind", "uri: 'bolt://h'",
                        "user", "kind: neo4j, password: '${env:HOME}'",
                        "password", "kind: neo4j, user: me"));
        ofKinds("target", (kind, properties) -> {
            String plan = "target: {kind: " + kind + ", %s}\n" + WORKLOAD + PHASES;
            places.add(properties, plan, kind.equals("http") ? "uri: 'https://h/'" : "", Map.of());
            Map<?, ?> tls = map(map(properties.get("tls")).get("properties"));
            String below = "target: {kind: " + kind + ", uri: '%s', tls: {%%s}}\n" + WORKLOAD + PHASES;
            places.add(tls, below.formatted(kind.equals("http") ? "https://h/" : "bolt://h"), "", Map.of());
        });
    }

    private static void workloads(Places places) {
        places.add(
                definition("workload"),
                TARGET + "workload: {%s}\n" + PHASES,
                "kind: batch-insert",
                Map.of("kind", "seed: 1"));
        ofKinds("workload", (kind, properties) -> {
            String plan = TARGET + "workload: {kind: " + kind + ", %s}\n" + PHASES;
            String beside = BESIDE.getOrDefault(kind, "");
            places.add(properties, plan, beside, Map.of("operations", "", "journeys", "", "format", "data: d"));
            places.add(map(map(properties.get("mix")).get("properties")), plan.formatted("mix: {%s}"), "", Map.of());
            if (kind.equals("journey")) {
                return;
            }
            places.add(
                    eachOf(properties.get("parameters")),
                    plan.formatted("parameters: {r: {choice: [1]}, p: {%s}}, " + QUERY),
                    "",
                    Map.of("draw", "choice: [1]", "exponent", "draw: zipf, choice: [1]", "otherwise", "created: q"));
            Map<?, ?> operation = eachOf(properties.get("operations"));
            places.add(operation, plan.formatted("operations: {q: {%s}}"), "gremlin: g", Map.of("gremlin", ""));
            places.add(
                    below(operation.get("http")),
                    plan.formatted("operations: {q: {http: {%s}}}"),
                    "path: /x",
                    Map.of("path", "", "columns", "path: /x, rows: /a"));
            List<?> answers =
                    operation.get("expect") instanceof Map<?, ?> expect ? (List<?>) expect.get("anyOf") : List.of();
            answers.forEach(answer -> places.add(
                    map(map(answer).get("properties")),
                    plan.formatted("operations: {q: {gremlin: g, expect: {%s}}}"),
                    "",
                    Map.of()));
        });
    }

    private static void phases(Places places) {
        String phase = TARGET + WORKLOAD + "phases: [{%s}]\n";
        String open = "kind: measure, rate: 1/s";
        String steady = "kind: warmup, until: steady";
        places.add(
                definition("phase"),
                phase,
                "kind: measure",
                Map.ofEntries(
                        Map.entry("kind", "name: m"),
                        Map.entry("arrivals", open),
                        Map.entry("maxInFlight", open),
                        Map.entry("until", "kind: warmup"),
                        Map.entry("min", steady),
                        Map.entry("max", steady),
                        Map.entry("feeds", "kind: verify"),
                        Map.entry("streams", "kind: measure, duration: 9s"),
                        Map.entry("compare", "kind: measure, duration: 9s"),
                        Map.entry("turns", STREAMS),
                        Map.entry("onError", "kind: load")));
        Map<?, ?> keys = definition("phase");
        places.add(
                map(map(keys.get("crash")).get("properties")),
                phase.formatted("kind: measure, duration: 9s, crash: {%s}"),
                "at: 1s, how: kill",
                Map.of("at", "how: kill", "how", "at: 1s", "for", "at: 1s, how: pause"));
        Map<?, ?> turns = map(((List<?>) map(keys.get("turns")).get("anyOf")).getLast());
        places.add(map(turns.get("properties")), phase.formatted(STREAMS + ", turns: {%s}"), "", Map.of());
        Map<?, ?> think = map(((List<?>) map(keys.get("think")).get("anyOf")).getLast());
        places.add(
                map(think.get("properties")),
                phase.formatted("kind: measure, think: {%s}"),
                "mean: 5ms",
                Map.of("mean", ""));
    }

    private static void streams(Places places) {
        String plan =
                TARGET + WORKLOAD + "phases: [{kind: measure, duration: 9s, streams: {a: {rate: 1/s}, s: {%s}}}]\n";
        places.add(definition("stream"), plan, "", Map.of("arrivals", "rate: 1/s", "maxInFlight", "rate: 1/s"));
    }

    private static void profiles(Places places) {
        String plan = TARGET + WORKLOAD + "phases: [{kind: measure, duration: 9s, rate: {%s}}]\n";
        Map<?, ?> profile = definition("profile");
        places.add(profile, plan, "", Map.of("from", "stages: [{to: 1/s, in: 1s}]"));
        places.add(
                below(profile.get("spike")),
                plan.formatted("spike: {%s}"),
                "",
                others(Map.of("base", "1/s", "peak", "2/s", "at", "1s", "for", "1s")));
        places.add(
                below(profile.get("sine")),
                plan.formatted("sine: {%s}"),
                "",
                others(Map.of("mean", "2/s", "amplitude", "1/s", "period", "1s")));
        places.add(definition("stage"), plan.formatted("stages: [{%s}]"), "", Map.of("in", "to: 1/s"));
    }

    /** Of each key, all the others with their values. */
    private static Map<String, String> others(Map<String, String> values) {
        Map<String, String> others = new HashMap<>();
        values.keySet()
                .forEach(key -> others.put(
                        key,
                        values.entrySet().stream()
                                .filter(entry -> !entry.getKey().equals(key))
                                .map(entry -> entry.getKey() + ": " + entry.getValue())
                                .collect(Collectors.joining(", "))));
        return others;
    }

    private static void journeys(Places places) {
        ofKinds("workload", (kind, properties) -> {
            Map<?, ?> journey = eachOf(properties.get("journeys"));
            String plan =
                    "target: {kind: neo4j, uri: 'bolt://h'}\nworkload: {kind: journey, journeys: {j: {%s}}}\n" + PHASES;
            places.add(journey, plan, STEPS, Map.of("steps", "", "maxSteps", "python: 'm:f', " + STEPS));
            places.add(
                    eachOf(journey.get("steps")),
                    plan.formatted("steps: {s: {%s}}"),
                    "cypher: RETURN 1",
                    Map.of(
                            "cypher", "",
                            "atMost", "cypher: RETURN 1, until: empty",
                            "until", "cypher: RETURN 1, atMost: 2"));
        });
    }

    private static void data(Places places) {
        String plan = TARGET + "workload: {kind: query, " + QUERY + "}\n" + PHASES + "data: {%s}\n";
        List<?> forms = (List<?>) map(map(SCHEMA.get("$defs")).get("data")).get("oneOf");
        forms.forEach(form -> places.add(map(map(form).get("properties")), plan, "", Map.of("edges", "nodes: {}")));
        Map<?, ?> social = map(map(map(forms.getLast()).get("properties")).get("social"));
        places.add(map(social.get("properties")), plan.formatted("social: {%s}"), "", Map.of());
    }

    private interface OfKind {
        void add(String kind, Map<?, ?> properties);
    }

    private static void ofKinds(String section, OfKind each) {
        for (Object condition :
                (List<?>) map(map(SCHEMA.get("$defs")).get(section)).get("allOf")) {
            Map<?, ?> kind =
                    map(map(map(map(condition).get("if")).get("properties")).get("kind"));
            List<?> kinds = kind.get("enum") instanceof List<?> several ? several : List.of(kind.get("const"));
            kinds.forEach(one ->
                    each.add(one.toString(), map(map(map(condition).get("then")).get("properties"))));
        }
    }

    private static String without(String key) {
        return GOOD.replaceAll("(?m)^" + key + ":.*\n", "");
    }

    private static Map<?, ?> definition(String name) {
        return map(map(map(SCHEMA.get("$defs")).get(name)).get("properties"));
    }

    private static Map<?, ?> properties(String key) {
        Map<?, ?> properties = map(SCHEMA.get("properties"));
        return key.isEmpty() ? properties : map(map(properties.get(key)).get("properties"));
    }

    /** The keys of a map that stands here or that the schema defines. */
    private static Map<?, ?> below(Object schema) {
        return map(resolved(schema).get("properties"));
    }

    /** The keys of each value of a map whose keys are names. */
    private static Map<?, ?> eachOf(Object schema) {
        return below(resolved(schema).get("additionalProperties"));
    }

    private static Map<?, ?> resolved(Object schema) {
        Map<?, ?> here = map(schema);
        return here.get("$ref") instanceof String reference
                ? map(map(SCHEMA.get("$defs")).get(reference.substring("#/$defs/".length())))
                : here;
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    static Collection<Place> all() {
        return places().all;
    }

    @ParameterizedTest
    @MethodSource("all")
    void nonsense_is_refused_by_the_name_of_the_key(Place place) {
        assertThat(place.plans().map(PlanKeysReadTest::message).distinct())
                .anySatisfy(message -> assertThat(message)
                        .containsPattern("\\b" + place.key + "\\b.*: expected |\\b" + place.key
                                + ": (a literal|a list|nothing)"));
        assertThat(place.plans().map(PlanKeysReadTest::message)).noneMatch(message -> message.contains("unknown key"));
    }

    /** What is wrong with a plan; "" for nothing. */
    private static String message(String text) {
        try {
            Plan plan = PlanReader.parse(text, "p.yaml", List.of());
            PlanCheck check = PlanCheck.check(plan, file -> {
                throw new PlanException("no file " + file);
            });
            return check.phases().isEmpty() ? "no phases" : "";
        } catch (PlanException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void no_map_of_the_schema_is_forgotten_here() {
        Set<List<?>> maps = new LinkedHashSet<>();
        collect(SCHEMA, maps);
        assertThat(places().used).containsAll(maps);
    }

    /** The keys of each map that the schema describes; conditions only choose or forbid keys that are described elsewhere. */
    private static void collect(Object value, Set<List<?>> maps) {
        switch (value) {
            case List<?> list -> list.forEach(each -> collect(each, maps));
            case Map<?, ?> map ->
                map.forEach((key, below) -> {
                    if (key.equals("properties")
                            && map(below).values().stream()
                                    .anyMatch(each -> map(each).containsKey("description"))) {
                        maps.add(List.copyOf(map(below).keySet()));
                    }
                    collect(below, maps);
                });
            default -> {}
        }
    }

    @Test
    void a_reader_that_asks_for_a_key_which_the_schema_does_not_have_fails_at_once() {
        Plan plan = PlanReader.parse("target: {kind: neo4j}\n" + WORKLOAD + PHASES, "p.yaml", List.of());
        assertThatThrownBy(() -> plan.target().settings().has("noDelay"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("target.noDelay is not in plan.schema.json");
        assertThatThrownBy(() -> plan.target().settings().section("tls").flag("insecure"))
                .hasMessage("target.tls.insecure is not in plan.schema.json");
        assertThatThrownBy(() -> plan.target().settings().integer("database"))
                .hasMessage("target.database is no integer in plan.schema.json");
    }
}
