package muster.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import muster.cli.terminal.ErrorAdvice;
import muster.protocol.Progress;
import muster.protocol.WorkerStatus;
import muster.text.Printable;
import muster.text.Quantity;

/** What goes on in a run, as some lines for people. Figures are those of the phase so far, but for the throughput. */
final class LiveBlock {
    private LiveBlock() {}

    /**
     * The lines.
     *
     * @param rows how many there may be, at least 8; workers that do not fit are counted
     */
    static List<String> lines(Progress progress, int rows) {
        if (!progress.getLine().isEmpty()) {
            String run = "run %d %s: ".formatted(progress.getRunId(), progress.getRunName());
            return List.of(Printable.line(run + progress.getLine()));
        }
        List<String> lines = new ArrayList<>();
        lines.add(where(progress));
        lines.add("  %s   %s".formatted(Quantity.rate(progress.getThroughputPerS()), ProgressText.done(progress)));
        lines.add("  %-10s %9s %9s %9s".formatted("", "p50", "p99", "max"));
        lines.add(
                latency("service", progress.getServiceP50Ns(), progress.getServiceP99Ns(), progress.getServiceMaxNs()));
        lines.add(latency("response", progress.getP50Ns(), progress.getP99Ns(), progress.getMaxNs()));
        if (progress.getFailedCount() > 0) {
            lines.add("  errors     " + failed(progress.getFailedMap()));
            example(progress).ifPresent(lines::add);
        }
        workers(progress.getMembersList(), rows - lines.size(), lines);
        return lines.stream().map(Printable::line).toList();
    }

    private static String where(Progress progress) {
        return "run %d %s: %s%s"
                .formatted(
                        progress.getRunId(),
                        progress.getRunName(),
                        ProgressText.where(progress),
                        ProgressText.left(progress));
    }

    /** The first message of the most frequent class of error, and what to change. */
    private static Optional<String> example(Progress progress) {
        return progress.getFailedMap().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> {
                    String message = progress.getExamplesOrDefault(most.getKey(), "");
                    String cure = ErrorAdvice.of(most.getKey());
                    return "  such as    " + message + (message.isEmpty() || cure.isEmpty() ? "" : "; ") + cure;
                })
                .filter(line -> !line.isBlank() && !line.strip().equals("such as"));
    }

    private static String latency(String name, long p50, long p99, long max) {
        return "  %-10s %9s %9s %9s".formatted(name, time(p50), time(p99), time(max));
    }

    /** A dash for what cannot be told yet. */
    static String time(long ns) {
        return ns < 0 ? "-" : Quantity.duration((double) ns);
    }

    private static String failed(Map<String, Long> failed) {
        return failed.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> "%s %,d".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static void workers(List<WorkerStatus> workers, int rows, List<String> lines) {
        lines.add("  %-20s %7s %9s %9s %9s".formatted("worker", "clients", "cpu cores", "lag", "seen"));
        int shown = workers.size() < rows ? workers.size() : Math.max(0, rows - 2);
        workers.stream().limit(shown).forEach(worker -> lines.add(line(worker)));
        if (shown < workers.size()) {
            lines.add("  and " + (workers.size() - shown) + " more");
        }
    }

    /** Lag: how much later than intended operations start, at most; of a closed loop it is always 0. */
    static String line(WorkerStatus worker) {
        return String.format(
                Locale.ROOT,
                "  %-20s %7d %9.2f %9s %6d ms",
                worker.getName(),
                worker.getClients(),
                worker.getCpuCores(),
                time(worker.getScheduleLagMaxNs()),
                worker.getLastSeenMs());
    }
}
