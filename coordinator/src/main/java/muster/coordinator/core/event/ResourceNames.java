package muster.coordinator.core.event;

import java.util.LinkedHashMap;
import java.util.Map;
import muster.protocol.Resources;

/** What a worker says of its process by the names that the store keeps. */
public final class ResourceNames {
    private ResourceNames() {}

    public static Map<String, Long> of(Resources resources) {
        Map<String, Long> named = evidence(resources);
        named.put("hiccup_max_ns", resources.getHiccupMaxNs());
        named.put("heap_bytes", resources.getHeapBytes());
        named.put("schedule_lag_max_ns", resources.getScheduleLagMaxNs());
        named.put("lease_wait_ns", resources.getLeaseWaitNs());
        named.put("encode_ns", resources.getEncodeNs());
        named.put("send_ns", resources.getSendNs());
        named.put("sent_bytes", resources.getSentBytes());
        return named;
    }

    /** What validity is judged by. */
    public static Map<String, Long> evidence(Resources resources) {
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("read_at_ns", resources.getReadAtNs());
        named.put("cpu_ns", resources.getCpuNs());
        named.put("cpu_allowed_ns", resources.getCpuAllowedNs());
        named.put("cpu_idle_ns", resources.getCpuIdleNs());
        named.put("gc_pause_ns", resources.getGcPauseNs());
        named.put("run_queue_wait_ns", resources.getRunQueueWaitNs());
        named.put("hiccup_ns", resources.getHiccupNs());
        named.put("throttled_ns", resources.getThrottledNs());
        named.put("steal_ns", resources.getStealNs());
        named.put("canary_late_ns", resources.getCanaryLateNs());
        named.put("canary_samples", resources.getCanarySamples());
        named.put("canary_over_1ms", resources.getCanaryOver1Ms());
        named.put("canary_over_10ms", resources.getCanaryOver10Ms());
        named.put("canary_over_100ms", resources.getCanaryOver100Ms());
        named.put("timer_late_ns", resources.getTimerLateNs());
        named.put("handover_ns", resources.getHandoverNs());
        named.put("handovers", resources.getHandovers());
        named.put("pacing_lag_max_ns", resources.getPacingLagMaxNs());
        named.put("late_start_ns", resources.getLateStartNs());
        named.put("service_ns", resources.getServiceNs());
        named.put("service_samples", resources.getServiceSamples());
        named.put("clients_without_completion", (long) resources.getClientsWithoutCompletion());
        return named;
    }
}
