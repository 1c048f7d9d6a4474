package muster.workloads.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers names by first appearance. */
final class Names {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    int number(String name) {
        Integer known = numbers.putIfAbsent(name, names.size());
        if (known != null) {
            return known;
        }
        names.add(name);
        return names.size() - 1;
    }

    @Nullable
    Integer known(String name) {
        return numbers.get(name);
    }

    String[] all() {
        return names.toArray(String[]::new);
    }
}
