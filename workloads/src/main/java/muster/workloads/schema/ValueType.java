package muster.workloads.schema;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The type of a key or a property; the label is the one in headers. Times are long: milliseconds since 1970. */
public enum ValueType {
    LONG("long"),
    DOUBLE("double"),
    BOOLEAN("boolean"),
    STRING("string");

    private static final Map<String, ValueType> BY_NAME = Map.of(
            "long", LONG, "int", LONG, "integer", LONG, "double", DOUBLE, "float", DOUBLE, "boolean", BOOLEAN, "bool",
            BOOLEAN, "string", STRING);

    /** Names in headers. */
    public static final List<String> NAMES = BY_NAME.keySet().stream().sorted().toList();

    private final String label;

    ValueType(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** The type of this name, in any case; neo4j-admin's and JanusGraph's names are among them. */
    public static Optional<ValueType> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Whether a text is a value of this type. */
    public boolean accepts(String text) {
        return parse(text) != null;
    }

    /** The value that a text stands for: Long, Double, Boolean or String; null if it is none of this type. */
    public @Nullable Object parse(String text) {
        try {
            return switch (this) {
                case LONG -> Long.valueOf(text.strip());
                case DOUBLE -> Double.valueOf(text.strip());
                case BOOLEAN -> truth(text.strip());
                case STRING -> text;
            };
        } catch (NumberFormatException notOne) {
            return null;
        }
    }

    private static @Nullable Boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> null;
        };
    }
}
