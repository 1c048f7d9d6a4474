package muster.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.OperationId;
import muster.protocol.OperationIdText;
import muster.protocol.OperationsAborted;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a run, or operations of the run that is running. */
@Command(
        name = "abort",
        description = "Stop a run at once, or end single operations while the run continues.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster abort 3                    run 3; operations in flight are dropped",
            "  ./muster abort op7.1.4711           one operation, by its id (./muster status --operations)",
            "  ./muster abort --older-than 5s      every operation that has run for 5 s or longer"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class AbortCommand implements Callable<Integer> {
    private static final String RIGHT =
            "the number of a run (./muster status), or ids of operations such as op7.1.4711 (./muster status --operations)";

    @Parameters(
            paramLabel = "RUN|OPERATION",
            arity = "0..*",
            description = "The number of a run, or ids of operations.")
    private List<String> named = new ArrayList<>();

    @Option(names = "--older-than", paramLabel = "AGE", description = "All operations that have run for as long.")
    private @Nullable String olderThan;

    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        if (olderThan != null) {
            return older(olderThan);
        }
        if (named.size() == 1 && named.getFirst().matches("[0-9]{1,18}")) {
            return CancelCommand.end(coordinator, output, Long.parseLong(named.getFirst()), true);
        }
        if (named.isEmpty()) {
            throw Failure.badInput("abort: nothing named; give " + RIGHT + ", or --older-than 5s");
        }
        return abort(named.stream().map(AbortCommand::id).toList(), 0);
    }

    private int older(String age) {
        if (!named.isEmpty()) {
            throw Failure.badInput("abort " + named.getFirst() + " --older-than " + age + ": give one of both");
        }
        return abort(List.of(), age(age));
    }

    /** Zero would end all there is. */
    static long age(String text) {
        Failure wrong = Failure.badInput("--older-than " + text + ": not an age; 5s or 200ms would be right");
        try {
            long ageNs = Durations.parse(text).toNanos();
            if (ageNs > 0) {
                return ageNs;
            }
        } catch (PlanException e) {
            throw wrong;
        }
        throw wrong;
    }

    private static OperationId id(String text) {
        return OperationIdText.parse(text).orElseThrow(() -> Failure.badInput("abort " + text + ": give " + RIGHT));
    }

    private int abort(List<OperationId> ids, long olderThanNs) {
        try (CoordinatorClient client = coordinator.connect()) {
            OperationsAborted aborted = new OperationQuestions(client).abort(ids, olderThanNs);
            if (output.json()) {
                output.printJson(OperationJson.of(aborted));
            } else {
                OperationText.lines(aborted).forEach(output::line);
            }
            return code(aborted).code();
        }
    }

    private static ExitCode code(OperationsAborted aborted) {
        boolean unknown = aborted.getOperationsList().stream()
                .anyMatch(one -> one.getState().equals("unknown"));
        boolean runs = aborted.getSilentCount() > 0
                || aborted.getOperationsList().stream()
                        .anyMatch(one -> one.getState().equals("running"));
        return runs ? ExitCode.OPERATIONS_FAILED : unknown ? ExitCode.BAD_INPUT : ExitCode.OK;
    }
}
