package muster.coordinator;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.Envelope;

/** Collects the actions of one event. */
final class Outbox {
    private final long epoch;
    private List<Action> actions = new ArrayList<>();

    Outbox(long epoch) {
        this.epoch = epoch;
    }

    void send(WorkerState worker, Envelope.Builder envelope) {
        if (!worker.gone) {
            send(worker.peer, envelope.setSession(worker.session));
        }
    }

    void send(Peer peer, Envelope.Builder envelope) {
        actions.add(new Action.Send(peer, envelope.setEpoch(epoch).build()));
    }

    void log(String line) {
        actions.add(new Action.Log(line));
    }

    void add(Action action) {
        actions.add(action);
    }

    List<Action> take() {
        List<Action> taken = actions;
        actions = new ArrayList<>();
        return taken;
    }
}
