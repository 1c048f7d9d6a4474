package muster.web;

import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Status;

/** Answers of the coordinator as JSON, the same that commands print with {@code --json}. */
public interface PageJson {
    String of(Status status);

    String of(OperationsInFlight inFlight);

    String of(OperationsAborted aborted);
}
