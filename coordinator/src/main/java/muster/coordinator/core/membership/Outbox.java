package muster.coordinator.core.membership;

import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Peer;
import muster.protocol.Envelope;

/** Collects the actions of one event. */
public final class Outbox {
    private final long epoch;
    private List<Action> actions = new ArrayList<>();

    public Outbox(long epoch) {
        this.epoch = epoch;
    }

    public void send(WorkerSession worker, Envelope.Builder envelope) {
        if (!worker.gone()) {
            Envelope message = worker.send(envelope.setEpoch(epoch).setSession(worker.session));
            actions.add(new Action.Send(worker.peer(), message));
        }
    }

    /** What may be lost, because it is said again. */
    void sendUnreliable(WorkerSession worker, Envelope.Builder envelope) {
        Envelope message = worker.sendUnreliable(envelope.setEpoch(epoch).setSession(worker.session));
        actions.add(new Action.Send(worker.peer(), message));
    }

    public void send(Peer peer, Envelope.Builder envelope) {
        actions.add(new Action.Send(peer, envelope.setEpoch(epoch).build()));
    }

    public void log(String line) {
        actions.add(new Action.Log(line));
    }

    public void add(Action action) {
        actions.add(action);
    }

    public List<Action> take() {
        List<Action> taken = actions;
        actions = new ArrayList<>();
        return taken;
    }
}
