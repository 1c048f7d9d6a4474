package muster.coordinator.core.phase;

import java.util.ArrayDeque;
import java.util.Deque;
import muster.protocol.Envelope;

/**
 * Sessions that were fenced in phases that are over. A process that sleeps wakes when it likes, and what it says then is
 * stored with its phase, marked, as it would have been before.
 */
public final class FencedSessions {
    /** Phases; of those before them late snapshots are only refused. */
    private static final int KEPT = 16;

    private final Deque<Quarantine> phases = new ArrayDeque<>();

    /** The phase is closed. */
    public void remember(Quarantine closed) {
        if (!closed.isEmpty()) {
            phases.add(closed);
        }
        if (phases.size() > KEPT) {
            phases.remove();
        }
    }

    /** Keeps the snapshot in this message, if it is a late one of such a session, or the leases that it will refer to. */
    public void receive(Envelope envelope, long nowNs) {
        if (envelope.hasSnapshot()) {
            var unused =
                    phases.stream().anyMatch(phase -> phase.takesLate(envelope.getSession(), envelope.getSnapshot()));
        } else if (envelope.hasSessionState()) {
            phases.forEach(phase -> phase.fenceLate(envelope.getSession(), envelope.getSessionState(), nowNs));
        }
    }
}
