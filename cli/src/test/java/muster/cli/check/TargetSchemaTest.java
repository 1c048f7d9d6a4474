package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import muster.workloads.plan.Providers;
import muster.workloads.plan.ReadyPlans;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Editors and targets must agree about the keys of section "target": what a target asks its settings for is in the schema. */
class TargetSchemaTest {
    private static final Map<?, ?> SCHEMA =
            Yaml.document(ReadyPlans.schema(), "plan.schema.json").plain();

    static List<String> kinds() {
        // Not those that tests have made up.
        return Providers.targets().stream()
                .filter(kind ->
                        Providers.target(kind).getClass().getPackageName().startsWith("muster.targets."))
                .toList();
    }

    private static List<RecordingSettings.Asked> asked(String kind) {
        // Of those that have no usual address.
        String uri = kind.equals("http") ? ", uri: 'http://127.0.0.1:1/'" : "";
        List<RecordingSettings.Asked> asked = new ArrayList<>();
        Providers.target(kind)
                .check(
                        new RecordingSettings(settings("target", "{kind: " + kind + uri + "}"), "", asked),
                        settings("workload", "{kind: noop}"));
        assertThat(asked).isNotEmpty();
        return asked;
    }

    private static TreeSettings settings(String path, String yaml) {
        return TreeSettings.of(path, Yaml.document(yaml, "p.yaml"), "kind");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_key_that_a_target_reads_is_in_the_schema_with_its_type_range_and_default(String kind) {
        SoftAssertions softly = new SoftAssertions();
        for (RecordingSettings.Asked one : asked(kind)) {
            Map<?, ?> schema = schema(kind, one.key());
            softly.assertThat(schema).as("schema of %s", one.key()).isNotEmpty();
            softly.assertThat(constraints(schema, one))
                    .as("schema of %s", one.key())
                    .isEqualTo(one.expected());
            if (one.otherwise() != null && schema.containsKey("default")) {
                softly.assertThat(String.valueOf(schema.get("default")))
                        .as("default of %s", one.key())
                        .isEqualTo(String.valueOf(one.otherwise()));
            }
        }
        softly.assertAll();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_key_that_the_schema_has_for_a_kind_of_target_is_read(String kind) {
        Set<String> asked =
                asked(kind).stream().map(RecordingSettings.Asked::key).collect(Collectors.toSet());
        assertThat(asked)
                .containsAll(new TreeSet<>(
                        own(kind).keySet().stream().map(Object::toString).toList()));
    }

    /** What the schema says of the key in the terms of the question; a text may have a pattern, or be a secret's reference. */
    private static Map<String, Object> constraints(Map<?, ?> schema, RecordingSettings.Asked one) {
        if ("string".equals(one.expected().get("type")) && "#/$defs/reference".equals(schema.get("$ref"))) {
            return one.expected();
        }
        Map<String, Object> found = new LinkedHashMap<>();
        for (String name : List.of("$ref", "type", "enum", "minimum", "maximum")) {
            if (one.expected().containsKey(name)
                    || (schema.containsKey(name) && !one.expected().isEmpty())) {
                found.put(name, Objects.requireNonNullElse(normal(schema.get(name)), "none"));
            }
        }
        return found;
    }

    private static @Nullable Object normal(@Nullable Object value) {
        return value instanceof Integer whole ? (Object) whole.longValue() : value;
    }

    private static Map<?, ?> schema(String kind, String key) {
        Map<?, ?> properties = new LinkedHashMap<>(map(at(SCHEMA, "$defs", "target", "properties")));
        Map<Object, Object> both = new LinkedHashMap<>(properties);
        both.putAll(own(kind));
        String[] names = key.split("\\.", -1);
        Map<?, ?> found = map(both.get(names[0]));
        for (int depth = 1; depth < names.length; depth++) {
            found = map(at(found, "properties", names[depth]));
        }
        return found;
    }

    /** Keys that only this kind has, or a few others. */
    private static Map<?, ?> own(String kind) {
        Map<Object, Object> keys = new LinkedHashMap<>();
        for (Object condition : (List<?>) Objects.requireNonNull(at(SCHEMA, "$defs", "target", "allOf"))) {
            Object one = at(condition, "if", "properties", "kind", "const");
            Object several = at(condition, "if", "properties", "kind", "enum");
            if (kind.equals(one) || (several instanceof List<?> kinds && kinds.contains(kind))) {
                keys.putAll(map(at(condition, "then", "properties")));
            }
        }
        return keys;
    }

    private static @Nullable Object at(@Nullable Object value, String... path) {
        Object found = value;
        for (String name : path) {
            found = map(found).get(name);
        }
        return found;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
