package muster.workloads.plan.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import muster.text.JsonReader;
import org.jspecify.annotations.Nullable;

/**
 * A key of a plan as plan.schema.json declares it, and the keys of the map that it may hold. Settings look up here what the code that
 * reads a key does not say: default, bounds and choices.
 */
public final class PlanKey {
    /** A map whose keys no schema declares: of another document, or of a target that is not part of Muster. */
    static final PlanKey UNDECLARED = new PlanKey("", Map.of(), "");

    /** Its keys may be asked for whatever its kind, since targets prepare statements of all workloads. */
    private static final String WORKLOAD = "workload";

    /** Of a map whose keys are names that users choose, such as operations. */
    private static final String ANY = "*";

    private final String path;
    private final Map<?, ?> schema;
    /** Value of key "kind" in the map, on which further keys depend. */
    private final String kind;

    private final Map<String, PlanKey> kinds = new ConcurrentHashMap<>();
    private volatile @Nullable Map<String, PlanKey> keys;

    private PlanKey(String path, Map<?, ?> schema, String kind) {
        this.path = path;
        this.schema = schema;
        this.kind = kind;
    }

    /** Read when the first plan is. */
    private static final class Root {
        static final Map<?, ?> SCHEMA = map(JsonReader.read(schema()));
        static final PlanKey PLAN = new PlanKey("", SCHEMA, "");
        static final Map<String, PlanKey> DEFINITIONS = new ConcurrentHashMap<>();
    }

