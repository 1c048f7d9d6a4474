package muster.workloads.plan.language;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The values that YAML's JSON schema knows: texts, whole numbers, numbers, booleans. */
final class Scalars {
    private Scalars() {}

    /** Null where {@link #reason} says why there is none. */
    static @Nullable Object value(Tag tag, String text) {
        try {
            if (tag.equals(Tag.STR)) {
                return text;
            }
            if (tag.equals(Tag.BOOL)) {
                return text.equals("true");
            }
            return number(tag, text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    static String reason(Tag tag, String text) {
        if (tag.equals(Tag.NULL)) {
            return "empty; give a value or leave the key out";
        }
        boolean number = tag.equals(Tag.INT) || tag.equals(Tag.FLOAT);
        return number ? text + " is not a number that fits 64 bits" : "the tag " + tag + " is not allowed in a plan";
    }

    private static @Nullable Object number(Tag tag, String text) {
        if (tag.equals(Tag.INT)) {
            return Long.valueOf(text);
        }
        if (tag.equals(Tag.FLOAT)) {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? value : null;
        }
        return null;
    }
}
