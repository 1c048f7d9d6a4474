package muster.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import muster.coordinator.server.CoordinatorView.Live;
import muster.protocol.Progress;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;
import muster.report.export.OpenMetrics;
import muster.report.export.OpenMetrics.Family;
import muster.report.export.OpenMetrics.Family.Kind;
import muster.report.export.OpenMetrics.Sample;
import muster.report.export.PhaseMetrics;
import muster.store.file.phase.PhaseAggregate;

/**
 * The metrics of the coordinator for monitoring: the figures of the running phase, its workers, and the coordinator
 * itself.
 */
final class Metrics {
    private static final double NS_IN_S = 1e9;

    private final Live live;
    private final List<Family> families = new ArrayList<>();

    private Metrics(Live live) {
        this.live = live;
    }

    static String text(Live live, int viewers, long droppedViewers) {
        Metrics metrics = new Metrics(live);
        metrics.workers(live.status());
        metrics.runs(live.status());
        metrics.coordinator();
        metrics.one("muster_web_viewers", Kind.GAUGE, "", "Connected viewers of the page.", viewers);
        metrics.one(
                "muster_web_dropped_viewers", Kind.COUNTER, "", "Viewers dropped because they did not read.", (double)
                        droppedViewers);
        return OpenMetrics.text(metrics.phases(), metrics.families);
    }

    private void workers(Status status) {
        Map<String, Integer> states = new TreeMap<>();
        status.getWorkersList().forEach(worker -> states.merge(worker.getState(), 1, Integer::sum));
        many("muster_workers", Kind.GAUGE, "Workers by state.", states, "state");
        each("muster_worker_clients", "", "Running clients.", WorkerStatus::getClients);
        each("muster_worker_cpu_cores", "", "Processor use of its process, in cores.", WorkerStatus::getCpuCores);
        each(
                "muster_worker_schedule_lag_seconds",
                "seconds",
                "Largest recent schedule lag.",
                worker -> worker.getScheduleLagMaxNs() / NS_IN_S);
        each(
                "muster_worker_clock_error_seconds",
                "seconds",
                "Error bound of its clock offset.",
                worker -> worker.getOffsetErrorNs() / NS_IN_S);
    }

    private void each(String name, String unit, String help, ToDoubleFunction<WorkerStatus> value) {
        List<Sample> samples = live.status().getWorkersList().stream()
                .map(worker -> new Sample(Map.of("worker", worker.getName()), value.applyAsDouble(worker)))
                .toList();
        families.add(new Family(name, Kind.GAUGE, unit, help, samples));
    }

    private void runs(Status status) {
        Map<String, Integer> states = new TreeMap<>(Map.of("running", 0, "waiting", 0));
        status.getRunsList().forEach(run -> states.merge(run.hasProgress() ? "running" : "waiting", 1, Integer::sum));
        many("muster_runs", Kind.GAUGE, "Unfinished runs by state; running: in a phase.", states, "state");
        List<Sample> rates = status.getRunsList().stream()
                .filter(RunStatus::hasProgress)
                .map(run -> new Sample(labels(run), run.getProgress().getThroughputPerS()))
                .toList();
        String help = "Recent operations with outcome ok per second.";
        families.add(new Family("muster_throughput_per_second", Kind.GAUGE, "", help, rates));
    }

    private void many(String name, Kind kind, String help, Map<String, ? extends Number> values, String label) {
        List<Sample> samples = values.entrySet().stream()
                .map(entry -> new Sample(
                        Map.of(label, entry.getKey()), entry.getValue().doubleValue()))
                .toList();
        families.add(new Family(name, kind, "", help, samples));
    }

    private void coordinator() {
        count("muster_leases", "Granted leases.", "leases");
        count("muster_snapshots", "Durable snapshots.", "snapshots");
        count("muster_commits", "Snapshot commit transactions.", "commits");
        time("muster_commit_seconds", "Time until commits were durable.", "commit_ns");
        time("muster_commit_cpu_seconds", "Processor time of commits.", "commit_cpu_ns");
        count("muster_frames_received", "Messages received.", "frames_received");
        count("muster_frames_sent", "Sent messages.", "frames_sent");
        bytes("muster_received_bytes", "Bytes of received messages.", "received_bytes");
        bytes("muster_sent_bytes", "Bytes of sent messages.", "sent_bytes");
        time("muster_coordinator_cpu_seconds", "Processor time of the process.", "cpu_ns");
        time("muster_coordinator_loop_cpu_seconds", "Processor time of the deciding thread.", "loop_cpu_ns");
        many(
                "muster_refused",
                Kind.COUNTER,
                "Refused input by kind.",
                live.status().getRefusedMap(),
                "kind");
    }

    private void count(String name, String help, String own) {
        one(name, Kind.COUNTER, "", help, own(own));
    }

    private void bytes(String name, String help, String own) {
        one(name, Kind.COUNTER, "bytes", help, own(own));
    }

    private void time(String name, String help, String own) {
        one(name, Kind.COUNTER, "seconds", help, own(own) / NS_IN_S);
    }

    private double own(String name) {
        return live.own().getOrDefault(name, 0L);
    }

    private void one(String name, Kind kind, String unit, String help, double value) {
        families.add(new Family(name, kind, unit, help, List.of(new Sample(Map.of(), value))));
    }

    private List<PhaseMetrics> phases() {
        PhaseAggregate phase = live.phase();
        return live.status().getRunsList().stream()
                .filter(run -> run.hasProgress() && phase != null)
                .map(run -> PhaseMetrics.live(labels(run), Objects.requireNonNull(phase)))
                .toList();
    }

    /** The same names as an export of the run has. */
    private static Map<String, String> labels(RunStatus run) {
        Progress progress = run.getProgress();
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("run", Long.toString(run.getRunId()));
        labels.put("name", run.getName());
        labels.put("step", Integer.toString(progress.getStep()));
        labels.put("trial", Integer.toString(progress.getTrial()));
        labels.put("phase", progress.getPhase());
        return labels;
    }
}
