package muster.workloads.plan.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
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

    private final String path;
    private final Map<?, ?> schema;
    /** Value of key "kind" in the map, on which further keys depend. */
    private final String kind;

    private PlanKey(String path, Map<?, ?> schema, String kind) {
        this.path = path;
        this.schema = schema;
        this.kind = kind;
    }

    /** Read when the first plan is. */
    private static final class Root {
        static final Map<?, ?> SCHEMA = map(JsonReader.read(schema()));
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
        return new PlanKey("", Root.SCHEMA, "");
    }

    /** What stands under "$defs" in the schema: a phase, or a range of a sweep. */
    public static PlanKey definition(String name) {
        return new PlanKey(name, definitionOf(name), "");
    }

    /** The same map with this kind. */
    PlanKey ofKind(String name) {
        return new PlanKey(path, schema, name);
    }

    /** A key of this map; throws {@link IllegalStateException} if the schema has no such key. */
    public PlanKey key(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    /** The same; nothing where the schema does not say which keys there are. */
    Optional<PlanKey> find(String name) {
        Optional<PlanKey> found = declarations(schema, name)
                .<Map<?, ?>>mapMulti((declared, each) -> {
                    if (declared instanceof Map<?, ?> map) {
                        each.accept(map);
                    }
                })
                .findFirst()
                .map(declared -> new PlanKey(path(name), resolved(declared), ""));
        if (found.isEmpty() && !isOpen()) {
            throw unknown(name);
        }
        return found;
    }

    /** Names of the keys that this map has whatever its kind, in the order of the schema. */
    public List<String> names() {
        return Stream.concat(Stream.of(schema), alternatives(schema))
                .flatMap(each -> properties(each).keySet().stream())
                .map(Object::toString)
                .toList();
    }

    /** Throws {@link IllegalStateException} if the schema says another type, such as "integer". */
    PlanKey ofType(String type) {
        Object declared = schema.get("type");
        boolean same = declared instanceof List<?> types ? types.contains(type) : type.equals(declared);
        if (!same) {
            throw new IllegalStateException(path + " is no " + type + " in plan.schema.json");
        }
        return this;
    }

    /** The value where a plan has no such key. */
    Object standard() {
        return optionalStandard().orElseThrow(() -> new IllegalStateException(path + " has no default in plan.schema.json"));
    }

    Optional<Object> optionalStandard() {
        return Optional.ofNullable(schema.get("default"));
    }

    /** The texts that it can be. */
    List<String> choices() {
        List<?> choices = schema.get("enum") instanceof List<?> names ? names : List.of(Objects.requireNonNull(schema.get("const"), path));
        return choices.stream().map(Object::toString).toList();
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
        boolean closed = Boolean.FALSE.equals(schema.get("additionalProperties"));
        return schema.isEmpty() || (!closed && !kind.isEmpty() && ofKinds(schema).noneMatch(this::isOfThisKind));
    }

    /** What the schema says of a key of a map, the most particular first; false where it refuses it. */
    private Stream<?> declarations(Map<?, ?> map, String name) {
        Stream<Map<?, ?>> own = ofKinds(map).filter(this::isOfThisKind).map(each -> map(each.get("then")));
        Stream<Map<?, ?>> others = path.equals(WORKLOAD) ? ofKinds(map).map(each -> map(each.get("then"))) : Stream.of();
        return Stream.of(
                        Stream.concat(Stream.concat(own, Stream.of(map)), others).flatMap(each -> Stream.ofNullable(properties(each).get(name))),
                        alternatives(map).flatMap(each -> declarations(each, name)),
                        map(map.get("patternProperties")).values().stream(),
                        Stream.ofNullable(map.get("additionalProperties")))
                .flatMap(each -> each);
    }

    private static Stream<Map<?, ?>> alternatives(Map<?, ?> map) {
        return Stream.concat(maps(map.get("oneOf")), maps(map.get("anyOf"))).map(PlanKey::resolved);
    }

    private static Stream<Map<?, ?>> ofKinds(Map<?, ?> map) {
        return maps(map.get("allOf"));
    }

    private boolean isOfThisKind(Map<?, ?> condition) {
        Map<?, ?> kinds = map(properties(map(condition.get("if"))).get("kind"));
        return kind.equals(kinds.get("const")) || (kinds.get("enum") instanceof List<?> several && several.contains(kind));
    }

    /** With what it refers to; its own words come first. */
    private static Map<?, ?> resolved(Map<?, ?> schema) {
        if (!(schema.get("$ref") instanceof String reference)) {
            return schema;
        }
        Map<Object, Object> both = new LinkedHashMap<>(definitionOf(reference.substring(reference.lastIndexOf('/') + 1)));
        both.putAll(schema);
        return both;
    }

    private static Map<?, ?> definitionOf(String name) {
        return map(map(Root.SCHEMA.get("$defs")).get(name));
    }

    private static Map<?, ?> properties(Map<?, ?> schema) {
        return map(schema.get("properties"));
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static Stream<Map<?, ?>> maps(@Nullable Object value) {
        return value instanceof List<?> list ? list.stream().map(PlanKey::map) : Stream.of();
    }
}
