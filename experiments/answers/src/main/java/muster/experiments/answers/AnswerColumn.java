package muster.experiments.answers;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import muster.text.Json;
import org.jspecify.annotations.Nullable;

/** A column of an exported CSV file, with the type that lets {@code answers import} read the same values again. */
record AnswerColumn(String name, Type type) {
    private enum Type {
        LONG,
        DOUBLE,
        BOOLEAN,
        DECIMAL,
        STRING,
        JSON
    }

    private static final int EXACT_DIGITS = 15;
    private static final Set<Type> NUMBERS = Set.of(Type.LONG, Type.DOUBLE, Type.DECIMAL);

    /**
     * That of these values.
     *
     * @param first whether it is the first of the file: a line that begins with an empty field could be an empty line
     * @throws IllegalArgumentException if no column can hold them
     */
    static AnswerColumn of(String name, boolean first, List<@Nullable Object> values) {
        boolean empty = first && values.stream().anyMatch(Objects::isNull);
        Type type = empty
                ? Type.JSON
                : values.stream()
                        .filter(Objects::nonNull)
                        .map(AnswerColumn::type)
                        .reduce(AnswerColumn::both)
                        .orElse(Type.STRING);
        if (type == Type.JSON) {
            values.forEach(AnswerColumn::refuseInexact);
        } else if (type == Type.DECIMAL) {
            values.forEach(AnswerColumn::refuseLong);
        }
        return new AnswerColumn(name, type);
    }

    private static Type type(Object value) {
        return switch (value) {
            case Long number -> Type.LONG;
            case Double number when Double.isFinite(number) -> Type.DOUBLE;
            case Double number -> throw new IllegalArgumentException(number + "; let the statement leave it out");
            case Boolean truth -> Type.BOOLEAN;
            case BigDecimal number -> Type.DECIMAL;
            case String text -> text.lines().count() > 1 || text.matches("(?s).*[\r\n]") ? Type.JSON : Type.STRING;
            default -> Type.JSON;
        };
    }

    private static Type both(Type one, Type other) {
        if (one == other) {
            return one;
        }
        if (!NUMBERS.containsAll(List.of(one, other))) {
            return Type.JSON;
        }
        return one == Type.DECIMAL || other == Type.DECIMAL ? Type.DECIMAL : Type.DOUBLE;
    }

    /** A decimal of up to 15 digits is compared as its nearest floating-point number, and no other is. */
    private static void refuseLong(@Nullable Object value) {
        if (value instanceof Double number && BigDecimal.valueOf(number).precision() > EXACT_DIGITS) {
            throw new IllegalArgumentException(number + " next to decimals; round it in the statement");
        }
    }

    private static void refuseInexact(@Nullable Object value) {
        switch (value) {
            case BigDecimal number ->
                throw new IllegalArgumentException(
                        number + " next to values of other types; round it in the statement");
            case Double number
            when !Double.isFinite(number) ->
                throw new IllegalArgumentException(number + "; let the statement leave it out");
            case List<?> list -> list.forEach(AnswerColumn::refuseInexact);
            case Map<?, ?> map -> map.values().forEach(AnswerColumn::refuseInexact);
            case null, default -> {
                // JSON has it.
            }
        }
    }

    String header() {
        return name + ":" + type.name().toLowerCase(Locale.ROOT);
    }

    /** The field of a row. */
    String cell(@Nullable Object value) {
        return switch (type) {
            case JSON -> quoted(Json.write(value));
            case STRING -> value == null ? "" : quoted(value.toString());
            case DECIMAL ->
                switch (value) {
                    case null -> "";
                    case BigDecimal number -> number.toPlainString();
                    case Double number -> BigDecimal.valueOf(number).toPlainString();
                    default -> value.toString();
                };
            default -> value == null ? "" : value.toString();
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