    /** The JSON Schema of plans. */
    public static String schema() {
        try (InputStream in = PlanKey.class.getResourceAsStream("/muster/plan.schema.json")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The plan as a whole. */
    public static PlanKey plan() {
        return Root.PLAN;
    }

    /** What stands under "$defs" in the schema: a phase, or a range of a sweep. */
    public static PlanKey definition(String name) {
        return Root.DEFINITIONS.computeIfAbsent(name, key -> new PlanKey(key, definitionOf(key), ""));
    }

    /** The same map with this kind. */
    public PlanKey ofKind(String name) {
        PlanKey known = kinds.get(name);
        if (known == null) {
            known = new PlanKey(path, schema, name);
            if (known.isOfKnownKind()) {
                kinds.put(name, known);
            }
        }
        return known;
    }

    /** A key of this map; throws {@link IllegalStateException} if the schema has no such key. */
    public PlanKey key(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    /** The same; nothing where the schema does not say which keys there are. */
    Optional<PlanKey> find(String name) {
        PlanKey found = keys().getOrDefault(name, keys().get(ANY));
        if (found == null && !isOpen()) {
            throw unknown(name);
        }
        return Optional.ofNullable(found);
    }

    /** Names of its keys, in the order of the schema. */
    public List<String> names() {
        return List.copyOf(keys().keySet());
    }

    /** Throws {@link IllegalStateException} if the schema says another type, such as "integer". */
    PlanKey ofType(String type) {
        boolean form = maps(schema.get("anyOf")).stream().anyMatch(each -> type.equals(each.get("type")));
        if (!form && !type.equals(schema.get("type"))) {
            throw new IllegalStateException(path + " is no " + type + " in plan.schema.json");
        }
        return this;
    }

    /** The value where a plan has no such key. */
    Object standard() {
        return optionalStandard()
                .orElseThrow(() -> new IllegalStateException(path + " has no default in plan.schema.json"));
    }

    /** The same; nothing where it has none. */
    public Optional<Object> optionalStandard() {
        return Optional.ofNullable(schema.get("default"));
    }

    /** The texts that it can be. */
    List<String> choices() {
        return schema.get("enum") instanceof List<?> names
                ? names.stream().map(Object::toString).toList()
                : List.of(Objects.requireNonNull(schema.get("const"), path).toString());
    }

    long least() {
        return schema.get("minimum") instanceof Long least ? least : Long.MIN_VALUE;
    }

    long most() {
        return schema.get("maximum") instanceof Long most ? most : Long.MAX_VALUE;
    }

    double leastNumber() {
        return schema.get("exclusiveMinimum") instanceof Number above
                ? Math.nextUp(above.doubleValue())
                : number("minimum", -Double.MAX_VALUE);
    }

    double mostNumber() {
        return number("maximum", Double.MAX_VALUE);
    }

    private double number(String name, double otherwise) {
        return schema.get(name) instanceof Number number ? number.doubleValue() : otherwise;
    }

    Duration shortest() {
        return duration("shortest");
    }

    Duration longest() {
        return duration("longest");
    }

    private Duration duration(String name) {
        return Durations.parse(Objects.requireNonNull(schema.get(name), path).toString());
    }

    private IllegalStateException unknown(String name) {
        return new IllegalStateException(path(name) + " is not in plan.schema.json");
    }

    private String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Kinds that the schema does not know may have keys of their own. */
    private boolean isOpen() {
        return schema.isEmpty()
                || (!kind.isEmpty() && !isOfKnownKind() && !Boolean.FALSE.equals(schema.get("additionalProperties")));
    }

    private boolean isOfKnownKind() {
        return conditions().stream().anyMatch(this::isOfThisKind);
    }

    private Map<String, PlanKey> keys() {
        Map<String, PlanKey> known = keys;
        if (known == null) {
            known = declared();
            keys = known;
        }
        return known;
    }

    /** Of its kind, of all kinds, of one of its forms, and of names that users choose. */
    private Map<String, PlanKey> declared() {
        Map<String, PlanKey> declared = new LinkedHashMap<>();
        conditions().stream().filter(this::isOfThisKind).forEach(each -> add(map(each.get("then")), declared));
        add(schema, declared);
        maps(schema.get("oneOf")).forEach(form -> add(form, declared));
        maps(schema.get("anyOf")).forEach(form -> add(form, declared));
        if (path.equals(WORKLOAD)) {
            conditions().forEach(each -> add(map(each.get("then")), declared));
        }
        if (schema.get("additionalProperties") instanceof Map<?, ?> each) {
            declared.put(ANY, below(ANY, each));
        }
        return declared;
    }

    /** What stands there already counts; false forbids a key of all kinds. */
    private void add(Map<?, ?> map, Map<String, PlanKey> declared) {
        map(map.get("properties")).forEach((name, key) -> {
            if (key instanceof Map<?, ?> of) {
                declared.putIfAbsent(name.toString(), below(name.toString(), of));
            }
        });
    }

    private PlanKey below(String name, Map<?, ?> of) {
        return new PlanKey(path(name), resolved(of), "");
    }

    private List<Map<?, ?>> conditions() {
        return maps(schema.get("allOf"));
    }

    private boolean isOfThisKind(Map<?, ?> condition) {
        Map<?, ?> of = map(map(map(condition.get("if")).get("properties")).get("kind"));
        return kind.equals(of.get("const")) || (of.get("enum") instanceof List<?> several && several.contains(kind));
    }

    /** With what it refers to; its own words come first. */
    private static Map<?, ?> resolved(Map<?, ?> schema) {
        if (!(schema.get("$ref") instanceof String reference)) {
            return schema;
        }
        Map<Object, Object> both = new LinkedHashMap<>(resolved(pointed(reference)));
        both.putAll(schema);
        return both;
    }

    /** What a reference such as "#/$defs/phase/properties/think" points to. */
    private static Map<?, ?> pointed(String reference) {
        Map<?, ?> at = Root.SCHEMA;
        for (String name : reference.substring("#/".length()).split("/", -1)) {
            at = map(at.get(name));
        }
        return at;
    }

    private static Map<?, ?> definitionOf(String name) {
        return map(map(Root.SCHEMA.get("$defs")).get(name));
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<Map<?, ?>> maps(@Nullable Object value) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> maps.add(map(each)));
        }
        return maps;
    }
}
