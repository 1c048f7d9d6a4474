package muster.worker.agent.inflight;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import muster.protocol.AbortOperations;
import muster.protocol.AbortedOperation;
import muster.protocol.Envelope;
import muster.protocol.ListOperations;
import muster.protocol.OperationId;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;

/**
 * Answers what the coordinator asks about operations in flight, on its own threads: clients and heartbeats do not wait,
 * and an operation that the database is slow to end delays no other. Without a question there is no thread.
 */
public final class OperationRequests implements AutoCloseable {
    private static final int MAX = 1_000;
    private static final int AT_ONCE = 16;
    private static final Comparator<RunningOperation> OLDEST_FIRST =
            Comparator.comparingLong(RunningOperation::ageNs).reversed();

    private final Consumer<Envelope.Builder> answers;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            AT_ONCE,
            AT_ONCE,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("muster-operations-", 0).daemon(true).factory());

    /** @param answers takes what is to be sent; any thread */
    public OperationRequests(Consumer<Envelope.Builder> answers) {
        this.answers = answers;
        threads.allowCoreThreadTimeOut(true);
    }

    /** Answers a message of the coordinator; {@code phase} is empty if no engine runs. */
    public void receive(Envelope message, Optional<PhaseEngine> phase) {
        switch (message.getBodyCase()) {
            case LIST_OPERATIONS -> threads.execute(() -> list(message.getListOperations(), phase));
            case ABORT_OPERATIONS -> threads.execute(() -> abort(message.getAbortOperations(), phase));
            default -> throw new IllegalArgumentException("not about operations: " + message.getBodyCase());
        }
    }

    private void list(ListOperations asked, Optional<PhaseEngine> phase) {
        OperationsInFlight.Builder answer = OperationsInFlight.newBuilder().setRequest(asked.getRequest());
        phase.ifPresent(mine -> {
            List<RunningOperation> running = running(mine, asked.getOlderThanNs());
            long most = Math.clamp(asked.getMost(), 1, MAX);
            running.stream().limit(most).forEach(one -> answer.addOperations(described(mine, one)));
            answer.setOmitted(Math.max(0, running.size() - most));
        });
        answers.accept(Envelope.newBuilder().setOperationsInFlight(answer));
    }

    private static List<RunningOperation> running(PhaseEngine phase, long olderThanNs) {
        return phase.running().stream()
                .filter(one -> one.ageNs() >= olderThanNs)
                .sorted(OLDEST_FIRST)
                .toList();
    }

    private static OperationInFlight described(PhaseEngine phase, RunningOperation one) {
        return OperationInFlight.newBuilder()
                .setId(id(phase.assignment(), one.index()))
                .setAgeNs(Math.max(0, one.ageNs()))
                .setClient(one.client())
                .setName(one.name())
                .setStatement(phase.statement().apply(one))
                .setActions(one.actions())
                .build();
    }

    private static OperationId.Builder id(long assignment, long index) {
        return OperationId.newBuilder().setAssignment(assignment).setIndex(index);
    }

    private void abort(AbortOperations asked, Optional<PhaseEngine> phase) {
        List<CompletableFuture<AbortedOperation>> aborts = wanted(asked, phase).stream()
                .limit(MAX)
                .map(id -> CompletableFuture.supplyAsync(() -> aborted(id, phase), others()))
                .toList();
        OperationsAborted.Builder answer = OperationsAborted.newBuilder().setRequest(asked.getRequest());
        aborts.forEach(one -> answer.addOperations(one.join()));
        answers.accept(Envelope.newBuilder().setOperationsAborted(answer));
    }

    /** This thread waits for them, so they must not wait for it. */
    private static Executor others() {
        return task -> Thread.ofVirtual().name("abort-operation").start(task);
    }

    private static List<OperationId> wanted(AbortOperations asked, Optional<PhaseEngine> phase) {
        if (asked.getOperationsCount() > 0 || phase.isEmpty()) {
            return asked.getOperationsList();
        }
        PhaseEngine mine = phase.get();
        return running(mine, asked.getOlderThanNs()).stream()
                .map(one -> id(mine.assignment(), one.index()).build())
                .toList();
    }

    private static AbortedOperation aborted(OperationId id, Optional<PhaseEngine> phase) {
        AbortedOperation.Builder answer = AbortedOperation.newBuilder().setId(id);
        return phase.filter(mine -> mine.assignment() == id.getAssignment())
                .map(mine -> told(answer, mine.abort(id.getIndex())))
                .orElseGet(() -> answer.setState("ended").setMessage("its phase is over"))
                .build();
    }

    private static AbortedOperation.Builder told(AbortedOperation.Builder answer, AbortOutcome became) {
        return switch (became) {
            case AbortOutcome.NotInFlight none -> answer.setState("ended").setMessage("it has ended, or never began");
            case AbortOutcome.EndedBefore(var operation) ->
                answer.setState("ended").setName(operation.name()).setMessage("it ended by itself before");
            case AbortOutcome.Aborted(var operation, var result) ->
                answer.setState("aborted").setName(operation.name()).setMessage(result.message());
            case AbortOutcome.StillRunning(var operation, var why) ->
                answer.setState("running").setName(operation.name()).setMessage(why);
        };
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
