package muster.servers.http;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import muster.servers.ServerContext;
import muster.servers.host.BadServerArgument;

/** The settings of these servers, which {@code --set KEY=VALUE} gives. */
record Settings(String server, ServerContext context, Set<String> known) {
    static final String SIZE = "size";
    static final String THREADS = "threads";

    private static final int MAX = 1 << 30;

    Settings {
        for (String key : new TreeSet<>(context.settings().keySet())) {
            if (!known.contains(key)) {
                throw new BadServerArgument("%s has no setting %s, only %s"
                        .formatted(server, key, String.join(", ", new TreeSet<>(known))));
            }
        }
    }

    String text(String key, String otherwise) {
        return context.settings().getOrDefault(key, otherwise);
    }

    int number(String key, int otherwise) {
        String value = text(key, Integer.toString(otherwise));
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= MAX) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(key, value, "a number from 1 to " + MAX);
        }
        throw bad(key, value, "a number from 1 to " + MAX);
    }

    String choice(String key, List<String> values) {
        String value = text(key, values.getFirst());
        if (!values.contains(value)) {
            throw bad(key, value, "one of " + String.join(", ", values));
        }
        return value;
    }

    BadServerArgument bad(String key, String value, String right) {
        return new BadServerArgument("--set %s=%s: expected %s".formatted(key, value, right));
    }
}
