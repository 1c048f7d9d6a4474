package muster.coordinator.server;

import muster.coordinator.core.event.Peer;
import muster.protocol.Envelope;

/** How the coordinator reaches its peers. Sending never blocks; what cannot be delivered is dropped. */
@FunctionalInterface
public interface Transport {
    void send(Peer peer, Envelope envelope);
}
