package muster.workloads.replay;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a recorded operation, read one after another; {@link IllegalArgumentException} says what is wrong. */
final class Values {
    private final Map<String, @Nullable Object> parameters;
    private int read;

    Values(Map<String, @Nullable Object> parameters) {
        this.parameters = parameters;
    }

    @Nullable
    Object any(String name) {
        Object value = parameters.get(name);
        if (value == null && !parameters.containsKey(name)) {
            throw new IllegalArgumentException("parameter " + name + " is missing");
        }
        if (value instanceof Map || value instanceof Iterable) {
            throw new IllegalArgumentException("parameter " + name + ": expected a number, text, true, false or null");
        }
        read++;
        return value;
    }

    long whole(String name) {
        if (any(name) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("parameter " + name + ": expected a whole number");
    }

    int count(String name) {
        long number = whole(name);
        if (number != (int) number) {
            throw new IllegalArgumentException("parameter " + name + ": expected a whole number of 32 bits");
        }
        return (int) number;
    }

    String text(String name) {
        if (any(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("parameter " + name + ": expected a text");
    }

    void refuseUnread(String operation) {
        if (read < parameters.size()) {
            throw new IllegalArgumentException("parameters " + String.join(", ", parameters.keySet()) + " are "
                    + (parameters.size() - read) + " more than operation " + operation + " has");
        }
    }
}
