package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.cli.check.RecordingSettings.Asked;
import muster.workloads.plan.Providers;
import muster.workloads.plan.ReadyPlans;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The code that reads a key of section "target" or "workload" declares its type, range and default; the schema, of which editors and
 * docs/plan-keys.md have them, must say the same.
 */
class SettingsSchemaTest {
    private static final Map<?, ?> SCHEMA =
            Yaml.document(ReadyPlans.schema(), "plan.schema.json").plain();
    private static final String QUERY = "operations: {q: {cypher: RETURN 1}}";
    /** Their defaults or values depend on other keys. */
    private static final List<String> DEPENDENT = List.of("locking", "isolate");

    @TempDir
    private Path folder;

    static List<String> kinds() {
        // Not those that tests have made up.
        Stream<String> targets = Providers.targets().stream()
                .filter(kind ->
                        Providers.target(kind).getClass().getPackageName().startsWith("muster.targets."))
                .map("target "::concat);
        return Stream.concat(targets, Providers.workloads().stream().map("workload "::concat))
                .toList();
    }

    private List<Asked> asked(String section, String kind) throws IOException {
        List<Asked> asked = new ArrayList<>();
        if (section.equals("target")) {
            // Of those that have no usual address.
            String uri = kind.equals("http") ? "uri: 'http://127.0.0.1:1/'" : "";
            Providers.target(kind)
                    .check(
                            new RecordingSettings(settings(section, kind, uri), "", asked),
                            settings("workload", "noop", ""));
        } else {
            Path data = Files.writeString(folder.resolve("edges"), "1 2\n");
            for (String keys : kind.equals("query")
                    ? List.of(QUERY)
                    : kind.equals("noop") ? List.of("") : List.of("", "data: edges")) {
                Providers.workload(kind)
                        .create(new RecordingSettings(settings(section, kind, keys), "", asked), name -> data);
            }
            asked.removeIf(one -> one.key().matches("(operations|mix|parameters)\\..*"));
            // It refuses the key, and lets the reader of batch-insert look for it.
            asked.removeIf(one -> kind.equals("property-stream") && one.key().equals("actionsPerTransaction"));
        }
        assertThat(asked).isNotEmpty();
        return asked;
    }

    private static TreeSettings settings(String path, String kind, String keys) {
        return TreeSettings.of(path, Yaml.document("{kind: " + kind + ", " + keys + "}", "p.yaml"), "kind");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_key_that_is_read_is_in_the_schema_with_its_type_range_and_default(String name) throws IOException {
        String section = name.substring(0, name.indexOf(' '));
        String kind = name.substring(name.indexOf(' ') + 1);
        SoftAssertions softly = new SoftAssertions();
        for (Asked one : asked(section, kind)) {
            Map<?, ?> schema = schema(section, kind, one.key());
            softly.assertThat(schema).as("schema of %s", one.key()).isNotEmpty();
            if (DEPENDENT.contains(one.key())) {
                continue;
            }
            softly.assertThat(constraints(schema, one))
                    .as("schema of %s", one.key())
                    .isEqualTo(one.expected());
            if (one.otherwise() != null && hasDefault(schema, one)) {
                softly.assertThat(String.valueOf(schema.get("default")))
                        .as("default of %s", one.key())
                        .isEqualTo(String.valueOf(one.otherwise()));
            }
        }
        softly.assertAll();
    }

    /** A text need not have one: "" may stand for a key that is not there. */
    private static boolean hasDefault(Map<?, ?> schema, Asked one) {
        return schema.containsKey("default") || !"string".equals(one.expected().get("type"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_key_that_the_schema_has_for_a_kind_is_read(String name) throws IOException {
        String section = name.substring(0, name.indexOf(' '));
        String kind = name.substring(name.indexOf(' ') + 1);
        Set<String> asked = asked(section, kind).stream().map(Asked::key).collect(Collectors.toSet());
        assertThat(asked)
                .containsAll(new TreeSet<>(own(section, kind).keySet().stream()
                        .map(Object::toString)
                        .toList()));
    }

    /** What the schema says of the key in the terms of the question; a text may have a pattern, or be a secret's reference. */
    private static Map<String, Object> constraints(Map<?, ?> schema, Asked one) {
        if ("string".equals(one.expected().get("type")) && "#/$defs/reference".equals(schema.get("$ref"))) {
            return one.expected();
        }
        Map<String, Object> found = new LinkedHashMap<>();
        for (String name : List.of("$ref", "type", "enum", "minimum", "maximum")) {
            if (one.expected().containsKey(name)
                    || (schema.containsKey(name) && !one.expected().isEmpty())) {
                found.put(name, Objects.requireNonNullElse(normal(schema.get(name), one), "none"));
            }
        }
        return found;
    }

    private static @Nullable Object normal(@Nullable Object value, Asked one) {
        if (!(value instanceof Number number)) {
            return value;
        }
        return "number".equals(one.expected().get("type")) ? (Object) number.doubleValue() : number.longValue();
    }

    private static Map<?, ?> schema(String section, String kind, String key) {
        Map<?, ?> properties = new LinkedHashMap<>(map(at(SCHEMA, "$defs", section, "properties")));
        Map<Object, Object> both = new LinkedHashMap<>(properties);
        both.putAll(own(section, kind));
        String[] names = key.split("\\.", -1);
        Map<?, ?> found = map(both.get(names[0]));
        for (int depth = 1; depth < names.length; depth++) {
            found = map(at(found, "properties", names[depth]));
        }
        return found;
    }

    /** Keys that only this kind has, or a few others. */
    private static Map<?, ?> own(String section, String kind) {
        Map<Object, Object> keys = new LinkedHashMap<>();
        for (Object condition : (List<?>) Objects.requireNonNull(at(SCHEMA, "$defs", section, "allOf"))) {
            Object one = at(condition, "if", "properties", "kind", "const");
            Object several = at(condition, "if", "properties", "kind", "enum");
            if (kind.equals(one) || (several instanceof List<?> kinds && kinds.contains(kind))) {
                map(at(condition, "then", "properties")).forEach((key, property) -> {
                    // false: the key is refused.
                    if (property instanceof Map) {
                        keys.put(key, property);
                    }
                });
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
