package muster.coordinator.core.operations;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.AbortOperations;
import muster.protocol.Envelope;
import muster.protocol.ListOperations;
import muster.protocol.OperationId;
import muster.protocol.Refused;

/** Passes questions of clients about operations in flight to workers, and their answers back. */
public final class OperationRequests {
    private static final long LIST_NS = 2_000_000_000L;
    /** Longer than a worker asks its database whether it has ended an operation. */
    private static final long ABORT_NS = 15_000_000_000L;
    /** Of all clients together: more are refused as busy, as their answers are held here. */
    private static final int WAITING = 64;

    private final Outbox outbox;
    private final Map<Long, OperationRequest> waiting = new LinkedHashMap<>();
    private long asked;

    public OperationRequests(Outbox outbox) {
        this.outbox = outbox;
    }

    /** Asks these workers, those of the phase that is running. */
    public void list(Peer client, ListOperations question, Collection<WorkerSession> workers, long nowNs) {
        long number = ++asked;
        Envelope message = Envelope.newBuilder()
                .setListOperations(question.toBuilder().setRequest(number))
                .build();
        OperationRequest request =
                new OperationRequest.Listing(client, question.getRequest(), nowNs + LIST_NS, question.getMost());
        ask(number, request, each(workers, message), nowNs);
    }

    /** Ends operations by their ids, or all that have run for as long. */
    public void abort(Peer client, AbortOperations question, Collection<WorkerSession> workers, long nowNs) {
        long number = ++asked;
        AbortOperations message = AbortOperations.newBuilder()
                .setRequest(number)
                .setOlderThanNs(question.getOlderThanNs())
                .build();
        OperationRequest.Aborting request =
                new OperationRequest.Aborting(client, question.getRequest(), nowNs + ABORT_NS);
        ask(
                number,
                request,
                question.getOperationsCount() == 0
                        ? each(workers, envelope(message))
                        : owners(question.getOperationsList(), workers, message, request),
                nowNs);
    }

    private static Envelope envelope(AbortOperations message) {
        return Envelope.newBuilder().setAbortOperations(message).build();
    }

    private static Map<WorkerSession, Envelope> each(Collection<WorkerSession> workers, Envelope message) {
        Map<WorkerSession, Envelope> messages = new LinkedHashMap<>();
        workers.forEach(worker -> messages.put(worker, message));
        return messages;
    }

    /** Each worker is asked for its own operations only. */
    private static Map<WorkerSession, Envelope> owners(
            List<OperationId> ids,
            Collection<WorkerSession> workers,
            AbortOperations message,
            OperationRequest.Aborting request) {
        Map<WorkerSession, Envelope> messages = new LinkedHashMap<>();
        for (WorkerSession worker : workers) {
            List<OperationId> own =
                    ids.stream().filter(id -> id.getSession() == worker.session).toList();
            if (!own.isEmpty()) {
                messages.put(
                        worker,
                        envelope(message.toBuilder().addAllOperations(own).build()));
            }
        }
        ids.stream()
                .filter(id -> workers.stream().noneMatch(worker -> worker.session == id.getSession()))
                .forEach(request::unknown);
        return messages;
    }

    private void ask(long number, OperationRequest request, Map<WorkerSession, Envelope> messages, long nowNs) {
        if (waiting.size() == WAITING) {
            outbox.send(request.client, busy(request.request));
            return;
        }
        messages.keySet().forEach(request::await);
        waiting.put(number, request);
        messages.forEach((worker, message) -> outbox.send(worker, message.toBuilder()));
        answerIfOver(number, request, nowNs);
    }

    private static Envelope.Builder busy(long request) {
        return Envelope.newBuilder()
                .setRefused(Refused.newBuilder()
                        .setRequest(request)
                        .setReason("the coordinator is busy: " + WAITING
                                + " requests about operations in flight wait for workers; try again in a few seconds"));
    }

    /** What a worker says; an answer that comes too late changes nothing. */
    public void answered(WorkerSession worker, Envelope answer, long nowNs) {
        long number = answer.hasOperationsInFlight()
                ? answer.getOperationsInFlight().getRequest()
                : answer.getOperationsAborted().getRequest();
        OperationRequest request = waiting.get(number);
        if (request != null) {
            request.answered(worker, answer);
            answerIfOver(number, request, nowNs);
        }
    }

    /** Answers those that have waited long enough, with what there is. */
    public void tick(long nowNs) {
        if (!waiting.isEmpty()) {
            Map.copyOf(waiting).forEach((number, request) -> answerIfOver(number, request, nowNs));
        }
    }

    private void answerIfOver(long number, OperationRequest request, long nowNs) {
        if (request.isOver(nowNs)) {
            waiting.remove(number);
            outbox.send(request.client, request.answer());
        }
    }
}
