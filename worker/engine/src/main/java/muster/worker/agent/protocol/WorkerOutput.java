package muster.worker.agent.protocol;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.Envelope;
import muster.protocol.session.ReliableChannel;

/** Collects the actions of one step, and numbers the messages of the current session. */
final class WorkerOutput {
    private SessionId session = SessionId.NONE;
    private ReliableChannel channel = new ReliableChannel();
    private List<WorkerAction> actions = new ArrayList<>();

    SessionId session() {
        return session;
    }

    /** What is sent from now on belongs to this session. */
    void open(SessionId opened) {
        session = opened;
        channel = new ReliableChannel();
    }

    /** There is no session any more: messages that need one are dropped. */
    void close() {
        session = SessionId.NONE;
    }

    /** Sends until the coordinator confirms it. */
    void send(Envelope.Builder envelope) {
        if (session.exists()) {
            sendDirect(channel.send(session.address(envelope)));
        }
    }

    /** Sends once; for what is repeated anyway. */
    void sendUnreliable(Envelope.Builder envelope) {
        if (session.exists()) {
            sendDirect(channel.sendUnreliable(session.address(envelope)));
        }
    }

    /** Sends once, outside the current session. */
    void sendDirect(Envelope envelope) {
        act(new WorkerAction.Send(envelope));
    }

    /** Sends again what the coordinator has not confirmed in time. */
    void resendOverdue(long nowNs) {
        channel.overdue(nowNs).forEach(this::sendDirect);
    }

    /** Whether to act on a message: it arrived in order, and for the first time. */
    boolean receive(Envelope envelope, long nowNs) {
        return channel.receive(envelope, nowNs);
    }

    void log(String line) {
        act(new WorkerAction.Log(line));
    }

    void act(WorkerAction action) {
        actions.add(action);
    }

    /** The actions since the last call. */
    List<WorkerAction> take() {
        List<WorkerAction> taken = actions;
        actions = new ArrayList<>();
        return taken;
    }
}
