package muster.workloads.plan.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of JSON (RFC 8259) as maps in their order, lists, texts, booleans, null, longs, and doubles for numbers with
 * a fraction or an exponent. Unlike the reader of plans it keeps no places, so that it can read one line an operation.
 */
public final class JsonReader {
    /** Deeper ones would exhaust the stack. */
    private static final int DEEPEST = 32;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /** Throws {@link IllegalArgumentException} with the position and what would be right there. */
    public static @Nullable Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.wrong("nothing more");
        }
        return value;
    }

    private @Nullable Object value() {
        skipBlanks();
        return switch (peek()) {
            case '{' -> map();
            case '[' -> list();
            case '"' -> text();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> map() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (boolean more = opens('}'); more; more = continues('}')) {
            skipBlanks();
            String key = text();
            skipBlanks();
            expect(':');
            if (map.containsKey(key)) {
                throw wrong("one value of \"" + key + "\"");
            }
            map.put(key, value());
        }
        return map;
    }

    private List<@Nullable Object> list() {
        List<@Nullable Object> list = new ArrayList<>();
        for (boolean more = opens(']'); more; more = continues(']')) {
            list.add(value());
        }
        return list;
    }

    /** Whether an item follows the opening bracket. */
    private boolean opens(char close) {
        at++;
        if (++depth > DEEPEST) {
            throw wrong("at most " + DEEPEST + " levels");
        }
        skipBlanks();
        return peek() != close || closes();
    }

    private boolean continues(char close) {
        skipBlanks();
        if (peek() == close) {
            return closes();
        }
        expect(',');
        return true;
    }

    private boolean closes() {
        at++;
        depth--;
        return false;
    }

    private String text() {
        expect('"');
        int end = at;
        while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\' && text.charAt(end) >= ' ') {
            end++;
        }
        if (end < text.length() && text.charAt(end) == '"') {
            String plain = text.substring(at, end);
            at = end + 1;
            return plain;
        }
        return escaped();
    }

    private String escaped() {
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char next = text.charAt(at++);
            if (next < ' ') {
                throw wrong("an escaped control character");
            }
            out.append(next == '\\' ? escape() : next);
        }
        at++;
        return out.toString();
    }

    private char escape() {
        char escaped = peek();
        at++;
        return switch (escaped) {
            case '"', '\\', '/' -> escaped;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("an escape such as \\n");
        };
    }

    private char unicode() {
        String digits = text.substring(at, Math.min(text.length(), at + 4));
        if (!digits.matches("[0-9A-Fa-f]{4}")) {
            throw wrong("four hexadecimal digits");
        }
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong(word);
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        boolean whole = true;
        for (; at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0; at++) {
            whole &= ".eE".indexOf(text.charAt(at)) < 0;
        }
        String number = text.substring(start, at);
        try {
            return whole ? (Object) Long.valueOf(number) : Double.valueOf(number);
        } catch (NumberFormatException e) {
            at = start;
            throw wrong("a value; whole numbers have 64 bits");
        }
    }

    private void expect(char expected) {
        if (peek() != expected) {
            throw wrong("\"" + expected + "\"");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("more: the line is cut");
        }
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String right) {
        return new IllegalArgumentException("character " + (at + 1) + ": expected " + right);
    }
}
