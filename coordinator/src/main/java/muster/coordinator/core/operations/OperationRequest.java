package muster.coordinator.core.operations;

import java.util.LinkedHashSet;
import java.util.Set;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.AbortedOperation;
import muster.protocol.Envelope;
import muster.protocol.OperationId;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;

/** A client's question that waits for workers. */
abstract sealed class OperationRequest {
    final Peer client;
    final long request;
    private final long untilNs;
    private final Set<WorkerSession> waiting = new LinkedHashSet<>();

    private OperationRequest(Peer client, long request, long untilNs) {
        this.client = client;
        this.request = request;
        this.untilNs = untilNs;
    }

    void await(WorkerSession worker) {
        waiting.add(worker);
    }

    /** Takes the answer of a worker; one that was not asked, or has answered, changes nothing. */
    void answered(WorkerSession worker, Envelope answer) {
        if (waiting.remove(worker)) {
            take(worker, answer);
        }
    }

    abstract void take(WorkerSession worker, Envelope answer);

    boolean isOver(long nowNs) {
        return nowNs >= untilNs || waiting.stream().allMatch(worker -> worker.gone());
    }

    Iterable<String> silent() {
        return waiting.stream().map(WorkerSession::name).toList();
    }

    /** For the client. */
    abstract Envelope.Builder answer();

    private static OperationId identified(WorkerSession worker, OperationId id) {
        return id.toBuilder().setSession(worker.session).build();
    }

    /** Which operations are in flight. */
    static final class Listing extends OperationRequest {
        private final OldestOperations oldest;

        Listing(Peer client, long request, long untilNs, int most) {
            super(client, request, untilNs);
            oldest = new OldestOperations(most);
        }

        @Override
        void take(WorkerSession worker, Envelope answer) {
            OperationsInFlight told = answer.getOperationsInFlight();
            oldest.omit(told.getOmitted());
            for (OperationInFlight one : told.getOperationsList()) {
                oldest.add(one.toBuilder()
                        .setId(identified(worker, one.getId()))
                        .setWorker(worker.name())
                        .build());
            }
        }

        @Override
        Envelope.Builder answer() {
            return Envelope.newBuilder()
                    .setOperationsInFlight(oldest.told().setRequest(request).addAllSilent(silent()));
        }
    }

    /** Ending some of them. */
    static final class Aborting extends OperationRequest {
        private final OperationsAborted.Builder told = OperationsAborted.newBuilder();

        Aborting(Peer client, long request, long untilNs) {
            super(client, request, untilNs);
        }

        /** No worker has it. */
        void unknown(OperationId id) {
            told.addOperations(
                    AbortedOperation.newBuilder().setId(id).setState("unknown").setMessage("no worker has it now"));
        }

        @Override
        void take(WorkerSession worker, Envelope answer) {
            answer.getOperationsAborted().getOperationsList().stream()
                    .limit(OldestOperations.MOST)
                    .forEach(one -> told.addOperations(one.toBuilder()
                            .setId(identified(worker, one.getId()))
                            .setWorker(worker.name())));
        }

        @Override
        Envelope.Builder answer() {
            return Envelope.newBuilder()
                    .setOperationsAborted(told.setRequest(request).addAllSilent(silent()));
        }
    }
}
