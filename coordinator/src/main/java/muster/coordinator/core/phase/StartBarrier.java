package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Envelope;
import muster.protocol.Ready;
import muster.protocol.Start;
import muster.workloads.plan.PhaseKind;

/**
 * Starts the members of a phase: all at once when everyone is ready, later ones as soon as others have shrunk. No start
 * is sent before it is durable, so that another incarnation knows which workers may be running.
 */
public final class StartBarrier {
    private static final long MIN_START_DELAY_NS = 200_000_000;
    /** Of a load no latency is reported, so who starts a little late spoils nothing; a plan may load 25 parts. */
    private static final long MIN_LOAD_DELAY_NS = 50_000_000;
    /** Whatever round trip a worker claims. */
    private static final long MAX_START_DELAY_NS = 10_000_000_000L;

    private final PhaseContext phase;
    /** Somebody has left, and it is not durable yet: another incarnation would believe that its clients work. */
    private boolean departing;

    StartBarrier(PhaseContext phase) {
        this.phase = phase;
    }

    public void ready(WorkerSession worker, Ready ready, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        if (member == null || member.start.ready()) {
            return;
        }
        member.start.prepared(ready);
        worker.connectedTo(ready.getTargetMap());
        phase.outbox().add(new Action.WriteWorker(PhaseRows.worker(phase.at(), member)));
        phase.outbox().add(new Action.WriteResources(PhaseRows.before(phase.at(), member, nowNs)));
        if (phase.status().running()) {
            if (member.joining) {
                phase.streams().joined(member);
            }
            rebalance(nowNs);
        }
        startIfAllReady(nowNs);
    }

    void startIfAllReady(long nowNs) {
        List<PhaseMember> active = phase.members().active();
        if (!phase.status().preparing()
                || active.isEmpty()
                || !active.stream().allMatch(member -> member.start.ready())) {
            return;
        }
        phase.streams().followProfiles(0);
        phase.streams().divide(active);
        if (phase.streams().settled(phase.members().everyone())) {
            phase.status().enter(new PhaseState.Running());
            setStart(nowNs);
        }
    }

    private void setStart(long nowNs) {
        phase.timeline().schedule(leastStartDelayNs(), nowNs);
        phase.write();
    }

    private long leastStartDelayNs() {
        long longestRoundTripNs = phase.members().active().stream()
                .mapToLong(member -> 2 * member.start.offsetErrorNs())
                .max()
                .orElse(0);
        boolean loads = phase.phase().spec().kind() == PhaseKind.LOAD;
        return Math.clamp(5 * longestRoundTripNs, loads ? MIN_LOAD_DELAY_NS : MIN_START_DELAY_NS, MAX_START_DELAY_NS);
    }

    /** The start is durable. If the disk took too long for workers to be told in time, it is set once more, later. */
    public void written(long writtenStartNs, long nowNs) {
        PhaseTimeline timeline = phase.timeline();
        if (!phase.status().running() || timeline.begun() || writtenStartNs != timeline.startNs()) {
            return;
        }
        if (timeline.startNs() - nowNs < leastStartDelayNs() / 2) {
            setStart(nowNs);
            return;
        }
        timeline.begin();
        phase.streams().started(timeline.startNs(), timeline.endNs());
        phase.streams().serveAll(nowNs);
        rebalance(nowNs);
    }

    /** It is durable that this session takes part. */
    public void enrolled(long session, long nowNs) {
        PhaseMember member = phase.members().find(session);
        if (member != null) {
            member.start.enroll();
            grow(phase.members().ready(), nowNs);
        }
    }

    public void concurrencyApplied(WorkerSession worker, ConcurrencyApplied applied, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        PhaseStream stream = phase.streams().find(applied.getStream());
        if (member != null && stream != null && stream.shares().applied(member, applied.getSerial())) {
            if (phase.status().running()) {
                grow(phase.members().ready(), nowNs);
            }
            startIfAllReady(nowNs);
        }
    }

    /** Divides the clients anew among those who are ready. */
    void rebalance(long nowNs) {
        List<PhaseMember> ready = phase.members().ready();
        if (phase.status().running() && !ready.isEmpty()) {
            phase.streams().divide(ready);
            grow(ready, nowNs);
        }
    }

    /** Nobody gets the clients of a session that has left before its departure is durable. */
    void departing(boolean yes, long nowNs) {
        departing = yes;
        if (!yes && phase.status().running()) {
            grow(phase.members().ready(), nowNs);
        }
    }

    private void grow(List<PhaseMember> ready, long nowNs) {
        if (!departing
                && phase.streams().grow(phase.members().everyone(), ready)
                && phase.timeline().begun()) {
            ready.stream().filter(StartBarrier::mayStart).forEach(member -> start(member, nowNs));
        }
    }

    /**
     * One that returned to another incarnation before it was started has no clients yet, but would start with those of
     * its Prepare: it is told its share first.
     */
    private static boolean mayStart(PhaseMember member) {
        return member.start.enrolled() && !member.start.started() && member.clients() > 0;
    }

    /** Whoever joins later is not late: in the closed model its clients are meant to start now, though turns go on as they began. */
    private void start(PhaseMember member, long nowNs) {
        member.start.start();
        PhaseTimeline timeline = phase.timeline();
        boolean fromStart = phase.streams().openModel() || phase.phase().spec().turns() != null;
        long fromNs = fromStart ? timeline.startNs() : Math.max(timeline.startNs(), nowNs);
        Start.Builder start = Start.newBuilder()
                .setAssignment(phase.assignment())
                .setStartNs(fromNs)
                .setEndNs(timeline.endNs());
        if (fromStart && phase.streams().closedModel()) {
            start.setClientsStartNs(Math.max(timeline.startNs(), nowNs));
        }
        phase.outbox().send(member.worker, Envelope.newBuilder().setStart(start));
    }
}
