package muster.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.cli.terminal.RedrawnLines;
import muster.cli.terminal.RunResultText;
import muster.cli.terminal.Terminal;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.OperationsInFlight;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;
import muster.text.Printable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a coordinator does. */
@Command(
        name = "status",
        description = "Show the workers and the runs of a coordinator.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster status",
            "  ./muster status --coordinator tcp://192.0.2.7:5557 --watch",
            "  ./muster status --operations --older-than 1s",
            "  ./muster status --json"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class StatusCommand implements Callable<Integer> {
    private static final int ROWS = 40;

    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    @Option(names = "--watch", description = "Refresh once a second until interrupted.")
    private boolean watch;

    @Option(names = "--operations", description = "List the oldest operations in flight, 100 at most, with their ids.")
    private boolean operations;

    @Option(names = "--older-than", paramLabel = "AGE", description = "Of these, only those that have run for as long.")
    private @Nullable String olderThan;

    @Override
    public Integer call() throws InterruptedException {
        try (CoordinatorClient client = coordinator.connect()) {
            if (operations || olderThan != null) {
                operations(client);
            } else if (watch) {
                watch(client);
            } else if (output.json()) {
                output.printJson(StatusJson.of(client.status()));
            } else {
                lines(client.status(), ROWS).forEach(output::line);
            }
            return ExitCode.OK.code();
        }
    }

    private void operations(CoordinatorClient client) {
        OperationsInFlight inFlight =
                new OperationQuestions(client).list(olderThan == null ? 0 : AbortCommand.age(olderThan));
        if (output.json()) {
            output.printJson(OperationJson.of(inFlight));
        } else {
            OperationText.lines(inFlight).forEach(output::line);
        }
    }

    private void watch(CoordinatorClient client) throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        Interrupts.handle(stop::countDown);
        RedrawnLines block = new RedrawnLines(output.out());
        do {
            Status status = client.status();
            if (output.json()) {
                output.printJson(StatusJson.of(status));
                output.out().flush();
            } else if (Terminal.output()) {
                Terminal.Size size = Terminal.size();
                block.show(lines(status, size.rows() - 1), size);
            } else {
                lines(status, ROWS).forEach(output::line);
            }
        } while (!stop.await(1, TimeUnit.SECONDS));
    }

    /** What is shown: the workers are told with the phase that they work in, or by themselves. */
    static List<String> lines(Status status, int rows) {
        List<String> lines = new ArrayList<>();
        lines.add("coordinator " + status.getVersion() + ", store " + status.getStore());
        boolean running = status.getRunsList().stream().anyMatch(RunStatus::hasProgress);
        new TreeMap<>(status.getRefusedMap()).forEach((kind, count) -> lines.add("refused " + count + " " + kind));
        lines.add(count(status.getWorkersCount(), "worker") + ", " + count(status.getRunsCount(), "run"));
        for (RunStatus run : status.getRunsList()) {
            if (run.hasProgress()) {
                lines.addAll(LiveBlock.lines(run.getProgress(), rows - lines.size() - status.getRunsCount()));
            } else {
                lines.add(String.format("  %d %s: %s", run.getRunId(), run.getName(), run.getState()));
            }
        }
        if (!running && status.hasEnded()) {
            lines.add("the run that ended last:");
            RunResultText.of(status.getEnded()).lines().forEach(line -> lines.add("  " + line));
        }
        status.getWorkersList().stream().filter(worker -> !running).forEach(worker -> lines.add(line(worker)));
        status.getObserversList().forEach(observer -> lines.add(observer(observer)));
        return lines.stream().map(Printable::line).toList();
    }

    private static String count(int count, String of) {
        return count + " " + of + (count == 1 ? "" : "s");
    }

    private static String observer(WorkerStatus observer) {
        return String.format(
                "  %-20s observer, clock within %.3f ms, seen %d ms ago, on %s",
                observer.getName(), observer.getOffsetErrorNs() / 1e6, observer.getLastSeenMs(), observer.getHost());
    }

    private static String line(WorkerStatus worker) {
        return String.format(
                "  %-20s %-7s %-8s %5d clients, clock within %.3f ms, seen %d ms ago, on %s",
                worker.getName(),
                worker.getLanguage(),
                worker.getState(),
                worker.getClients(),
                worker.getOffsetErrorNs() / 1e6,
                worker.getLastSeenMs(),
                worker.getHost());
    }
}
