package muster.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.model.SnapshotReport;
import muster.model.StreamIndex;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Start;
import muster.protocol.Task;
import muster.protocol.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * Keeps its own books, from nothing but messages and writes, and compares: it shares no code with the coordinator's.
 * Every method throws {@link Violation} when one of docs/semantics.md rules 13 to 18 does not hold.
 */
final class Ledger {
    private final Timeline time;
    private final SessionBook sessions;
    private final LateSnapshotBook late;
    /** By number of the stream. */
    private final List<Concurrency> concurrency;

    private final HolderBook holders;
    private final DurableBook durable;
    private final ExecutionCounts executions = new ExecutionCounts();
    private final Map<Long, PhaseAt> phases = new HashMap<>();
    /** By task, the session that has it and has not answered yet. */
    private final Map<Long, Long> tasks = new HashMap<>();

    private @Nullable PhaseAt writing;
    private @Nullable PhaseAt current;
    private long assignment;

    /** @param clients of each stream */
    Ledger(Timeline time, List<Integer> clients, HolderBook holders, long leaseTimeoutNs) {
        this.time = time;
        sessions = new SessionBook(time, leaseTimeoutNs);
        late = new LateSnapshotBook(time, sessions);
        concurrency = clients.stream()
                .map(ofStream -> new Concurrency(time, ofStream, sessions))
                .toList();
        this.holders = holders;
        durable = new DurableBook(time);
    }

    // ---- what comes in ----

    /** The coordinator is about to hear this, which is said to it and not to one before it. */
    void heard(Envelope envelope) {
        late.heard(envelope);
        if (sessions.heard(envelope)) {
            told(envelope.getSession(), envelope);
        }
    }

    private void told(long session, Envelope envelope) {
        long holds = envelope.getSessionState().getAssignment();
        if (envelope.hasSessionState() && (holds == assignment || holds == 0)) {
            holders.claimed(session, envelope.getSessionState());
        }
        if (envelope.hasTaskResult()) {
            tasks.remove(envelope.getTaskResult().getTask(), session);
        }
        if (envelope.hasReturned()) {
            envelope.getReturned().getUnstartedList().forEach(unstarted -> holders.freed(session, unstarted));
        }
    }

    /** The coordinator acts on this now. */
    void hears(Event event) {
        if (event instanceof Event.Received received
                && received.envelope().getSubmit().getResume()) {
            durable.asked();
        }
    }

    // ---- what the coordinator does ----

    void did(Action action) {
        switch (action) {
            case Action.Send send -> sent(send.envelope());
            case Action.WriteWorker worker
            when worker.row().leftNs() > 0 -> {
                left(worker.row().session(), worker.row().leftReason());
                executions.lost(worker.row().at(), worker.row().lost());
            }
            case Action.LeftBehind behind -> {
                left(behind.session(), behind.reason());
                executions.lost(behind.at(), behind.lost());
            }
            case Action.WritePhase phase -> writing = phase.row().at();
            case Action.Commit commit -> handedOver(commit.report());
            case Action.ResumeRun resume -> durable.resumes();
            default -> {
                // Decides nothing that is promised.
            }
        }
    }

    private void left(long session, String reason) {
        if (sessions.left(session, reason)) {
            concurrency.forEach(stream -> stream.left(session));
        }
    }

    /** All that the coordinator makes of one event is done. */
    void decided() {
        late.decided();
    }

    /** What is said again is heard once, and nobody acts on it after its phase. */
    private void sent(Envelope envelope) {
        if (sessions.isNew(envelope)) {
            promised(envelope.getSession(), envelope);
        }
    }

    private void promised(long session, Envelope envelope) {
        switch (envelope.getBodyCase()) {
            case WELCOME -> joined(session, envelope.getWelcome());
            case PREPARE -> prepared(envelope.getPrepare().getAssignment());
            case START -> starts(session, envelope.getStart());
            case TASK -> gives(session, envelope.getTask());
            case LEASE -> granted(session, envelope.getLease());
            case ACKNOWLEDGE ->
                durable.acknowledged(session, envelope.getAcknowledge().getThrough());
            default -> {
                // Not a promise.
            }
        }
    }

    private void joined(long session, Welcome welcome) {
        if (sessions.joined(session)) {
            if (!welcome.getResumed()) {
                holders.begins(session);
            }
            concurrency.forEach(stream -> stream.joined(session));
        }
    }

    private void gives(long session, Task task) {
        if (task.getKind().equals("reach")) {
            // Within a phase, which a cancel may end before it is answered.
            return;
        }
        nobodyHasATask(task.getTask());
        tasks.put(task.getTask(), session);
        if (task.getKind().equals("verify")) {
            verifies(task);
        }
    }

