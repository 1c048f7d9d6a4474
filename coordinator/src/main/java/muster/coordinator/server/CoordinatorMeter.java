package muster.coordinator.server;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import muster.coordinator.core.event.Action;
import muster.model.PhaseAt;
import muster.model.ResourceRow;
import muster.protocol.Envelope;

/** What the coordinator's process has used and done since it started; in standalone that process is all there is. */
final class CoordinatorMeter {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long framesReceived;
    private long framesSent;
    private long bytesReceived;
    private long bytesSent;
    private long leases;
    private Supplier<Map<String, Long>> refusals = Map::of;

    /** Where the shell counts what it refused, by kind. */
    void refusals(Supplier<Map<String, Long>> counts) {
        refusals = counts;
    }

    void received(int bytes) {
        framesReceived++;
        bytesReceived += bytes;
    }

    void sent(Envelope.BodyCase kind, int bytes) {
        framesSent++;
        bytesSent += bytes;
        leases += kind == Envelope.BodyCase.LEASE ? 1 : 0;
    }

    Map<String, Long> refused() {
        return refusals.get();
    }

    /** A row of the coordinator: worker "" and session 0. To be called by the thread that drives the coordinator. */
    Action.WriteResources read(PhaseAt at, long seq, long nowNs, WriteTimes.Commits commits) {
        return new Action.WriteResources(new ResourceRow(at, "", 0, seq, nowNs, values(commits)));
    }

    /** The same by name, with what is of use only while it goes on. */
    Map<String, Long> live(WriteTimes.Commits commits) {
        Map<String, Long> values = values(commits);
        values.put("leases", leases);
        values.put("snapshots", commits.snapshots());
        return values;
    }

    private Map<String, Long> values(WriteTimes.Commits commits) {
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("cpu_ns", processCpuNs());
        values.put("loop_cpu_ns", threads.getCurrentThreadCpuTime());
        values.put("commits", commits.count());
        values.put("commit_ns", commits.elapsedNs());
        values.put("commit_cpu_ns", commits.cpuNs());
        values.put("frames_received", framesReceived);
        values.put("frames_sent", framesSent);
        values.put("received_bytes", bytesReceived);
        values.put("sent_bytes", bytesSent);
        refusals.get().forEach((kind, count) -> values.put("refused_" + kind, count));
        return values;
    }

    private static long processCpuNs() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(duration -> duration.toNanos())
                .orElse(0L);
    }
}
