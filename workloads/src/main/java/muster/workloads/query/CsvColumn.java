package muster.workloads.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** A column of a CSV file while it is read. Without a type it holds integers if all its fields are some, else texts. */
final class CsvColumn {
    private enum Type {
        LONG("a whole number"),
        DOUBLE("a number"),
        BOOLEAN("true or false"),
        STRING("a text");

        private final String right;

        Type(String right) {
            this.right = right;
        }
    }

    /** Narrower than what Java reads, so that every language reads the same. */
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,19}");

    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?");

    private static final Map<String, Type> TYPES = Map.of(
            "long", Type.LONG,
            "int", Type.LONG,
            "integer", Type.LONG,
            "short", Type.LONG,
            "byte", Type.LONG,
            "double", Type.DOUBLE,
            "float", Type.DOUBLE,
            "boolean", Type.BOOLEAN,
            "string", Type.STRING);

    private final String name;
    private final @Nullable Type type;
    private final List<@Nullable Object> values = new ArrayList<>();

    private CsvColumn(String name, @Nullable Type type) {
        this.name = name;
        this.type = type;
    }

    /** Of a field of the header: NAME or NAME:TYPE. */
    static CsvColumn of(String field, Function<String, PlanException> wrong) {
        int colon = field.indexOf(':');
        String name = colon < 0 ? field : field.substring(0, colon);
        if (name.isEmpty()) {
            throw wrong.apply("a column without a name");
        }
        if (colon < 0) {
            return new CsvColumn(name, null);
        }
        Type type = TYPES.get(field.substring(colon + 1));
        if (type == null) {
            throw wrong.apply("column " + field + ": expected a type long, double, boolean or string");
        }
        return new CsvColumn(name, type);
    }

    String name() {
        return name;
    }

    void add(@Nullable String field, Function<String, PlanException> wrong) {
        if (field == null || type == null) {
            values.add(field);
            return;
        }
        values.add(value(type, field)
                .orElseThrow(() -> wrong.apply("column " + name + ": \"" + field + "\" is not " + type.right)));
    }

    private static Optional<Object> value(Type type, String field) {
        return switch (type) {
            case LONG -> whole(field);
            case DOUBLE -> REAL.matcher(field).matches() ? Optional.of(Double.valueOf(field)) : Optional.empty();
            case BOOLEAN -> truth(field);
            case STRING -> Optional.of(field);
        };
    }

    private static Optional<Object> whole(String field) {
        try {
            return WHOLE.matcher(field).matches() ? Optional.of(Long.valueOf(field)) : Optional.empty();
        } catch (NumberFormatException outOfRange) {
            return Optional.empty();
        }
    }

    private static Optional<Object> truth(String field) {
        return switch (field) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    @Nullable
    Object[] values() {
        return type == null ? inferred() : values.toArray();
    }

    private @Nullable Object[] inferred() {
        @Nullable Object[] numbers = new Object[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            Object field = values.get(i);
            Optional<Object> number = field == null ? Optional.empty() : value(Type.LONG, field.toString());
            if (field != null && number.isEmpty()) {
                return values.toArray();
            }
            numbers[i] = number.orElse(null);
        }
        return numbers;
    }
}
