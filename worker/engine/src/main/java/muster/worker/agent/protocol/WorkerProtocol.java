package muster.worker.agent.protocol;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.Acknowledge;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Leave;
import muster.protocol.Prepare;
import muster.protocol.Ready;
import muster.protocol.Refused;
import muster.protocol.Resources;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import muster.protocol.SetConcurrency;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.protocol.Welcome;
import muster.protocol.session.ClockSync;
import muster.protocol.session.ReliableChannel;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side of the protocol: (state, event, now) -> (state, actions). It reads no clock and touches neither
 * socket nor engine, so that a simulator can run it beside the coordinator's. One thread uses it.
 */
public final class WorkerProtocol {
    public static final String REFUSED = "refused: ";
    private static final long HELLO_EVERY_NS = 1_000_000_000L;
    private static final int FIRST_EXCHANGES = 8;
    private static final long TICK_NS = 20_000_000;
    private static final long SETTLED_TICK_NS = 100_000_000;
    private static final int MOST_UNACKNOWLEDGED = 600;

    private final NonceSource nonces;
    private final ClockSync clock = new ClockSync();
    private ReliableChannel conversation = new ReliableChannel();
    private Hello hello;
    private List<WorkerAction> actions = new ArrayList<>();
    private long epoch;
    private long session;
    private long heartbeatNs = 1_000_000_000L;
    private long leaseTimeoutNs = 2_500_000_000L;
    private long lastHelloNs = Long.MIN_VALUE / 2;
    private long lastHeartbeatNs;
    private long lastHeardNs;
    private long heartbeats;
    private long attempts;
    /** Answers to Hellos up to this one say nothing any more. */
    private long answeredAttempt;

    private boolean leaving;
    private boolean saidLost;
    private String lastRefusal = "";
    private Resources resources = Resources.getDefaultInstance();
    private @Nullable Assignment assignment;
    private @Nullable FencedSnapshots lastWords;

    /** Where nonces come from: seeded in a simulation. */
    @FunctionalInterface
    public interface NonceSource {
        long next();
    }

    public WorkerProtocol(Hello hello, NonceSource nonces) {
        this.hello = hello.toBuilder().setNonce(nonces.next()).setNumbered(true).build();
        this.nonces = nonces;
    }

    /** One step; {@code nowNs} is this worker's monotonic clock. */
    public List<WorkerAction> on(WorkerEvent event, long nowNs) {
        switch (event) {
            case WorkerEvent.Received received -> received(received.envelope(), nowNs);
            case WorkerEvent.Tick tick -> tick(tick.resources(), nowNs);
            case WorkerEvent.Prepared prepared -> prepared(prepared);
            case WorkerEvent.PrepareFailed failed -> failed(failed.assignment(), failed.kind(), failed.message());
            case WorkerEvent.Broken broken -> failed(broken.assignment(), "fault", broken.message());
            case WorkerEvent.Wanted wanted -> wanted(wanted);
            case WorkerEvent.Recorded recorded -> recorded(recorded);
            case WorkerEvent.Unstarted unstarted -> unstarted(unstarted.assignment(), unstarted.unstarted());
            case WorkerEvent.ShareTaken taken -> shareTaken(taken);
            case WorkerEvent.Drained drained -> engineDrained(drained.assignment());
            case WorkerEvent.TaskDone done -> send(Envelope.newBuilder().setTaskResult(done.result()));
            case WorkerEvent.Request request -> mention(request.request());
            case WorkerEvent.Leave leave -> leave(leave.reason());
        }
        List<WorkerAction> taken = actions;
        actions = new ArrayList<>();
        return taken;
    }

    /** Why this worker is not in its cluster, in one line; "" if it is. */
    public String trouble() {
        if (session != 0 && !saidLost) {
            return "";
        }
        return lastRefusal.isEmpty() ? "no coordinator has answered lately" : REFUSED + lastRefusal;
    }

    private void send(Envelope.Builder envelope) {
        if (session != 0) {
            actions.add(new WorkerAction.Send(
                    conversation.say(envelope.setEpoch(epoch).setSession(session))));
        }
    }

    /** What may be lost, because it is said again. */
    private void mention(Envelope.Builder envelope) {
        if (session != 0) {
            actions.add(new WorkerAction.Send(
                    conversation.mention(envelope.setEpoch(epoch).setSession(session))));
        }
    }

