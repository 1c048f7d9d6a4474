package muster.workloads.plan.language;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, texts, numbers, booleans and null as JSON in one line. */
public final class Json {
    private Json() {}

    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case Map<?, ?> map -> map(map, out);
            case List<?> list -> list(list, out);
            case Double number -> out.append(decimal(number));
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            default -> text(value.toString(), out);
        }
    }

    private static void map(Map<?, ?> map, StringBuilder out) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text(entry.getKey().toString(), out.append(separator));
            write(entry.getValue(), out.append(": "));
            separator = ", ";
        }
        out.append(map.isEmpty() ? "{}" : "}");
    }

    private static void list(List<?> list, StringBuilder out) {
        String separator = "[";
        for (Object item : list) {
            write(item, out.append(separator));
            separator = ", ";
        }
        out.append(list.isEmpty() ? "[]" : "]");
    }

    /** Always with a point, so that a double is read back as one. */
    private static String decimal(double number) {
        if (number == 0) {
            return Double.toString(number); // -0.0 has a sign, which a BigDecimal has not.
        }
        String plain = new BigDecimal(Double.toString(number)).toPlainString();
        return plain.contains(".") ? plain : plain + ".0";
    }

    private static void text(String text, StringBuilder out) {
        out.append('"');
        text.chars().forEach(c -> character((char) c, out));
        out.append('"');
    }

    private static void character(char c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            default -> {
                // Beyond these YAML, which reads this again, wants some characters escaped that JSON does not.
                boolean plain = (c >= ' ' && c <= '~') || Character.isLetterOrDigit(c);
                out.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
        }
    }
}
