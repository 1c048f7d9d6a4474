package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.HeartbeatAck;
import muster.protocol.Hello;
import muster.protocol.Leave;
import muster.protocol.Refused;
import muster.protocol.Resources;
import muster.protocol.Welcome;
import org.jspecify.annotations.Nullable;

/** Joins the coordinator and stays joined: Hello and its answers, heartbeats, fencing, resuming, leaving. */
final class CoordinatorSession {
    private static final String REQUESTED = "stop requested";
    private static final String UNANSWERED = "no answer from the coordinator";
    private static final long TICK_NS = 20_000_000;
    private static final long SETTLED_TICK_NS = 100_000_000;

    private final WorkerOutput output;
    private final CurrentAssignment assignment;
    private final HelloSender hello;
    private final HeartbeatSender heartbeats = new HeartbeatSender();
    private JoinState state = new JoinState.Joining("");
    private long leaseTimeoutNs = 2_500_000_000L;
    private long lastReceivedNs;

    CoordinatorSession(
            Hello hello, WorkerProtocol.NonceSource nonces, WorkerOutput output, CurrentAssignment assignment) {
        this.hello = new HelloSender(hello, nonces);
        this.output = output;
        this.assignment = assignment;
    }

    /** Why this worker is not in its cluster, in one line; "" if it is. */
    String trouble() {
        return switch (state) {
            case JoinState.Joined joined -> "";
            case JoinState.Leaving leaving -> "";
            case JoinState.Unreachable unreachable -> UNANSWERED;
            case JoinState.Joining joining ->
                joining.refusal().isEmpty() ? UNANSWERED : WorkerProtocol.REFUSED + joining.refusal();
        };
    }

    /** After how many nanoseconds a tick is needed again: each wakes a thread, and takes from a database beside it. */
    long tickNs() {
        boolean settled = output.session().exists() && heartbeats.settled();
        return settled ? Math.min(SETTLED_TICK_NS, heartbeats.intervalNs() / 10) : TICK_NS;
    }

    void tick(Resources used, long nowNs) {
        if (!output.session().exists()) {
            hello.sendIfDue(output, nowNs);
            return;
        }
        if (heartbeats.sendIfDue(output, used, nowNs)) {
            assignment.repeatCredit();
        }
        if (nowNs - lastReceivedNs > 2 * leaseTimeoutNs) {
            unanswered(nowNs);
        }
        output.resendOverdue(nowNs);
        prepareIfClockKnown();
    }

    /** The coordinator may be gone, or a new one may be in its place. The same nonce keeps the session. */
    private void unanswered(long nowNs) {
        if (state instanceof JoinState.Leaving) {
            output.log("coordinator unreachable; exiting");
            assignment.drop();
            output.act(new WorkerAction.Exit(""));
            return;
        }
        if (state instanceof JoinState.Joined) {
            output.log("coordinator unreachable; retrying every second");
        }
        state = new JoinState.Unreachable();
        hello.sendIfDue(output, nowNs);
    }

    private void answered(long nowNs) {
        lastReceivedNs = nowNs;
        if (state instanceof JoinState.Unreachable) {
            state = new JoinState.Joined();
        }
    }

    /** Whether to act on a message: it belongs to the session, and is next in order. */
    boolean receive(Envelope envelope, long nowNs) {
        if (envelope.hasWelcome()) {
            welcomed(envelope, nowNs);
        } else if (envelope.hasRefused()) {
            refused(envelope, nowNs);
        } else if (output.session().exists() && SessionId.of(envelope).equals(output.session())) {
            answered(nowNs);
            return output.receive(envelope, nowNs);
        }
        return false;
    }

    /** The answer to a heartbeat. */
    void heartbeatAcknowledged(HeartbeatAck ack, long nowNs) {
        heartbeats.acknowledged(ack, nowNs);
        prepareIfClockKnown();
    }

