package muster.coordinator.core.bounds;

import muster.protocol.ResourceSample;
import muster.protocol.Resources;
import muster.protocol.ThreadTime;

/** What a worker may say of its process, and an observer of a server: sums of times and counts that fit in 63 bits. */
final class ResourceBounds {
    private static final int MAX_CLIENTS = 10_000_000;
    private static final long MAX_BYTES = 1L << 60;
    /** The monotonic clock of a process counts from any moment. */
    private static final long MAX_CLOCK_NS = 1L << 62;

    private static final double MAX_CORES = 1_000_000;

    private ResourceBounds() {}

    static void check(FieldCheck check, Resources of) {
        cpu(check, of);
        check.time("Resources.hiccup_max_ns", of.getHiccupMaxNs())
                .time("Resources.hiccup_ns", of.getHiccupNs())
                .within("Resources.heap_bytes", of.getHeapBytes(), 0, MAX_BYTES)
                .within("Resources.sent_bytes", of.getSentBytes(), 0, MAX_BYTES)
                .within("Resources.clients_running", of.getClientsRunning(), 0, MAX_CLIENTS)
                .within("Resources.clients_without_completion", of.getClientsWithoutCompletion(), 0, MAX_CLIENTS)
                .time("Resources.schedule_lag_max_ns", of.getScheduleLagMaxNs())
                .time("Resources.pacing_lag_max_ns", of.getPacingLagMaxNs())
                .time("Resources.late_start_ns", of.getLateStartNs())
                .time("Resources.lease_wait_ns", of.getLeaseWaitNs())
                .time("Resources.encode_ns", of.getEncodeNs())
                .time("Resources.send_ns", of.getSendNs())
                .within("Resources.read_at_ns", of.getReadAtNs(), -MAX_CLOCK_NS, MAX_CLOCK_NS)
                .time("Resources.clock_resolution_ns", of.getClockResolutionNs())
                .time("Resources.service_ns", of.getServiceNs())
                .count("Resources.service_samples", of.getServiceSamples());
        canary(check, of);
    }

    private static void cpu(FieldCheck check, Resources of) {
        check.time("Resources.cpu_ns", of.getCpuNs())
                .time("Resources.cpu_allowed_ns", of.getCpuAllowedNs())
                .time("Resources.cpu_idle_ns", of.getCpuIdleNs())
                .time("Resources.gc_pause_ns", of.getGcPauseNs())
                .time("Resources.run_queue_wait_ns", of.getRunQueueWaitNs())
                .time("Resources.steal_ns", of.getStealNs())
                .time("Resources.throttled_ns", of.getThrottledNs());
    }

    private static void canary(FieldCheck check, Resources of) {
        check.time("Resources.canary_late_ns", of.getCanaryLateNs())
                .count("Resources.canary_samples", of.getCanarySamples())
                .count("Resources.canary_over_1ms", of.getCanaryOver1Ms())
                .count("Resources.canary_over_10ms", of.getCanaryOver10Ms())
                .count("Resources.canary_over_100ms", of.getCanaryOver100Ms())
                .time("Resources.timer_late_ns", of.getTimerLateNs())
                .time("Resources.handover_ns", of.getHandoverNs())
                .count("Resources.handovers", of.getHandovers());
    }

    /** Gauges and sums of a server may be negative where its operating system counts so; none is near the end of 63 bits. */
    static void check(FieldCheck check, ResourceSample of, long nowNs) {
        check.within(
                "ResourceSample.read_at_ns",
                of.getReadAtNs(),
                nowNs - FieldCheck.MAX_BEHIND_NS,
                nowNs + FieldCheck.MAX_AHEAD_NS);
        of.getProcessMap()
                .forEach((name, value) -> check.within("ResourceSample.process." + name, value, -MAX_BYTES, MAX_BYTES));
        of.getHostMap()
                .forEach((name, value) -> check.within("ResourceSample.host." + name, value, -MAX_BYTES, MAX_BYTES));
        of.getMetricsMap()
                .forEach((name, value) ->
                        check.require(Double.isFinite(value), "ResourceSample.metrics." + name, value));
        check.finite("ResourceSample.allowed_cores", of.getAllowedCores(), MAX_CORES);
        of.getThreadsList().forEach(thread -> check(check, thread));
    }

    private static void check(FieldCheck check, ThreadTime of) {
        check.time("ThreadTime.ran_ns", of.getRanNs())
                .time("ThreadTime.waited_ns", of.getWaitedNs())
                .within("ThreadTime.thread", of.getThread(), 0, MAX_BYTES);
    }
}
