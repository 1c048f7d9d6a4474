package muster.workloads.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with names in braces, as "/users/{id}", which values of an operation replace. Other braces stay as they are. */
public final class Template {
    private static final Pattern NAME = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_]*)}");

    private final String text;
    /** The texts between the names: one more than there are names. */
    private final List<String> parts = new ArrayList<>();

    private final List<String> names = new ArrayList<>();

    public Template(String text) {
        this.text = text;
        Matcher matcher = NAME.matcher(text);
        int from = 0;
        while (matcher.find()) {
            parts.add(text.substring(from, matcher.start()));
            names.add(matcher.group(1));
            from = matcher.end();
        }
        parts.add(text.substring(from));
    }

    /** In the order in which they stand in the text. */
    public List<String> names() {
        return names;
    }

    /** The texts around the names: one more than there are names. */
    public List<String> parts() {
        return parts;
    }

    /** The text with each name replaced by its value. */
    public String filled(UnaryOperator<String> values) {
        return filledAt(place -> values.apply(names.get(place)));
    }

    /** The text with the name at each place, from 0, replaced by a value. */
    public String filledAt(IntFunction<String> values) {
        if (names.isEmpty()) {
            return text;
        }
        StringBuilder filled = new StringBuilder(text.length() + 16).append(parts.getFirst());
        for (int i = 0; i < names.size(); i++) {
            filled.append(values.apply(i)).append(parts.get(i + 1));
        }
        return filled.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