    private void log(String line) {
        actions.add(new WorkerAction.Log(line));
    }

    // ---- joining and staying ----

    private void tick(Resources used, long nowNs) {
        resources = used;
        if (session == 0) {
            sayHello(nowNs);
            return;
        }
        beat(nowNs);
        if (nowNs - lastHeardNs > 2 * leaseTimeoutNs) {
            unheard(nowNs);
        }
        conversation.overdue(nowNs).forEach(message -> actions.add(new WorkerAction.Send(message)));
        prepareWhenClockIsKnown();
    }

    /** After how many nanoseconds a tick is needed again: each wakes a thread, and takes from a database beside it. */
    public long tickNs() {
        boolean settled = session != 0 && heartbeats >= FIRST_EXCHANGES;
        return settled ? Math.min(SETTLED_TICK_NS, heartbeatNs / 10) : TICK_NS;
    }

    private void sayHello(long nowNs) {
        if (nowNs - lastHelloNs >= HELLO_EVERY_NS) {
            lastHelloNs = nowNs;
            Hello.Builder knock = hello.toBuilder()
                    .setPreviousSession(session)
                    .setPreviousEpoch(session == 0 ? 0 : epoch)
                    .setAttempt(++attempts);
            actions.add(
                    new WorkerAction.Send(Envelope.newBuilder().setHello(knock).build()));
        }
    }

    /** The coordinator is silent: it may be gone, or a new one may be in its place. The same nonce keeps the session. */
    private void unheard(long nowNs) {
        if (leaving) {
            log("the coordinator is silent; going without its leave");
            drop();
            actions.add(new WorkerAction.Exit(""));
            return;
        }
        if (!saidLost) {
            saidLost = true;
            log("the coordinator is silent; knocking once a second");
        }
        sayHello(nowNs);
    }

    private void beat(long nowNs) {
        long everyNs = heartbeats < FIRST_EXCHANGES ? heartbeatNs / 50 : heartbeatNs;
        if (nowNs - lastHeartbeatNs >= everyNs) {
            lastHeartbeatNs = nowNs;
            Heartbeat.Builder heartbeat = Heartbeat.newBuilder()
                    .setSeq(++heartbeats)
                    .setWorkerSentNs(nowNs)
                    .setResources(resources);
            if (clock.known()) {
                heartbeat.setOffsetNs(clock.offsetNs()).setOffsetErrorNs(clock.errorNs());
            }
            mention(Envelope.newBuilder().setHeartbeat(heartbeat));
            if (assignment != null) {
                giveCredit(assignment);
            }
        }
    }

    private void received(Envelope envelope, long nowNs) {
        if (envelope.hasWelcome()) {
            welcomed(envelope, envelope.getWelcome(), nowNs);
        } else if (envelope.hasRefused()) {
            refused(envelope, nowNs);
        } else if (envelope.getEpoch() == epoch && envelope.getSession() == session && session != 0) {
            lastHeardNs = nowNs;
            saidLost = false;
            if (conversation.hear(envelope, nowNs)) {
                fromCoordinator(envelope, nowNs);
            }
        }
    }

    private void welcomed(Envelope envelope, Welcome welcome, long nowNs) {
        if (welcome.getNonce() != hello.getNonce() || welcome.getAttempt() <= answeredAttempt) {
            return;
        }
        answeredAttempt = attempts;
        lastHeardNs = nowNs;
        saidLost = false;
        if (envelope.getEpoch() == epoch && envelope.getSession() == session) {
            return;
        }
        if (envelope.getEpoch() == epoch) {
            lateIfFenced();
        }
        conversation = new ReliableChannel();
        if (welcome.getResumed() && envelope.getSession() == session) {
            goOn(envelope.getEpoch());
        } else {
            begin(envelope, welcome);
        }
    }

    /** Another incarnation of the coordinator has read what its store knows: it is told the rest. */
    private void goOn(long newEpoch) {
        epoch = newEpoch;
        log("the coordinator was started anew and goes on with what is under way");
        if (assignment == null) {
            send(Envelope.newBuilder().setSessionState(SessionState.getDefaultInstance()));
        } else {
            sayAgain(assignment);
        }
        if (leaving) {
            leave("asked to go");
        }
    }

