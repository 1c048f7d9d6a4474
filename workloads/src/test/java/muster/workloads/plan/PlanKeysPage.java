package muster.workloads.plan;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.text.Json;
import muster.workloads.plan.language.Yaml;

/** docs/plan-keys.md, made of the schema. */
final class PlanKeysPage {
    private static final String APPENDIX = "appendix";

    private final Map<String, Object> definitions;
    private final StringBuilder out = new StringBuilder();
    /** Keys that few plans need: their property has the comment "appendix". */
    private final StringBuilder appendix = new StringBuilder();

    private PlanKeysPage(Map<String, Object> schema) {
        this.definitions = object(schema.get("$defs"));
    }

    /** The whole page. */
    static String of(String schema) {
        Map<String, Object> root = Yaml.document(schema, "plan.schema.json").plain();
        PlanKeysPage page = new PlanKeysPage(root);
        page.out.append("""
                # Keys of a plan

                Made from `workloads/src/main/resources/muster/plan.schema.json` by `PlanKeysTest`, which also checks it. `--set KEY=VALUE` and
                `sweep` take the same keys as paths, such as `workload.users` or `measure.clients`.

                """);
        page.table("The plan", root);
        for (String name : page.definitions.keySet()) {
            Map<String, Object> definition = object(page.definitions.get(name));
            if (definition.containsKey("properties")) {
                page.table("`" + name + "`", definition);
                page.kinds(name, definition);
            }
        }
        page.out.append("""
                ## Appendix: keys that reproduce one benchmark

                They repeat a setting of an earlier program, its data or the shape of its graph; the defaults suit all other plans.

                """).append(page.appendix);
        return page.out.toString().stripTrailing() + "\n";
    }

    /** What further keys a kind has. */
    private void kinds(String name, Map<String, Object> definition) {
        for (Object condition : list(definition.get("allOf"))) {
            Map<String, Object> kind =
                    object(object(object(object(condition).get("if")).get("properties"))
                            .get("kind"));
            Map<String, Object> then = object(object(condition).get("then"));
            boolean describes = object(then.get("properties")).values().stream()
                    .anyMatch(value -> object(value).containsKey("description"));
            List<?> kinds = kind.containsKey("const") ? List.of(kind.get("const")) : list(kind.get("enum"));
            if (!kinds.isEmpty() && describes) {
                table("`" + name + "` of kind " + named(kinds), then);
            }
        }
    }

    private static String named(List<?> kinds) {
        return kinds.stream().map(kind -> "`" + kind + "`").collect(Collectors.joining(", "));
    }

    private void table(String title, Map<String, Object> definition) {
        Map<String, Map<String, Object>> usual = new LinkedHashMap<>();
        Map<String, Map<String, Object>> seldom = new LinkedHashMap<>();
        object(definition.get("properties")).forEach((key, value) -> {
            if (value instanceof Map) {
                Map<String, Object> property = object(value);
                (APPENDIX.equals(property.get("$comment")) ? seldom : usual).put(key, property);
            }
        });
        String description = String.valueOf(definition.getOrDefault("description", ""));
        table(out, "## " + title + "\n\n" + (description.isEmpty() ? "" : description + "\n\n"), usual);
        table(appendix, title + ":\n\n", seldom);
    }

    private void table(StringBuilder to, String head, Map<String, Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        to.append(head).append("| key | value | meaning |\n|---|---|---|\n");
        rows.forEach((key, property) -> row(to, key, property));
        to.append('\n');
    }

    private void row(StringBuilder to, String key, Map<String, Object> property) {
        Map<String, Object> nested = object(property.get("properties"));
        to.append("| `%s` | %s | %s |\n".formatted(key, value(property), cell(meaning(property))));
        nested.forEach((inner, value) -> row(to, key + "." + inner, object(value)));
    }

    private String meaning(Map<String, Object> property) {
        String description = String.valueOf(property.getOrDefault("description", referred(property, "description")));
        Object standard = property.get("default");
        return description
                + (standard == null ? "" : " Default `" + Json.write(standard).replace("\"", "") + "`.");
    }

    private Object referred(Map<String, Object> property, String key) {
        String name = reference(property);
        return name.isEmpty() ? "" : object(definitions.get(name)).getOrDefault(key, "");
    }

    private static String reference(Map<String, Object> property) {
        String path = String.valueOf(property.getOrDefault("$ref", ""));
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private String value(Map<String, Object> property) {
        if (property.get("enum") instanceof List<?> choices) {
            return choices.stream().map(choice -> "`" + choice + "`").collect(Collectors.joining(", "));
        }
        String name = reference(property);
        if (!name.isEmpty()) {
            return object(definitions.get(name)).containsKey("properties")
                    ? "[" + name + "](#" + name + ")"
                    : name + bounds(property);
        }
        Map<String, Object> items = object(property.get("items"));
        Object type = property.getOrDefault("type", property.containsKey("oneOf") ? "several forms" : anyOf(property));
        String each = items.isEmpty() ? "" : " of " + value(items);
        return (type instanceof List<?> types
                        ? types.stream().map(Object::toString).collect(Collectors.joining(" or "))
                        : String.valueOf(type))
                + each
                + bounds(property);
    }

    private String anyOf(Map<String, Object> property) {
        List<?> forms = list(property.get("anyOf"));
        return forms.isEmpty()
                ? "any"
                : forms.stream().map(form -> value(object(form))).collect(Collectors.joining(" or "));
    }

    private static String bounds(Map<String, Object> property) {
        Object least = plain(property.getOrDefault("minimum", property.get("shortest")));
        Object most = plain(property.getOrDefault("maximum", property.get("longest")));
        return least != null && most != null ? ", " + least + " to " + most : least != null ? " from " + least : "";
    }

    /** Not 1.0E-6. */
    private static Object plain(Object bound) {
        return bound instanceof Double number ? BigDecimal.valueOf(number).toPlainString() : bound;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    @SuppressWarnings("unchecked") // A JSON object has text keys.
    private static Map<String, Object> object(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
