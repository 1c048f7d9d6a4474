package muster.coordinator.core.bounds;

import muster.coordinator.core.membership.WorkerSession;
import muster.model.StreamIndex;
import muster.protocol.Coverage;
import muster.protocol.CrashFindings;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.LostWrites;
import muster.protocol.OperationInFlight;
import muster.protocol.Ready;
import muster.protocol.SessionState;
import muster.protocol.Submit;
import org.jspecify.annotations.Nullable;

/** The bounds of all figures that need no more than the session they came in; what a phase knows is compared by the phase. */
public final class MessageBounds {
    private static final int MAX_CORES = 1_000_000;
    private static final int MAX_WORKERS = 1_000_000;
    private static final int MAX_TRIALS = 100_000;
    private static final int MAX_LEASE = 1 << 30;
    private static final int MAX_ACTIONS = 1 << 24;
    private static final int MAX_RATE = 1_000_000_000;
    /** Each becomes a row. */
    private static final int MAX_LOST = 10_000_000;

    /** Of what is counted one after another. */
    private static final long MAX_NUMBER = 1L << 60;
    /** More than a phase can have. */
    private static final int MAX_STREAMS = 1 << 10;

    private static final long MAX_CLOCK_NS = 1L << 62;

    private MessageBounds() {}

    /** One line that names the field in which a worker or an observer contradicts what it was given; null if none does. */
    public static @Nullable String wrong(WorkerSession session, Envelope envelope, long nowNs) {
        FieldCheck check = new FieldCheck();
        switch (envelope.getBodyCase()) {
            case HEARTBEAT -> heartbeat(check, envelope.getHeartbeat(), nowNs);
            case READY -> ready(check, session, envelope.getReady());
            case CREDIT ->
                check.within("Credit.total", envelope.getCredit().getTotal(), 0, MAX_NUMBER)
                        .finite("Credit.rate", envelope.getCredit().getRate(), MAX_RATE);
            case SESSION_STATE -> state(check, envelope.getSessionState());
            case TASK_RESULT -> {
                crash(check, envelope.getTaskResult().getCrash());
                envelope.getTaskResult()
                        .getStatementsList()
                        .forEach(note -> check.count("StatementNote.line", note.getLine()));
            }
            case RESOURCE_SAMPLE -> ResourceBounds.check(check, envelope.getResourceSample(), nowNs);
            case OPERATIONS_IN_FLIGHT -> {
                check.count(
                        "OperationsInFlight.omitted",
                        envelope.getOperationsInFlight().getOmitted());
                envelope.getOperationsInFlight().getOperationsList().forEach(one -> operation(check, one));
            }
            default -> {
                // Without a figure, or of a phase.
            }
        }
        return check.wrong();
    }

    private static void heartbeat(FieldCheck check, Heartbeat heartbeat, long nowNs) {
        check.within("Heartbeat.seq", heartbeat.getSeq(), 0, MAX_NUMBER)
                .within("Heartbeat.worker_sent_ns", heartbeat.getWorkerSentNs(), -MAX_CLOCK_NS, MAX_CLOCK_NS)
                .within("Heartbeat.offset_ns", heartbeat.getOffsetNs(), -MAX_CLOCK_NS, MAX_CLOCK_NS)
                .within("Heartbeat.offset_error_ns", heartbeat.getOffsetErrorNs(), 0, FieldCheck.MAX_AHEAD_NS);
        if (heartbeat.getOffsetErrorNs() > 0 && check.wrong() == null) {
            check.within(
                    "Heartbeat.worker_sent_ns by the coordinator's clock",
                    heartbeat.getWorkerSentNs() + heartbeat.getOffsetNs(),
                    nowNs - FieldCheck.MAX_BEHIND_NS,
                    nowNs + FieldCheck.MAX_AHEAD_NS);
        }
        ResourceBounds.check(check, heartbeat.getResources());
    }

    private static void ready(FieldCheck check, WorkerSession session, Ready ready) {
        check.within("Ready.offset_ns", ready.getOffsetNs(), -MAX_CLOCK_NS, MAX_CLOCK_NS)
                .within("Ready.offset_error_ns", ready.getOffsetErrorNs(), 0, FieldCheck.MAX_AHEAD_NS);
        if (check.wrong() == null && session.clockKnown() && ready.getOffsetErrorNs() > 0) {
            check.within(
                    "Ready.offset_ns less that of its heartbeats",
                    ready.getOffsetNs() - session.offsetNs(),
                    -FieldCheck.MAX_AHEAD_NS,
                    FieldCheck.MAX_AHEAD_NS);
        }
        ResourceBounds.check(check, ready.getResources());
    }

