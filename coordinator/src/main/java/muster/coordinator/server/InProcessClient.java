package muster.coordinator.server;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.protocol.Cancel;
import muster.protocol.Cancelled;
import muster.protocol.Envelope;
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
        Cancelled cancelled = envelope.getCancelled();
        CompletableFuture<String> waiting = aborts.remove(cancelled.getRunId());
        if (waiting != null) {
            waiting.complete(cancelled.getFailure());
        }
    }
}
