package muster.web;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import muster.coordinator.server.CoordinatorView;
import muster.protocol.AbortedOperation;
import muster.protocol.OperationId;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;

/** A coordinator that counts who asks it. */
final class FakeCoordinator implements CoordinatorView {
    static final String MARKUP = "<img src=x onerror=alert(1)>\"\\\n";

    final AtomicInteger asked = new AtomicInteger();
    final List<Long> aborted = new CopyOnWriteArrayList<>();
    final List<OperationId> abortedOperations = new CopyOnWriteArrayList<>();

    @Override
    public CompletableFuture<Live> live() {
        asked.incrementAndGet();
        Status status = Status.newBuilder()
                .setVersion("1.2")
                .addWorkers(WorkerStatus.newBuilder()
                        .setName(MARKUP)
                        .setState("idle")
                        .setCpuCores(0.5))
                .addRuns(RunStatus.newBuilder().setRunId(7).setName("later").setState("queued"))
                .putRefused("malformed", 3)
                .build();
        return CompletableFuture.completedFuture(
                new Live(status, null, Map.of("leases", 12L, "commit_ns", 2_500_000_000L, "cpu_ns", 1L)));
    }

    @Override
    public CompletableFuture<String> abort(long runId) {
        aborted.add(runId);
        return CompletableFuture.completedFuture(runId == 7 ? "" : "no run " + runId + " is running or waiting");
    }

    @Override
    public CompletableFuture<OperationsInFlight> operations(int most) {
        return CompletableFuture.completedFuture(OperationsInFlight.newBuilder()
                .addOperations(OperationInFlight.newBuilder().setWorker(MARKUP).setStatement(MARKUP))
                .build());
    }

    @Override
    public CompletableFuture<OperationsAborted> abort(OperationId id) {
        abortedOperations.add(id);
        return CompletableFuture.completedFuture(OperationsAborted.newBuilder()
                .addOperations(AbortedOperation.newBuilder().setId(id).setState("aborted"))
                .build());
    }
}
