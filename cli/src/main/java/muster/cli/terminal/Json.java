package muster.cli.terminal;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import muster.store.table.Printable;
import org.jspecify.annotations.Nullable;

/** Writes JSON: maps, collections, text, numbers, booleans and null; anything else by its toString. */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    public static String text(@Nullable Object value) {
        Json json = new Json();
        json.value(value);
        return json.out.toString();
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case Double number when !Double.isFinite(number) -> out.append("null");
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            case Map<?, ?> map -> list('{', map.entrySet(), this::entry, '}');
            case Collection<?> items -> list('[', items, this::value, ']');
            default -> string(value.toString());
        }
    }

    private void entry(Map.Entry<?, ?> entry) {
        string(String.valueOf(entry.getKey()));
        out.append(": ");
        value(entry.getValue());
    }

    private <T extends @Nullable Object> void list(char open, Collection<T> items, Consumer<T> each, char close) {
        out.append(open);
        for (Iterator<T> i = items.iterator(); i.hasNext(); ) {
            each.accept(i.next());
            out.append(i.hasNext() ? ", " : "");
        }
        out.append(close);
    }

    private void string(String text) {
        out.append('"');
        text.chars().forEach(this::character);
        out.append('"');
    }

    private void character(int c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append(Printable.isSafe(c) ? String.valueOf((char) c) : String.format("\\u%04x", c));
        }
    }
}
