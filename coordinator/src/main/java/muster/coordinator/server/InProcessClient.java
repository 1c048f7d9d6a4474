package muster.coordinator.server;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.protocol.AbortOperations;
import muster.protocol.Cancel;
import muster.protocol.Envelope;
import muster.protocol.ListOperations;
import muster.protocol.OperationId;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Refused;
import muster.protocol.StatusRequest;
import org.jspecify.annotations.Nullable;

/** A client of the coordinator in its own process: it asks with the same messages, and is answered without a socket. */
final class InProcessClient implements CoordinatorView {
    private static final Peer PEER = new Peer("");
    private static final Envelope STATUS_REQUEST = Envelope.newBuilder()
            .setStatusRequest(StatusRequest.getDefaultInstance())
            .build();

    private final Consumer<Event> mailbox;
    private final AtomicReference<@Nullable CompletableFuture<Live>> asked = new AtomicReference<>();
    private final Map<Long, CompletableFuture<String>> aborts = new ConcurrentHashMap<>();
    /** Questions about operations in flight. */
    private final Map<Long, CompletableFuture<Envelope>> operations = new ConcurrentHashMap<>();

    private final AtomicLong requests = new AtomicLong();

    InProcessClient(Consumer<Event> mailbox) {
        this.mailbox = mailbox;
    }

    @Override
    public CompletableFuture<Live> live() {
        CompletableFuture<Live> fresh = new CompletableFuture<>();
        CompletableFuture<Live> waiting = asked.compareAndExchange(null, fresh);
        if (waiting != null) {
            return waiting.copy();
        }
        mailbox.accept(new Event.Received(PEER, STATUS_REQUEST));
        return fresh.copy();
    }

    @Override
    public CompletableFuture<String> abort(long runId) {
        CompletableFuture<String> answer = aborts.computeIfAbsent(runId, run -> new CompletableFuture<>());
        Cancel cancel = Cancel.newBuilder().setRunId(runId).setNow(true).build();
        mailbox.accept(
                new Event.Received(PEER, Envelope.newBuilder().setCancel(cancel).build()));
        return answer.copy();
    }

    @Override
    public CompletableFuture<OperationsInFlight> operations(int most) {
        long request = requests.incrementAndGet();
        return ask(
                        request,
                        Envelope.newBuilder()
                                .setListOperations(ListOperations.newBuilder()
                                        .setRequest(request)
                                        .setMost(most)))
                .thenApply(Envelope::getOperationsInFlight);
    }

    @Override
    public CompletableFuture<OperationsAborted> abort(OperationId id) {
        long request = requests.incrementAndGet();
        return ask(
                        request,
                        Envelope.newBuilder()
                                .setAbortOperations(AbortOperations.newBuilder()
                                        .setRequest(request)
                                        .addOperations(id)))
                .thenApply(Envelope::getOperationsAborted);
    }

    private CompletableFuture<Envelope> ask(long request, Envelope.Builder question) {
        CompletableFuture<Envelope> answer = new CompletableFuture<>();
        operations.put(request, answer);
        mailbox.accept(new Event.Received(PEER, question.build()));
        return answer;
    }

    static boolean is(Peer peer) {
        return peer.equals(PEER);
    }

    void answer(Live live) {
        CompletableFuture<Live> waiting = asked.getAndSet(null);
        if (waiting != null) {
            waiting.complete(live);
        }
    }

    void answer(Envelope envelope) {
        switch (envelope.getBodyCase()) {
            case OPERATIONS_IN_FLIGHT ->
                complete(operations, envelope.getOperationsInFlight().getRequest(), envelope);
            case OPERATIONS_ABORTED ->
                complete(operations, envelope.getOperationsAborted().getRequest(), envelope);
            case REFUSED -> refuse(envelope.getRefused());
            default ->
                complete(
                        aborts,
                        envelope.getCancelled().getRunId(),
                        envelope.getCancelled().getFailure());
        }
    }

    private void refuse(Refused refused) {
        CompletableFuture<Envelope> asked = operations.remove(refused.getRequest());
        if (asked != null) {
            asked.completeExceptionally(new TimeoutException(refused.getReason()));
        }
    }

    private static <T> void complete(Map<Long, CompletableFuture<T>> waiting, long key, T answer) {
        CompletableFuture<T> asked = waiting.remove(key);
        if (asked != null) {
            asked.complete(answer);
        }
    }
}
