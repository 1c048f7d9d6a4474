package muster.workloads.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import muster.text.JsonReader;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * A column of a CSV file while it is read. Without a type a column of parameters holds integers if all its fields are some,
 * else texts; one of answers holds integers, numbers or truth values if all its fields are some, else texts. Values of a file of
 * data may have blanks around them, and truth values any case, as when they are loaded.
 */
final class CsvColumn {
    /** Narrower than what Java reads, so that every language reads the same. */
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,19}");

    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?");
    private static final Pattern EXACT = Pattern.compile("[+-]?[0-9]{1,1000}(\\.[0-9]{1,1000})?");

    private enum Type {
        LONG("a whole number"),
        DOUBLE("a number"),
        BOOLEAN("true or false"),
        STRING("a text"),
        DECIMAL("a number without an exponent"),
        JSON("JSON, such as [1, \"a\", null]");

        private final String right;

        Type(String right) {
            this.right = right;
        }

        /** Throws {@link IllegalArgumentException}. */
        @Nullable
        Object read(String field) {
            return switch (this) {
                case LONG -> Long.valueOf(matching(WHOLE, field));
                case DOUBLE -> Double.valueOf(matching(REAL, field));
                case BOOLEAN -> truth(field);
                case STRING -> field;
                case DECIMAL -> new BigDecimal(matching(EXACT, field));
                case JSON -> JsonReader.read(field);
            };
        }
    }

    private static final Map<String, Type> TYPES = Map.of(
            "long", Type.LONG,
            "int", Type.LONG,
            "integer", Type.LONG,
            "short", Type.LONG,
            "byte", Type.LONG,
            "double", Type.DOUBLE,
            "float", Type.DOUBLE,
            "boolean", Type.BOOLEAN,
            "bool", Type.BOOLEAN,
            "string", Type.STRING);

    private static final String NAMES = "long, double, boolean or string";
    private static final Pattern BLANKS = Pattern.compile("^[ \t]+|[ \t]+$");

    private static final Map<String, Type> FURTHER_TYPES_OF_ANSWERS =
            Map.of("decimal", Type.DECIMAL, "json", Type.JSON);

    private final String name;
    private final @Nullable Type type;
    /** Tried in turn where there is no type. */
    private final List<Type> guesses;

    /** Whether it is of a file of data. */
    private final boolean data;

    private final List<@Nullable Object> values = new ArrayList<>();

    private CsvColumn(String name, @Nullable Type type, List<Type> guesses, boolean data) {
        this.name = name;
        this.type = type;
        this.guesses = guesses;
        this.data = data;
    }

    /** Of a field of the header: NAME or NAME:TYPE. */
    static CsvColumn of(String field, Function<String, PlanException> wrong) {
        return of(field, Map.of(), List.of(Type.LONG), NAMES, wrong);
    }

    /** The same of a file of data, where a field without a type is a text. */
    static CsvColumn ofData(String field, Function<String, PlanException> wrong) {
        CsvColumn column = of(field, wrong);
        return new CsvColumn(column.name, column.type == null ? Type.STRING : column.type, List.of(), true);
    }

    /**
     * The key of a node, or an end of an edge: integers if all fields are some, else texts.
     *
     * @param type of the header; null for none
     */
    static CsvColumn ofKey(String name, @Nullable String type, Function<String, PlanException> wrong) {
        return type == null ? new CsvColumn(name, null, List.of(Type.LONG), true) : ofData(name + ":" + type, wrong);
    }

    /** Of fields that are left out. */
    static CsvColumn unread() {
        return new CsvColumn("", null, List.of(), true);
    }

    boolean ignored() {
        return name.isEmpty();
    }

    /** The same of a file of answers. */
    static CsvColumn ofAnswers(String field, Function<String, PlanException> wrong) {
        return of(
                field,
                FURTHER_TYPES_OF_ANSWERS,
                List.of(Type.LONG, Type.DOUBLE, Type.BOOLEAN),
                "long, double, boolean, string, decimal or json",
                wrong);
    }

    private static CsvColumn of(
            String field,
            Map<String, Type> further,
            List<Type> guesses,
            String known,
            Function<String, PlanException> wrong) {
        int colon = field.indexOf(':');
        String name = colon < 0 ? field : field.substring(0, colon);
        if (name.isEmpty()) {
            throw wrong.apply("a column without a name");
        }
        if (colon < 0) {
            return new CsvColumn(name, null, guesses, false);
        }
        String typed = field.substring(colon + 1).toLowerCase(Locale.ROOT);
        Type type = TYPES.containsKey(typed) ? TYPES.get(typed) : further.get(typed);
        if (type == null) {
            throw wrong.apply("column " + field + ": expected a type " + known);
        }
        return new CsvColumn(name, type, guesses, false);
    }

    String name() {
        return name;
    }

    void add(@Nullable String field, Function<String, PlanException> wrong) {
        if (ignored()) {
            return;
        }
        if (field == null || type == null) {
            values.add(field);
            return;
        }
        try {
            values.add(type.read(data ? plain(type, field) : field));
        } catch (IllegalArgumentException other) {
            throw wrong.apply("column " + name + ": \"" + field + "\" is not " + type.right);
        }
    }

    private static String plain(Type type, String field) {
        return switch (type) {
            case STRING, JSON -> field;
            case BOOLEAN -> BLANKS.matcher(field).replaceAll("").toLowerCase(Locale.ROOT);
            case LONG, DOUBLE, DECIMAL -> BLANKS.matcher(field).replaceAll("");
        };
    }

    private static String matching(Pattern pattern, String field) {
        if (!pattern.matcher(field).matches()) {
            throw new IllegalArgumentException(field);
        }
        return field;
    }

    private static Object truth(String field) {
        return switch (field) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(field);
        };
    }

    @Nullable
    Object[] values() {
        if (type != null) {
            return values.toArray();
        }
        for (Type guess : guesses) {
            @Nullable Object[] read = read(guess);
            if (read != null) {
                return read;
            }
        }
        return values.toArray();
    }

    /** Null if a field is no such value. */
    private @Nullable Object @Nullable [] read(Type guess) {
        @Nullable Object[] read = new Object[values.size()];
        try {
            for (int i = 0; i < read.length; i++) {
                Object field = values.get(i);
                String text = field == null ? null : field.toString();
                read[i] = text == null ? null : guess.read(data ? plain(guess, text) : text);
            }
            return read;
        } catch (IllegalArgumentException other) {
            return null;
        }
    }
}
