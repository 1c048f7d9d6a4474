package muster.cli.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.cli.terminal.OutcomeJson;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.Finished;
import muster.protocol.Progress;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;
import muster.text.JsonReader;
import org.jspecify.annotations.Nullable;

/** What a coordinator does, for programs: times in nanoseconds, null where there are too few samples. */
public final class StatusJson {
    private StatusJson() {}

    public static Map<String, Object> of(Status status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", status.getVersion());
        json.put("store", status.getStore());
        json.put("workers", workers(status.getWorkersList()));
        json.put("observers", workers(status.getObserversList()));
        json.put("runs", status.getRunsList().stream().map(StatusJson::run).toList());
        json.put("refused", new TreeMap<>(status.getRefusedMap()));
        if (status.hasEnded()) {
            json.put("ended", ended(status.getEnded()));
        }
        return json;
    }

    private static Map<String, Object> ended(Finished run) {
        return Map.of(
                "run_id", run.getRunId(),
                "state", run.getState(),
                "exit_code", run.getExitCode(),
                "summary", RunResultText.of(run),
                "answers", run.getResult().getAnswers(),
                "answers_compared", run.getResult().getAnswersCompared(),
                "answers_asked", run.getResult().getAnswersAsked());
    }

    private static List<Map<String, Object>> workers(List<WorkerStatus> workers) {
        return workers.stream().map(StatusJson::worker).toList();
    }

    private static Map<String, Object> worker(WorkerStatus worker) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", worker.getName());
        json.put("language", worker.getLanguage());
        json.put("host", worker.getHost());
        json.put("state", worker.getState());
        json.put("clients", worker.getClients());
        json.put("offset_ns", worker.getOffsetNs());
        json.put("offset_error_ns", worker.getOffsetErrorNs());
        json.put("last_seen_ms", worker.getLastSeenMs());
        json.put("cpu_cores", worker.getCpuCores());
        json.put("schedule_lag_max_ns", worker.getScheduleLagMaxNs());
        return json;
    }

    private static Map<String, Object> run(RunStatus run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("run_id", run.getRunId());
        json.put("name", run.getName());
        json.put("state", run.getState());
        json.put("phase", run.getPhase());
        if (run.hasProgress()) {
            json.put("progress", progress(run.getProgress()));
        }
        return json;
    }

    private static Map<String, @Nullable Object> progress(Progress progress) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("step", progress.getStep());
        json.put("trial", progress.getTrial());
        json.put("steps", progress.getSteps());
        json.put("trials", progress.getTrials());
        json.put("parameters", parameters(progress.getParametersJson()));
        json.put("seconds_left", progress.getSecondsLeft() < 0 ? null : progress.getSecondsLeft());
        json.put("run_seconds_left", progress.getRunSecondsLeft() < 0 ? null : progress.getRunSecondsLeft());
        json.putAll(OutcomeJson.of(OutcomeMessages.of(progress.getCounts())));
        json.put("planned", progress.getPlanned() > 0 ? progress.getPlanned() : null);
        json.put("elements", progress.getElements());
        json.put("failed", progress.getFailedMap());
        json.put("throughput_per_s", progress.getThroughputPerS());
        json.put(
                "service",
                latencies(progress.getServiceP50Ns(), progress.getServiceP99Ns(), progress.getServiceMaxNs()));
        json.put("response", latencies(progress.getP50Ns(), progress.getP99Ns(), progress.getMaxNs()));
        json.put("workers", workers(progress.getMembersList()));
        return json;
    }

    /** The swept values of the step; none where its text was cut. */
    private static Object parameters(String json) {
        try {
            return json.isEmpty() || !(JsonReader.read(json) instanceof Map<?, ?> values) ? Map.of() : values;
        } catch (IllegalArgumentException cut) {
            return Map.of();
        }
    }

    private static Map<String, @Nullable Object> latencies(long p50, long p99, long max) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("p50_ns", orNull(p50));
        json.put("p99_ns", orNull(p99));
        json.put("max_ns", orNull(max));
        return json;
    }

    private static @Nullable Long orNull(long ns) {
        return ns < 0 ? null : ns;
    }
}
