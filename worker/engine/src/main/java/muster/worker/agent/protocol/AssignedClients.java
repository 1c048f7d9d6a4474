package muster.worker.agent.protocol;

import muster.protocol.SetConcurrency;

/** How many clients of one assignment may be within an operation, and how many there should be. */
final class AssignedClients {
    private int allowed;
    private int requested;
    private long requestedSerial;

    AssignedClients(int prepared) {
        allowed = prepared;
        requested = prepared;
    }

    /** Until the engine confirms it, as many as before may still be within an operation. */
    void request(SetConcurrency share) {
        allowed = Math.max(allowed, share.getClients());
        requested = share.getClients();
        requestedSerial = share.getSerial();
    }

    /** The engine runs no more clients than this request allowed; an older one changes nothing. */
    void confirmed(long serial) {
        if (serial == requestedSerial) {
            allowed = requested;
        }
    }

    int allowed() {
        return allowed;
    }
}
