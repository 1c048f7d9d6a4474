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
            Envelope message = worker.say(envelope.setEpoch(epoch).setSession(worker.session));
            actions.add(new Action.Send(worker.peer, message));
        }
    }

    /** What may be lost, because it is said again. */
    void mention(WorkerState worker, Envelope.Builder envelope) {
        Envelope message = worker.mention(envelope.setEpoch(epoch).setSession(worker.session));
        actions.add(new Action.Send(worker.peer, message));
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