    private void sayAgain(Assignment mine) {
        send(Envelope.newBuilder().setSessionState(mine.holding()));
        mine.unacknowledged.forEach(snapshot -> send(Envelope.newBuilder().setSnapshot(snapshot)));
        if (mine.failed != null) {
            send(Envelope.newBuilder().setFailed(mine.failed));
        }
        if (mine.drainedSent) {
            sendDrained(mine);
        }
    }

    private void begin(Envelope envelope, Welcome welcome) {
        drop();
        epoch = envelope.getEpoch();
        session = envelope.getSession();
        heartbeatNs = welcome.getHeartbeatMs() * 1_000_000L;
        leaseTimeoutNs = welcome.getLeaseTimeoutMs() * 1_000_000L;
        clock.forget();
        heartbeats = 0;
        lastRefusal = "";
        log("joined the coordinator as " + hello.getName());
        if (leaving) {
            leave("asked to go");
        }
    }

    /** An answer to a message of an earlier session, or of one that another incarnation knows, ends nothing. */
    private void refused(Envelope envelope, long nowNs) {
        Refused refused = envelope.getRefused();
        boolean mine = refused.getNonce() == 0
                ? envelope.getSession() == session && (session == 0 || refused.getAddressedSession() == epoch)
                : refused.getNonce() == hello.getNonce() && refused.getAttempt() > answeredAttempt;
        if (refused.getHelloAgain() && !mine) {
            return;
        }
        if (refused.getHelloAgain() && refused.getNonce() == 0 && session != 0 && envelope.getEpoch() != epoch) {
            sayHello(nowNs);
            return;
        }
        lateIfFenced();
        drop();
        session = 0;
        if (leaving) {
            actions.add(new WorkerAction.Exit(""));
        } else if (refused.getHelloAgain()) {
            if (!refused.getReason().equals(lastRefusal)) {
                lastRefusal = refused.getReason();
                log(REFUSED + lastRefusal);
            }
            hello = hello.toBuilder().setNonce(nonces.next()).build();
        } else {
            actions.add(new WorkerAction.Exit("the coordinator refused this worker: " + refused.getReason()));
        }
    }

    /** What this worker did in a session that is no more comes too late to be counted; it is said all the same. */
    private void lateIfFenced() {
        Assignment mine = assignment;
        if (mine != null && session != 0) {
            FencedSnapshots words = new FencedSnapshots(mine, epoch, session);
            lastWords = words;
            actions.add(new WorkerAction.Send(words.envelope(mine.holding())));
            mine.unacknowledged.forEach(snapshot -> sayLate(words, snapshot));
            actions.add(new WorkerAction.CloseEngine(mine.id, true));
            assignment = null;
        }
    }

    private void sayLate(FencedSnapshots words, Snapshot snapshot) {
        log("snapshot " + snapshot.getSeq() + " of " + FencedSnapshots.operations(snapshot)
                + " operations is said late: it may not be counted");
        actions.add(new WorkerAction.Send(words.envelope(snapshot)));
    }

    private void leave(String reason) {
        if (session == 0) {
            actions.add(new WorkerAction.Exit(""));
            return;
        }
        leaving = true;
        send(Envelope.newBuilder().setLeave(Leave.newBuilder().setReason(reason)));
    }

    /** Gives up the assignment and all that was not acknowledged: the coordinator has fenced or forgotten it. */
    private void drop() {
        if (assignment != null) {
            actions.add(new WorkerAction.CloseEngine(assignment.id, false));
            assignment = null;
        }
    }

    // ---- a phase ----

