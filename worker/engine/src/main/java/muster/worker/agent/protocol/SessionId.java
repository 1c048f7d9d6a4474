package muster.worker.agent.protocol;

import muster.protocol.Envelope;

/**
 * Which session a message belongs to.
 *
 * @param epoch of the incarnation of the coordinator that knows the session
 * @param session 0 while there is none
 */
record SessionId(long epoch, long session) {
    static final SessionId NONE = new SessionId(0, 0);

    static SessionId of(Envelope envelope) {
        return new SessionId(envelope.getEpoch(), envelope.getSession());
    }

    boolean exists() {
        return session != 0;
    }

    Envelope.Builder address(Envelope.Builder envelope) {
        return envelope.setEpoch(epoch).setSession(session);
    }
}