    /** The oracle is told of all that was begun, and of all that was begun twice. */
    private void verifies(Task task) {
        List<ExecutionCounts.Load> closed = executions.closedLately();
        if (closed.size() != task.getKnownCount()) {
            throw time.violation(
                    "the oracle is told of " + task.getKnownCount() + " loads; there were " + closed.size());
        }
        for (int i = 0; i < closed.size(); i++) {
            executions.compare(closed.get(i), task.getKnown(i));
        }
    }

    /** Another incarnation must know that the phase runs, and wait for this session. */
    private void starts(long session, Start start) {
        PhaseAt at = phases.get(start.getAssignment());
        if (at == null || !durable.isBegun(at)) {
            throw time.violation("session " + session + " is told to start before the start is durable");
        }
        if (!durable.isEnrolled(at, session)) {
            throw time.violation("session " + session + " is told to start before its part is durable");
        }
    }

    private void nobodyHasATask(long butThis) {
        tasks.forEach((task, session) -> {
            if (task != butThis && sessions.isPresent(session)) {
                throw time.violation("session " + session + " has not done task " + task + ", and the run goes on");
            }
        });
    }

    private void prepared(long id) {
        nobodyHasATask(0);
        if (id != assignment) {
            assignment = id;
            if (writing != null) {
                phases.putIfAbsent(id, writing);
            }
            holders.clear();
        }
    }

    private void granted(long session, Lease lease) {
        if (lease.getAssignment() != assignment) {
            throw time.violation(
                    "a lease of assignment " + lease.getAssignment() + " while " + assignment + " is under way");
        }
        if (lease.getCount() == 0) {
            return;
        }
        if (!sessions.isPresent(session)) {
            throw time.violation("a lease for session " + session + ", which is not here");
        }
        late.granted(session);
        PhaseAt at = phases.get(assignment);
        if (at != null) {
            holders.whole(
                    at,
                    lease,
                    durable.isBegun(at) ? durable.mark(at, StreamIndex.stream(lease.getFirst())) : Long.MAX_VALUE);
        }
        holders.granted(session, lease, sessions::isPresent, this::mayBeBelieved);
    }

    /** Whether another incarnation would wait for this session, and take what it holds for its own. */
    private boolean mayBeBelieved(long session) {
        PhaseAt at = phases.get(assignment);
        return at != null
                && durable.isBegun(at)
                && durable.isEnrolled(at, session)
                && !durable.hasDeparted(at, session);
    }

    private void handedOver(SnapshotReport report) {
        durable.handedOver(report);
        late.kept(report);
        if (!report.accepted()) {
            return;
        }
        if (!sessions.isPresent(report.key().session())) {
            throw time.violation("a snapshot of session " + report.key().session() + ", which is fenced, is accepted");
        }
        long indexes = holders.covered(report);
        if (indexes > 0) {
            current = report.key().at();
        }
        samplesAre(report, indexes);
    }

    private void samplesAre(SnapshotReport report, long indexes) {
        for (String timing : List.of("service", "response")) {
            long samples = report.figures().series().stream()
                    .filter(series -> series.key().timing().equals(timing))
                    .mapToLong(Series::samples)
                    .sum();
            if (samples != indexes) {
                throw time.violation("a snapshot of session " + report.key().session() + " covers " + indexes
                        + " indexes with " + samples + " " + timing + " samples");
            }
        }
    }

    // ---- what is durable ----

    void durable(Action.Write write) {
        durable.write(write);
        if (write instanceof Action.Reserve reserve && durable.isBegun(reserve.at())) {
            holders.reserved(reserve, this::mayBeBelieved);
        }
    }

    void closed(Action.ClosePhase close) {
        durable.closed(close.end());
        executions.closed(close.end());
    }

    /** The coordinator died: what was not durable is not covered. */
    void died() {
        sessions.died();
        late.died();
        tasks.clear();
        concurrency.forEach(Concurrency::died);
        durable.died();
        PhaseAt at = current;
        holders.died(index -> at != null && durable.isCovered(at, index));
    }

    /** The union of what accepted reports cover. */
    List<IndexRange> covered(PhaseAt at) {
        return durable.covered(at);
    }

    /** By session, the highest number whose report and all before it are durable. */
    Map<Long, Long> committed(PhaseAt at) {
        return durable.committed(at);
    }

    // ---- what workers do ----

    void started(long session, int now, Lease lease, long from, long end) {
        PhaseAt at = phases.get(lease.getAssignment());
        if (at == null) {
            throw time.violation("session " + session + " executes something of a phase that was not prepared");
        }
        for (long position = from; position < end; position++) {
            executions.started(at, holders.index(lease, position));
        }
        concurrency.get(StreamIndex.stream(lease.getFirst())).started(session, now);
    }

    void ended(long session, int stream, int now) {
        concurrency.get(stream).ended(session, now);
    }

    long committed() {
        return durable.size();
    }

    ExecutionCounts executions() {
        return executions;
    }

    long sessionsFenced() {
        return sessions.sessionsFenced();
    }
}
