package muster.coordinator.observer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.observer.ProcessReading.ThreadTimes;
import org.jspecify.annotations.Nullable;

/** The readings of one server and its host during one phase. */
final class Observation {
    /** A reading may come this much after the end of the phase and still speak of it. */
    private static final long LATE_NS = 100_000_000;

    private final List<Moment> moments = new ArrayList<>();
    private final String name;
    private final double allowedCores;

    /** @param allowedCores by the affinity of the process */
    Observation(String name, double allowedCores) {
        this.name = name;
        this.allowedCores = allowedCores;
    }

    /** @param nowNs by the coordinator's clock */
    private record Moment(long nowNs, ProcessReading process, Map<String, Long> host) {}

    void add(long nowNs, ProcessReading process, Map<String, Long> host) {
        // Between the first and the last only gauges count.
        moments.add(new Moment(nowNs, process, host));
    }

    /** Null if less than a part of a second was observed. */
    @Nullable
    ServerUse use(long endNs) {
        List<Moment> within = moments.stream()
                .filter(moment -> moment.process().alive() && moment.nowNs() <= endNs + LATE_NS)
                .toList();
        return within.size() < 2 ? null : use(within);
    }

    private ServerUse use(List<Moment> within) {
        Moment first = within.getFirst();
        Moment last = within.getLast();
        double ns = last.nowNs() - first.nowNs();
        Difference process =
                new Difference(first.process().values(), last.process().values(), ns);
        Difference host = new Difference(first.host(), last.host(), ns);
        Map.Entry<String, Double> busiest = busiest(first, last, ns);
        double hostCores = last.host().getOrDefault("cores", 1L);
        return new ServerUse(
                name,
                ns / 1e9,
                process.of("cpu_ns"),
                Math.min(allowedCores, hostCores),
                hostCores,
                host.of("idle_ns") + host.of("iowait_ns"),
                process.of("run_queue_wait_ns"),
                busiest.getKey(),
                busiest.getValue(),
                host.most("disk_", "_busy_ns"),
                host.of("disk_flushes") * 1e9,
                within.stream()
                        .mapToLong(moment -> moment.process().values().getOrDefault("threads_on_disk", 0L))
                        .average()
                        .orElse(0));
    }

    private static Map.Entry<String, Double> busiest(Moment first, Moment last, double ns) {
        Map<String, ThreadTimes> before = first.process().threads();
        Map<String, Double> cores = new HashMap<>();
        last.process().threads().forEach((number, thread) -> {
            ThreadTimes earlier = before.get(number);
            long ranNs = thread.ranNs() - (earlier == null ? 0 : earlier.ranNs());
            cores.merge(thread.name(), ranNs / ns, Math::max);
        });
        return cores.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry("", 0.0));
    }

    /** Sums that grew over a time. */
    private record Difference(Map<String, Long> before, Map<String, Long> after, double ns) {
        /** A thread that ended takes what it had waited along. */
        double of(String key) {
            return Math.max(0, after.getOrDefault(key, 0L) - before.getOrDefault(key, 0L)) / ns;
        }

        double most(String prefix, String suffix) {
            return after.keySet().stream()
                    .filter(key -> key.startsWith(prefix) && key.endsWith(suffix))
                    .mapToDouble(this::of)
                    .max()
                    .orElse(0);
        }
    }
}