    /** The offset is measured anew in each session; until it is known, an assignment waits. */
    void prepareIfClockKnown() {
        if (heartbeats.clockKnown()) {
            assignment.clockKnown(heartbeats.offset());
        }
    }

    /** Null without a session, and until the offset is precise enough for a phase. */
    @Nullable
    ClockOffset clock() {
        return state instanceof JoinState.Joined && heartbeats.clockKnown() ? heartbeats.offset() : null;
    }

    private void welcomed(Envelope envelope, long nowNs) {
        if (!hello.isAnsweredBy(envelope.getWelcome())) {
            return;
        }
        hello.answered();
        answered(nowNs);
        if (!SessionId.of(envelope).equals(output.session())) {
            enter(SessionId.of(envelope), envelope.getWelcome());
        }
    }

    private void enter(SessionId next, Welcome welcome) {
        SessionId previous = output.session();
        if (next.epoch() == previous.epoch()) {
            assignment.fence();
        }
        if (welcome.getResumed() && next.session() == previous.session()) {
            resume(next);
        } else {
            begin(next, welcome);
        }
        if (state instanceof JoinState.Leaving) {
            leave(REQUESTED);
        }
    }

    /** Another incarnation of the coordinator has read its store: send it what the store lacks. */
    private void resume(SessionId next) {
        output.open(next);
        output.log("coordinator restarted; resuming the session");
        assignment.resume();
    }

    private void begin(SessionId next, Welcome welcome) {
        assignment.drop();
        output.open(next);
        leaseTimeoutNs = welcome.getLeaseTimeoutMs() * 1_000_000L;
        heartbeats.restart(welcome.getHeartbeatMs() * 1_000_000L);
        if (state instanceof JoinState.Joining) {
            state = new JoinState.Joined();
        }
        output.log("joined the coordinator as " + hello.workerName());
    }

    private void refused(Envelope envelope, long nowNs) {
        Refused refused = envelope.getRefused();
        if (refused.getHelloAgain() && !concernsThisSession(envelope)) {
            return;
        }
        if (refused.getHelloAgain() && comesFromAnotherIncarnation(envelope)) {
            hello.sendIfDue(output, nowNs);
            return;
        }
        end(refused);
    }

    /** An answer to a message of an earlier session ends nothing. */
    private boolean concernsThisSession(Envelope envelope) {
        Refused refused = envelope.getRefused();
        if (refused.getNonce() != 0) {
            return hello.isAnsweredBy(refused);
        }
        SessionId current = output.session();
        return envelope.getSession() == current.session()
                && (!current.exists() || refused.getAddressedSession() == current.epoch());
    }

    /** It does not know the session yet; a Hello announces it. */
    private boolean comesFromAnotherIncarnation(Envelope envelope) {
        SessionId current = output.session();
        return envelope.getRefused().getNonce() == 0 && current.exists() && envelope.getEpoch() != current.epoch();
    }

    private void end(Refused refused) {
        assignment.fence();
        assignment.drop();
        output.close();
        if (state instanceof JoinState.Leaving) {
            output.act(new WorkerAction.Exit(""));
        } else if (refused.getHelloAgain()) {
            joinAgain(refused.getReason());
        } else {
            state = new JoinState.Joining("");
            output.act(new WorkerAction.Exit("the coordinator refused this worker: " + refused.getReason()));
        }
    }

    private void joinAgain(String reason) {
        String known = state instanceof JoinState.Joining joining ? joining.refusal() : "";
        if (!reason.equals(known)) {
            output.log(WorkerProtocol.REFUSED + reason);
        }
        state = new JoinState.Joining(reason);
        hello.renewNonce();
    }

    /** Asks the coordinator's consent; without a session there is nothing to hand over. */
    void leave(String reason) {
        if (output.session().exists()) {
            state = new JoinState.Leaving();
            output.send(Envelope.newBuilder().setLeave(Leave.newBuilder().setReason(reason)));
        } else {
            output.act(new WorkerAction.Exit(""));
        }
    }
}
