package muster.workloads;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;

/** Settings over a plain map, with as much checking as tests of workloads need. */
public final class MapSettings implements Settings {
    private final String path;
    private final Map<String, Object> values;
    private final Set<String> read = new HashSet<>();

    public MapSettings(Map<String, Object> values) {
        this("workload", values);
    }

    private MapSettings(String path, Map<String, Object> values) {
        this.path = path;
        this.values = new TreeMap<>(values);
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public boolean has(String key) {
        return values.containsKey(key);
    }

    @Override
    public String text(String key) {
        return text(key, "");
    }

    @Override
    public String text(String key, String otherwise) {
        return value(key, otherwise).toString();
    }

    @Override
    public String choice(String key, String otherwise, List<String> names) {
        String name = text(key, otherwise);
        if (!names.contains(name)) {
            throw wrong(key, String.join(", ", names));
        }
        return name;
    }

    @Override
    public long integer(String key, long otherwise, long least, long most) {
        long number = ((Number) value(key, otherwise)).longValue();
        if (number < least || number > most) {
            throw wrong(key, least + " to " + most);
        }
        return number;
    }

    @Override
    public double number(String key, double otherwise, double least, double most) {
        double number = ((Number) value(key, otherwise)).doubleValue();
        if (number < least || number > most) {
            throw wrong(key, least + " to " + most);
        }
        return number;
    }

    @Override
    public Map<String, Double> numbers(String key) {
        Map<String, Double> numbers = new HashMap<>();
        Map<?, ?> given = (Map<?, ?>) value(key, Map.of());
        given.forEach((name, number) -> numbers.put(name.toString(), ((Number) number).doubleValue()));
        return numbers;
    }

    private Object value(String key, Object otherwise) {
        read.add(key);
        return values.getOrDefault(key, otherwise);
    }

    @Override
    public Set<String> unread() {
        Set<String> unread = new HashSet<>(values.keySet());
        unread.removeAll(read);
        return unread;
    }

    @Override
    public void refuseUnread() {
        if (!unread().isEmpty()) {
            throw new PlanException("unknown: " + unread());
        }
    }

    @Override
    public PlanException wrong(String key, String right) {
        return new PlanException(path() + "." + key + ": " + values.get(key) + ": expected " + right);
    }

    @Override
    public Map<String, Object> raw() {
        return values;
    }

    @Override
    public boolean flag(String key, boolean otherwise) {
        return (Boolean) value(key, otherwise);
    }

    @Override
    public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        return (Duration) value(key, otherwise);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Settings section(String key) {
        return new MapSettings(path + "." + key, (Map<String, Object>) value(key, Map.of()));
    }

    @Override
    public Settings resolved() {
        return this;
    }
}
