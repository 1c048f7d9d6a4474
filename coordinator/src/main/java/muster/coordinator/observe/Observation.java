package muster.coordinator.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.observe.ProcessReading.ThreadTimes;
import org.jspecify.annotations.Nullable;

/** The readings of one server and its host during one phase. */
final class Observation {
    /** A reading may come this much after the end of the phase and still speak of it. */
    private static final long LATE_NS = 100_000_000;

    /**
     * Of a long phase the first reading and the last ones are kept whole, more than a phase drains for; of those between,
     * only their gauges.
     */
    private static final int KEPT = 64;

    private final List<Moment> moments = new ArrayList<>();
    private final GaugeMeans gauges = new GaugeMeans();
    private final String name;
    private final double allowedCores;
    private final String autogroup;

    /**
     * Has no reading yet.
     *
     * @param allowedCores by the affinity of the process
     * @param autogroup of the process; "" where that is not known
     */
    Observation(String name, double allowedCores, String autogroup) {
        this.name = name;
        this.allowedCores = allowedCores;
        this.autogroup = autogroup;
    }

    /** @param nowNs by the coordinator's clock */
    private record Moment(long nowNs, ProcessReading process, Map<String, Long> host) {}

    /** One of a process that has ended is left out. */
    void add(long nowNs, ProcessReading process, Map<String, Long> host) {
        if (!process.alive()) {
            return;
        }
        if (moments.size() > KEPT) {
            gauges.add(moments.remove(1).process());
        }
        moments.add(new Moment(nowNs, process, host));
    }

    /** Null if less than a part of a second was observed. */
    @Nullable
    ServerUse use(long endNs) {
        List<Moment> within = moments.stream()
                .filter(moment -> moment.nowNs() <= endNs + LATE_NS)
                .toList();
        return within.size() < 2
                ? null
                : use(within, gauges.with(within.stream().map(Moment::process)));
    }

    private ServerUse use(List<Moment> within, GaugeMeans means) {
        Moment first = within.getFirst();
        Moment last = within.getLast();
        double ns = last.nowNs() - first.nowNs();
        Difference process =
                new Difference(first.process().values(), last.process().values(), ns);
        Difference host = new Difference(first.host(), last.host(), ns);
        Map.Entry<String, Double> busiest = most(first, last, ns, ThreadTimes::ranNs);
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
                most(first, last, ns, thread -> thread.ranNs() + thread.waitedNs())
                        .getValue(),
                host.most("disk_", "_busy_ns"),
                host.of("disk_flushes") * 1e9,
                means.of("threads_on_disk"),
                means.of("threads_in_fsync"),
                host.of("io_pressure_ns"),
                autogroup);
    }

    /** The thread for which this sum grew most, by name, and by how many cores. */
    private static Map.Entry<String, Double> most(
            Moment first, Moment last, double ns, ToLongFunction<ThreadTimes> sum) {
        Map<String, ThreadTimes> before = first.process().threads();
        Map<String, Double> cores = new HashMap<>();
        last.process().threads().forEach((number, thread) -> {
            ThreadTimes earlier = before.get(number);
            long grewNs = sum.applyAsLong(thread) - (earlier == null ? 0 : sum.applyAsLong(earlier));
            cores.merge(thread.name(), grewNs / ns, Math::max);
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
