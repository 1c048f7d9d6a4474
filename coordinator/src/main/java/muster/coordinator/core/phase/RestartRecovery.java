package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.MemberDeparture;
import muster.coordinator.core.membership.MemberStart;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.verdict.CheckRows;
import muster.model.CheckRow;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.UnfinishedRun;
import muster.model.UnfinishedRun.Part;
import muster.protocol.Hello;
import muster.protocol.SessionState;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that served a phase when the coordinator died: who is back, and who is still waited for. A session is
 * back once it has said what it holds; one that is here and has not said so yet is waited for beyond the grace period,
 * because it works: what it holds must not be granted to others.
 */
final class RestartRecovery {
    /** How the reason begins for which a session left that did not give back what it held. */
    static final String LOST = "lost: ";

    private final UnfinishedRun.Phase phase;
    private final Map<Long, Part> served = new HashMap<>();
    private final Map<Long, Part> awaited = new HashMap<>();
    private long latestNs;
    private final int expected;
    private long untilNs;

    /** @param patienceNs how long after {@code untilNs} a session that is here may take to say what it holds */
    RestartRecovery(UnfinishedRun.Phase phase, long untilNs, long patienceNs) {
        this.phase = phase;
        this.untilNs = untilNs;
        this.latestNs = untilNs + patienceNs;
        phase.parts().stream().filter(part -> !part.left()).forEach(part -> awaited.put(part.session(), part));
        served.putAll(awaited);
        this.expected = awaited.size();
    }

    /** Whether this session served the phase and has not said what became of it. */
    boolean awaits(long session, String worker) {
        Part part = awaited.get(session);
        return part != null && part.worker().equals(worker);
    }

    boolean awaits(WorkerSession worker) {
        return awaits(worker.session, worker.name());
    }

    /** All that it did is durable or given back. */
    void finished(WorkerSession worker) {
        awaited.remove(worker.session);
    }

    /** The session is back. */
    PhaseMember back(WorkerSession worker, SessionState holding) {
        Part part = awaited.remove(worker.session);
        if (part == null) {
            throw new IllegalStateException("session " + worker.session + " is not awaited");
        }
        return member(worker, part, holding, MemberDeparture.none());
    }

    /** A session that was fenced before it said what it holds, in this phase; null if it never served the phase. */
    @Nullable
    PhaseMember fenced(WorkerSession worker, SessionState holding, long nowNs) {
        Part part = served.get(worker.session);
        if (part == null || !part.worker().equals(worker.name())) {
            return null;
        }
        return member(worker, part, holding, fenced(nowNs));
    }

    private static MemberDeparture fenced(long nowNs) {
        return MemberDeparture.fenced(nowNs, LOST + "fenced before it reported what it holds");
    }

    /** A session that was fenced before it said what it holds; null if it was back in time, or never served the phase. */
    @Nullable
    PhaseMember fenced(long session, SessionState state, long nowNs) {
        Part part = awaited.get(session);
        if (part == null) {
            return null;
        }
        Hello hello = Hello.newBuilder().setName(part.worker()).build();
        return member(new WorkerSession(session, hello, new Peer(""), nowNs), part, state, fenced(nowNs));
    }

    private PhaseMember member(WorkerSession worker, Part part, SessionState holding, MemberDeparture departure) {
        return PhaseMember.resumed(
                worker,
                holding.getStreamClientsCount() > 0 ? holding.getStreamClientsList() : List.of(holding.getClients()),
                part.joinedNs(),
                MemberStart.resumed(
                        holding.getClients() > 0, part.offsetNs(), part.offsetErrorNs(), holding.getResources()),
                holding.getStreamGrantedCount() > 0 ? holding.getStreamGrantedList() : List.of(holding.getGranted()),
                phase.state().committedSeq().getOrDefault(worker.session, 0L),
                departure);
    }

    /** Nobody who is not here yet is waited for any more. */
    void hurry(long nowNs) {
        untilNs = Math.min(untilNs, nowNs);
    }

    /** Those who are here and have not said what they hold are not waited for either. */
    void giveUp(long nowNs) {
        hurry(nowNs);
        latestNs = Math.min(latestNs, nowNs);
    }

    /** @param here workers that have a session */
    boolean over(List<WorkerSession> here, long nowNs) {
        return awaited.isEmpty() || (nowNs > untilNs && here.stream().noneMatch(this::awaits));
    }

    /** Whether those who are here have had time enough to say what they hold. */
    boolean impatient(long nowNs) {
        return nowNs > latestNs;
    }

    /** Sessions that are still waited for. */
    Set<Long> missing() {
        return awaited.keySet();
    }

    /** What sessions held when they left, as often as that was so. */
    List<IndexRange> lost() {
        List<IndexRange> lost = new ArrayList<>();
        phase.parts().forEach(part -> lost.addAll(part.lost()));
        return lost;
    }

    CheckRow warning(PhaseAt at) {
        int back = expected - awaited.size();
        return CheckRows.warning(
                at,
                "coordinator",
                "one for the whole phase",
                "restarted; " + back + " of " + expected + " workers resumed",
                "",
                "phase " + at.phase() + " ran without a coordinator for a while");
    }
}
