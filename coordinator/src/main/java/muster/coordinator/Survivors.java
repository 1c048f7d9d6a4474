package muster.coordinator;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import muster.protocol.Holding;
import muster.store.CheckRow;
import muster.store.InterruptedRow;
import muster.store.InterruptedRow.Part;
import muster.store.PhaseAt;

/** The sessions that served a phase when the coordinator died: who is back, and who is still waited for. */
final class Survivors {
    /** How the reason begins for which a session left that did not give back what it held. */
    static final String LOST = "lost: ";

    private final InterruptedRow.Phase phase;
    private final Map<Long, Part> awaited = new HashMap<>();
    private final long untilNs;
    private final int expected;
    private final boolean lost;

    Survivors(InterruptedRow.Phase phase, long untilNs) {
        this.phase = phase;
        this.untilNs = untilNs;
        phase.parts().stream().filter(part -> !part.left()).forEach(part -> awaited.put(part.session(), part));
        this.expected = awaited.size();
        // What a session held that was fenced is written nowhere.
        this.lost = phase.parts().stream()
                .anyMatch(part -> part.left() && part.leftReason().startsWith(LOST));
    }

    /** @param working whether it still works on the phase; if not, all that it did is durable or given back */
    boolean awaits(long session, String worker, boolean working) {
        Part part = awaited.get(session);
        boolean here = part != null && part.worker().equals(worker);
        if (here && !working) {
            awaited.remove(session);
        }
        return here && working;
    }

    Member back(WorkerState worker, Holding holding) {
        Part part = awaited.remove(worker.session);
        if (part == null) {
            throw new IllegalStateException("session " + worker.session + " is not awaited");
        }
        Member member = new Member(worker, holding.getClients(), false, part.joinedNs());
        member.offsetNs = part.offsetNs();
        member.offsetErrorNs = part.offsetErrorNs();
        member.before = holding.getResources();
        member.connected = true;
        member.ready = true;
        member.started = holding.getClients() > 0;
        member.granted = holding.getGranted();
        member.committedSeq = phase.state().committedSeq().getOrDefault(worker.session, 0L);
        member.nextSeq = member.committedSeq + 1;
        return member;
    }

    boolean over(long nowNs) {
        return awaited.isEmpty() || nowNs > untilNs;
    }

    /** Whether all came back: then what nobody holds was never started. */
    boolean complete() {
        return awaited.isEmpty() && !lost;
    }

    /** Sessions that are still waited for. */
    Set<Long> missing() {
        return awaited.keySet();
    }

    CheckRow warning(PhaseAt at) {
        int back = expected - awaited.size();
        return Checks.warning(
                at,
                "coordinator",
                "one for the whole phase",
                "restarted; " + back + " of " + expected + " workers resumed",
                "",
                "phase " + at.phase() + " ran without a coordinator for a while");
    }
}
