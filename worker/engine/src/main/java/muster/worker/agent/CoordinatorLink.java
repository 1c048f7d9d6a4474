package muster.worker.agent;

import muster.protocol.Envelope;

/** How a worker reaches its coordinator. Sending never blocks; what cannot be delivered is dropped. */
@FunctionalInterface
public interface CoordinatorLink {
    void send(Envelope envelope);
}
