package muster.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what a coordinator does. */
@Command(name = "status", description = "Show the workers and the runs of a coordinator.")
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        try (CoordinatorClient client = coordinator.connect()) {
            Status status = client.status();
            if (output.json()) {
                output.printJson(json(status));
            } else {
                print(status);
            }
            return ExitCode.OK;
        }
    }

    private void print(Status status) {
        output.line("coordinator " + status.getVersion() + ", store " + status.getStore());
        output.line(status.getWorkersCount() + " workers");
        for (WorkerStatus worker : status.getWorkersList()) {
            output.line(String.format(
                    "  %-20s %-7s %-8s %5d clients, clock within %.3f ms, seen %d ms ago, on %s",
                    worker.getName(),
                    worker.getLanguage(),
                    worker.getState(),
                    worker.getClients(),
                    worker.getOffsetErrorNs() / 1e6,
                    worker.getLastSeenMs(),
                    worker.getHost()));
        }
        new TreeMap<>(status.getRefusedMap()).forEach((kind, count) -> output.line("refused " + count + " " + kind));
        output.line(status.getRunsCount() + " runs");
        for (RunStatus run : status.getRunsList()) {
            output.line(String.format("  %d %s: %s %s", run.getRunId(), run.getName(), run.getState(), run.getPhase()));
        }
    }

    private static Map<String, Object> json(Status status) {
        List<Map<String, Object>> workers = status.getWorkersList().stream()
                .map(worker -> Map.<String, Object>of(
                        "name", worker.getName(),
                        "language", worker.getLanguage(),
                        "host", worker.getHost(),
                        "state", worker.getState(),
                        "clients", worker.getClients(),
                        "offset_ns", worker.getOffsetNs(),
                        "offset_error_ns", worker.getOffsetErrorNs(),
                        "last_seen_ms", worker.getLastSeenMs()))
                .toList();
        List<Map<String, Object>> runs = status.getRunsList().stream()
                .map(run -> Map.<String, Object>of(
                        "run_id",
                        run.getRunId(),
                        "name",
                        run.getName(),
                        "state",
                        run.getState(),
                        "phase",
                        run.getPhase()))
                .toList();
        return Map.of(
                "version",
                status.getVersion(),
                "store",
                status.getStore(),
                "workers",
                workers,
                "runs",
                runs,
                "refused",
                new TreeMap<>(status.getRefusedMap()));
    }
}
