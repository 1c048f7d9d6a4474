package muster.web;

import muster.protocol.OperationIdText;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Status;

/** As much JSON as a test looks at. */
final class ShortJson implements PageJson {
    @Override
    public String of(Status status) {
        return "{\"version\": \"" + status.getVersion() + "\"}";
    }

    @Override
    public String of(OperationsInFlight inFlight) {
        return "{\"in_flight\": " + inFlight.getOperationsCount() + "}";
    }

    @Override
    public String of(OperationsAborted aborted) {
        return "{\"aborted\": \"" + OperationIdText.of(aborted.getOperations(0).getId()) + "\"}";
    }
}
