package muster.coordinator.observe;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The means of what a process showed at some moments. */
final class GaugeMeans {
    private final Map<String, Long> sums = new HashMap<>();
    private long moments;

    void add(ProcessReading process) {
        process.values().forEach((name, value) -> sums.merge(name, value, Long::sum));
        moments++;
    }

    /** These and more. */
    GaugeMeans with(Stream<ProcessReading> more) {
        GaugeMeans all = new GaugeMeans();
        all.sums.putAll(sums);
        all.moments = moments;
        more.forEach(all::add);
        return all;
    }

    double of(String name) {
        return moments == 0 ? 0 : sums.getOrDefault(name, 0L) / (double) moments;
    }
}