    private void fromCoordinator(Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HEARTBEAT_ACK -> {
                clock.exchanged(envelope.getHeartbeatAck(), nowNs);
                prepareWhenClockIsKnown();
            }
            case PREPARE -> prepare(envelope.getPrepare());
            case TASK -> actions.add(new WorkerAction.RunTask(envelope.getTask()));
            case FILE_CHUNK -> actions.add(new WorkerAction.TakeChunk(envelope.getFileChunk()));
            case LEAVE -> {
                drop();
                actions.add(new WorkerAction.Exit(""));
            }
            default -> aboutAssignment(envelope);
        }
    }

    private void prepare(Prepare prepare) {
        drop();
        assignment = new Assignment(prepare);
        prepareWhenClockIsKnown();
    }

    /** The offset is frozen here for the whole phase. */
    private void prepareWhenClockIsKnown() {
        Assignment mine = assignment;
        if (mine != null && !mine.engineAsked && clock.known() && heartbeats >= FIRST_EXCHANGES) {
            mine.engineAsked = true;
            mine.offsetNs = clock.offsetNs();
            mine.offsetErrorNs = clock.errorNs();
            actions.add(new WorkerAction.PrepareEngine(mine.prepare, mine.offsetNs));
        }
    }

    private void aboutAssignment(Envelope envelope) {
        switch (envelope.getBodyCase()) {
            case LEASE -> {
                if (owns(envelope.getLease().getAssignment())) {
                    lease(envelope.getLease());
                }
            }
            case START -> {
                if (owns(envelope.getStart().getAssignment())) {
                    start(envelope.getStart());
                }
            }
            case SET_CONCURRENCY -> {
                if (owns(envelope.getSetConcurrency().getAssignment())) {
                    share(envelope.getSetConcurrency());
                }
            }
            case ACKNOWLEDGE -> acknowledged(envelope.getAcknowledge());
            case DRAIN -> drain(envelope.getDrain().getAssignment());
            case ABORT -> {
                if (owns(envelope.getAbort().getAssignment())) {
                    abort();
                }
            }
            default -> log("a message of the coordinator was of no use here: " + envelope.getBodyCase());
        }
    }

    /** Said once more by another incarnation of the coordinator: the engine starts once. */
    private void start(Start start) {
        Assignment mine = assignment;
        if (mine != null && !mine.started) {
            mine.started = true;
            actions.add(new WorkerAction.StartEngine(start));
        }
    }

    private boolean owns(long id) {
        return assignment != null && assignment.id == id;
    }

    private void prepared(WorkerEvent.Prepared prepared) {
        Assignment mine = assignment;
        if (mine != null && mine.id == prepared.assignment()) {
            mine.prepared = true;
            mine.target = prepared.target();
            mine.resources = prepared.resources();
            readyIfLeased(mine);
            if (mine.drainAsked) {
                actions.add(new WorkerAction.DrainEngine(mine.id));
            }
        }
    }

    private void lease(Lease lease) {
        Assignment mine = assignment;
        if (mine != null) {
            mine.leased = true;
            mine.hold(lease);
            if (lease.getCount() > 0 && mine.drainAsked) {
                unstarted(mine.id, List.of(whole(lease)));
            } else if (lease.getCount() > 0) {
                actions.add(new WorkerAction.Offer(lease));
            }
            readyIfLeased(mine);
        }
    }

    private static Coverage whole(Lease lease) {
        return Coverage.newBuilder()
                .setLease(lease.getLease())
                .addRuns(0)
                .addRuns(lease.getCount())
                .build();
    }

    private void readyIfLeased(Assignment mine) {
        if (mine.prepared && mine.leased && !mine.readySent) {
            mine.readySent = true;
            send(Envelope.newBuilder()
                    .setReady(Ready.newBuilder()
                            .setAssignment(mine.id)
                            .setOffsetNs(mine.offsetNs)
                            .setOffsetErrorNs(mine.offsetErrorNs)
                            .putAllTarget(mine.target)
                            .setResources(mine.resources)));
        }
    }

    private void failed(long id, String kind, String message) {
        Assignment mine = assignment;
        if (mine != null && mine.id == id) {
            Failed failed = Failed.newBuilder()
                    .setAssignment(id)
                    .setKind(kind)
                    .setMessage(message)
                    .build();
            mine.failed = failed;
            send(Envelope.newBuilder().setFailed(failed));
            finishWithoutEngine();
        }
    }

    private void finishWithoutEngine() {
        Assignment mine = assignment;
        if (mine != null && !mine.prepared) {
            mine.engineDrained = true;
            drainedIfDone(mine);
        }
    }

    private void wanted(WorkerEvent.Wanted wanted) {
        Assignment mine = assignment;
        if (mine != null && mine.id == wanted.assignment()) {
            mine.creditTotal = Math.max(mine.creditTotal, wanted.total());
            mine.ratePerS = wanted.ratePerS();
            giveCredit(mine);
        }
    }

    /** Given again with each heartbeat: as a total it does no harm, and one that was lost would stop the worker. */
    private void giveCredit(Assignment mine) {
        boolean keepingUp = mine.unacknowledged.size() < MOST_UNACKNOWLEDGED;
        if (keepingUp && !mine.drainAsked && mine.creditTotal > 0) {
            mention(Envelope.newBuilder()
                    .setCredit(Credit.newBuilder()
                            .setAssignment(mine.id)
                            .setTotal(mine.creditTotal)
                            .setRate(mine.ratePerS)));
        }
    }

    private void share(SetConcurrency share) {
        if (assignment != null) {
            assignment.clients = Math.max(assignment.clients, share.getClients());
            assignment.clientsAsked = share.getClients();
            assignment.shareAsked = share.getSerial();
        }
        actions.add(new WorkerAction.SetClients(share.getAssignment(), share.getSerial(), share.getClients()));
    }

    private void shareTaken(WorkerEvent.ShareTaken taken) {
        Assignment mine = assignment;
        if (mine != null && mine.id == taken.assignment()) {
            mine.clients = taken.serial() == mine.shareAsked ? mine.clientsAsked : mine.clients;
            send(Envelope.newBuilder()
                    .setConcurrencyApplied(ConcurrencyApplied.newBuilder()
                            .setAssignment(taken.assignment())
                            .setSerial(taken.serial())));
        }
    }

    // ---- results ----

    private void recorded(WorkerEvent.Recorded recorded) {
        Assignment mine = assignment;
        if (mine != null && mine.id == recorded.assignment()) {
            Snapshot snapshot = recorded.snapshot()
                    .setAssignment(mine.id)
                    .setSeq(mine.nextSeq++)
                    .build();
            mine.unacknowledged.add(snapshot);
            send(Envelope.newBuilder().setSnapshot(snapshot));
        } else if (lastWords != null && lastWords.assignment == recorded.assignment()) {
            sayLate(lastWords, lastWords.number(recorded.snapshot()));
        }
    }

    private void acknowledged(Acknowledge acknowledge) {
        Assignment mine = assignment;
        if (mine != null && mine.id == acknowledge.getAssignment()) {
            while (!mine.unacknowledged.isEmpty() && mine.unacknowledged.peek().getSeq() <= acknowledge.getThrough()) {
                mine.unacknowledged.remove().getCoverageList().forEach(mine::settle);
            }
            forgetIfOver(mine);
        }
    }

    // ---- the end of a phase ----

    private void drain(long id) {
        Assignment mine = assignment;
        if (mine == null || mine.id != id || mine.drainAsked) {
            return;
        }
        mine.drainAsked = true;
        if (mine.prepared) {
            actions.add(new WorkerAction.DrainEngine(id));
        }
    }

    private void abort() {
        Assignment mine = assignment;
        if (mine != null) {
            actions.add(new WorkerAction.CloseEngine(mine.id, false));
            mine.drainAsked = true;
            engineDrained(mine.id);
        }
    }

    private void unstarted(long id, List<Coverage> unstarted) {
        Assignment mine = assignment;
        if (mine != null && mine.id == id && !unstarted.isEmpty()) {
            unstarted.forEach(mine::giveBack);
            send(Envelope.newBuilder()
                    .setReturned(Returned.newBuilder().setAssignment(id).addAllUnstarted(unstarted)));
        }
    }

    private void engineDrained(long id) {
        Assignment mine = assignment;
        if (mine != null && mine.id == id) {
            mine.engineDrained = true;
            drainedIfDone(mine);
        }
    }

    private void drainedIfDone(Assignment mine) {
        if (mine.engineDrained && !mine.drainedSent) {
            mine.drainedSent = true;
            sendDrained(mine);
            forgetIfOver(mine);
        }
    }

    private void sendDrained(Assignment mine) {
        send(Envelope.newBuilder()
                .setDrained(Drained.newBuilder().setAssignment(mine.id).setLastSeq(mine.nextSeq - 1)));
    }

    private void forgetIfOver(Assignment mine) {
        if (mine.over()) {
            actions.add(new WorkerAction.CloseEngine(mine.id, false));
            assignment = null;
        }
    }
}