    private static void state(FieldCheck check, SessionState state) {
        check.count("SessionState.granted", state.getGranted())
                .within("SessionState.clients", state.getClients(), 0, MAX_WORKERS * 10L);
        state.getStreamGrantedList().forEach(granted -> check.count("SessionState.stream_granted", granted));
        state.getStreamClientsList()
                .forEach(clients -> check.within("SessionState.stream_clients", clients, 0, MAX_WORKERS * 10L));
        for (Lease lease : state.getLeasesList()) {
            lease(check, lease);
            check.require(
                    lease.getAssignment() == state.getAssignment(),
                    "Lease.assignment",
                    lease.getAssignment() + " in a state of " + state.getAssignment());
        }
        for (Coverage returned : state.getReturnedList()) {
            check.within("Coverage.lease", returned.getLease(), 0, MAX_NUMBER);
            returned.getRunsList().forEach(run -> check.count("Coverage.runs", run));
        }
        ResourceBounds.check(check, state.getResources());
    }

    private static void lease(FieldCheck check, Lease lease) {
        check.within("Lease.lease", lease.getLease(), 0, MAX_NUMBER)
                .within("Lease.first", lease.getFirst(), 0, StreamIndex.first(MAX_STREAMS))
                .count("Lease.first", StreamIndex.position(lease.getFirst()))
                .within("Lease.count", lease.getCount(), 0, MAX_LEASE)
                .within("Lease.stride", lease.getStride(), 0, MAX_WORKERS)
                .time("Lease.first_intended_ns", lease.getFirstIntendedNs());
    }

    private static void crash(FieldCheck check, CrashFindings crash) {
        check.count("CrashFindings.acknowledged", crash.getAcknowledged())
                .count("CrashFindings.acknowledged_after", crash.getAcknowledgedAfter())
                .count("CrashFindings.unknown", crash.getUnknown())
                .count("CrashFindings.unknown_kept", crash.getUnknownKept())
                .count("CrashFindings.refused", crash.getRefused())
                .count("CrashFindings.phantoms", crash.getPhantoms())
                .count("CrashFindings.half_transactions", crash.getHalfTransactions())
                .count("CrashFindings.unjudged", crash.getUnjudged());
        long lost = 0;
        for (LostWrites writes : crash.getLostList()) {
            for (int i = 0; i < writes.getRunsCount() && check.wrong() == null; i++) {
                check.count("LostWrites.runs", writes.getRuns(i));
                lost += i % 2 == 1 ? writes.getRuns(i) : 0;
                check.within("the sum of LostWrites.runs", lost, 0, MAX_LOST);
            }
        }
    }

    private static void operation(FieldCheck check, OperationInFlight operation) {
        check.time("OperationInFlight.age_ns", operation.getAgeNs())
                .within("OperationInFlight.client", operation.getClient(), 0, MAX_WORKERS * 10L)
                .within("OperationInFlight.actions", operation.getActions(), 0, MAX_ACTIONS)
                .within("OperationId.index", operation.getId().getIndex(), 0, MAX_NUMBER);
    }

    /** Of one who wants to join. */
    public static @Nullable String wrong(Hello hello) {
        return new FieldCheck()
                .within("Hello.cores", hello.getCores(), 0, MAX_CORES)
                .within("Hello.pid", hello.getPid(), 0, MAX_NUMBER)
                .within("Hello.attempt", hello.getAttempt(), 0, MAX_NUMBER)
                .wrong();
    }

    /** Of a client that submits a plan. */
    public static @Nullable String wrong(Submit submit) {
        FieldCheck check = new FieldCheck()
                .within("Submit.expect_workers", submit.getExpectWorkers(), 0, MAX_WORKERS)
                .within("Submit.worker_timeout_ms", submit.getWorkerTimeoutMs(), 0, Integer.MAX_VALUE)
                .within("Submit.trials", submit.getTrials(), 0, MAX_TRIALS)
                .within("Submit.lease_size", submit.getLeaseSize(), 0, MAX_LEASE);
        submit.getFilesList().forEach(file -> check.within("DataFile.size", file.getSize(), 0, MAX_NUMBER));
        return check.wrong();
    }
}
