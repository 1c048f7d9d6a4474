package muster.cli.client;

import java.util.List;
import muster.protocol.AbortOperations;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.ListOperations;
import muster.protocol.OperationId;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;

/** Asks a coordinator about operations in flight. */
record OperationQuestions(CoordinatorClient client) {
    private static final int MAX = 100;
    private static final int LIST_MS = 5_000;
    /** Workers ask their databases whether an operation has ended. */
    private static final int ABORT_MS = 20_000;

    /** The oldest ones, of those that have run for as long. */
    OperationsInFlight list(long olderThanNs) {
        Envelope.Builder question = Envelope.newBuilder()
                .setListOperations(ListOperations.newBuilder()
                        .setRequest(1)
                        .setOlderThanNs(olderThanNs)
                        .setMost(MAX));
        return client.ask(question, BodyCase.OPERATIONS_IN_FLIGHT, LIST_MS).getOperationsInFlight();
    }

    /** Ends these operations, or those that have run for as long where none are named. */
    OperationsAborted abort(List<OperationId> ids, long olderThanNs) {
        Envelope.Builder question = Envelope.newBuilder()
                .setAbortOperations(AbortOperations.newBuilder()
                        .setRequest(1)
                        .addAllOperations(ids)
                        .setOlderThanNs(olderThanNs));
        return client.ask(question, BodyCase.OPERATIONS_ABORTED, ABORT_MS).getOperationsAborted();
    }
}
