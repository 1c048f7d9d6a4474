package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.Refused;
import muster.protocol.Welcome;

/** Sends a numbered Hello once a second while the coordinator does not answer, and recognises the answers to it. */
final class HelloSender {
    private static final long INTERVAL_NS = 1_000_000_000L;

    private final WorkerProtocol.NonceSource nonces;
    private Hello hello;
    private long attempts;
    /** Answers to attempts up to this one are stale: they may come from an incarnation that has died. */
    private long answeredAttempt;

    private long lastSentNs = Long.MIN_VALUE / 2;

    HelloSender(Hello hello, WorkerProtocol.NonceSource nonces) {
        this.nonces = nonces;
        this.hello = hello.toBuilder().setNonce(nonces.next()).setNumbered(true).build();
    }

    String workerName() {
        return hello.getName();
    }

    void sendIfDue(WorkerOutput output, long nowNs) {
        if (nowNs - lastSentNs >= INTERVAL_NS) {
            lastSentNs = nowNs;
            Hello.Builder attempt = hello.toBuilder()
                    .setPreviousSession(output.session().session())
                    .setPreviousEpoch(output.session().epoch())
                    .setAttempt(++attempts);
            output.sendDirect(Envelope.newBuilder().setHello(attempt).build());
        }
    }

    boolean isAnsweredBy(Welcome welcome) {
        return welcome.getNonce() == hello.getNonce() && welcome.getAttempt() > answeredAttempt;
    }

    boolean isAnsweredBy(Refused refused) {
        return refused.getNonce() == hello.getNonce() && refused.getAttempt() > answeredAttempt;
    }

    /** Later answers to the attempts so far change nothing. */
    void answered() {
        answeredAttempt = attempts;
    }

    /** The next Hello asks for a new session: the same nonce would keep the old one. */
    void renewNonce() {
        hello = hello.toBuilder().setNonce(nonces.next()).build();
    }
}
