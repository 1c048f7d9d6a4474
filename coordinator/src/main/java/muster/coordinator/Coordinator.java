package muster.coordinator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.protocol.Bye;
import muster.protocol.Cancel;
import muster.protocol.Cancelled;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.Finished;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Pulse;
import muster.protocol.Refused;
import muster.protocol.RunStatus;
import muster.protocol.Snapshot;
import muster.protocol.Status;
import muster.protocol.Submit;
import muster.protocol.Submitted;
import muster.protocol.Welcome;
import muster.protocol.WorkerStatus;
import org.jspecify.annotations.Nullable;

/**
 * Decides everything: (state, event, now) -> (state, actions). It reads no clock, opens no socket and no file, and
 * draws nothing at random, so that any run of it can be replayed from its events. One thread uses it.
 */
public final class Coordinator {
    private static final int FINISHED_KEPT = 100;

    private final CoordinatorSettings settings;
    private final Outbox outbox;
    private final Map<Long, WorkerState> workers = new LinkedHashMap<>();
    private final Deque<RunExecution> queue = new ArrayDeque<>();
    private final Map<Long, Long> runsByRequest = new LinkedHashMap<>();
    private final Map<Long, Finished> finished = new LinkedHashMap<>();
    private @Nullable RunExecution running;
    private long sessions;
    private long ids;

    public Coordinator(CoordinatorSettings settings) {
        this.settings = settings;
        this.outbox = new Outbox(settings.epoch());
    }

    /**
     * One step.
     *
     * @param nowNs the coordinator's clock: unix nanoseconds that never go back
     */
    public List<Action> on(Event event, long nowNs) {
        switch (event) {
            case Event.Received received -> received(received.peer(), received.envelope(), nowNs);
            case Event.Tick tick -> tick(nowNs);
            case Event.ScriptRead read -> submitted(read, nowNs);
            case Event.ScriptRefused refused -> refuse(refused);
            case Event.RunBegun begun -> begun(begun, nowNs);
            case Event.Reserved reserved -> reserved(reserved, nowNs);
            case Event.Committed committed -> committed(committed, nowNs);
            case Event.SnapshotRefused refused -> snapshotRefused(refused, nowNs);
            case Event.PhaseClosed closed -> phaseClosed(closed, nowNs);
            case Event.RunClosed closed -> runClosed(closed, nowNs);
            case Event.StoreFailed failed -> storeFailed(failed, nowNs);
        }
        return outbox.take();
    }

    private void received(Peer peer, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HELLO -> hello(peer, envelope.getHello(), nowNs);
            case SUBMIT -> submit(peer, envelope.getSubmit());
            case FOLLOW -> follow(peer, envelope.getFollow().getRunId());
            case STATUS_REQUEST -> outbox.send(peer, Envelope.newBuilder().setStatus(status(nowNs)));
            case CANCEL -> cancel(peer, envelope.getCancel(), nowNs);
            default -> fromWorker(peer, envelope, nowNs);
        }
    }

    // ---- workers ----

    private void hello(Peer peer, Hello hello, long nowNs) {
        WorkerState namesake = workers.values().stream()
                .filter(worker -> !worker.gone && worker.name().equals(hello.getName()))
                .findFirst()
                .orElse(null);
        if (namesake == null) {
            join(peer, hello, nowNs);
        } else if (namesake.hello.getNonce() == hello.getNonce()) {
            namesake.peer = peer;
            welcome(namesake);
        } else {
            refuseSession(peer, "another worker is named " + hello.getName() + "; trying again until it is gone");
        }
    }

    private void join(Peer peer, Hello hello, long nowNs) {
        WorkerState worker = new WorkerState(++sessions, hello, peer, nowNs);
        workers.put(worker.session, worker);
        welcome(worker);
        outbox.log(hello.getName() + " joined (" + hello.getLanguage() + ", " + hello.getHost() + ", "
                + hello.getCores() + " cores)");
    }

    private void welcome(WorkerState worker) {
        outbox.send(
                worker,
                Envelope.newBuilder()
                        .setWelcome(Welcome.newBuilder()
                                .setHeartbeatMs(settings.heartbeatMs())
                                .setLeaseTimeoutMs(settings.leaseTimeoutMs())));
    }

    private void fromWorker(Peer peer, Envelope envelope, long nowNs) {
        WorkerState worker = workers.get(envelope.getSession());
        if (worker == null || envelope.getEpoch() != settings.epoch()) {
            refuseSession(peer, "this coordinator does not know your session: say hello again");
            return;
        }
        if (worker.gone) {
            fromGone(peer, worker, envelope);
            return;
        }
        worker.peer = peer;
        worker.lastSeenNs = nowNs;
        fromPresent(worker, envelope, nowNs);
    }

    /** A zombie's snapshots are kept, marked, and never counted; then it is told to join anew. */
    private void fromGone(Peer peer, WorkerState worker, Envelope envelope) {
        RunExecution run = running;
        if (envelope.hasSnapshot()
                && run != null
                && run.phase() != null
                && owned(envelope.getSnapshot().getAssignment())) {
            Objects.requireNonNull(run.phase()).snapshot(worker, envelope.getSnapshot());
        }
        refuseSession(peer, "your session was fenced: say hello again");
    }

    private void refuseSession(Peer peer, String reason) {
        outbox.send(
                peer,
                Envelope.newBuilder()
                        .setRefused(Refused.newBuilder().setReason(reason).setSayHello(true)));
    }

    private void fromPresent(WorkerState worker, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HEARTBEAT -> heartbeat(worker, envelope.getHeartbeat(), nowNs);
            case BYE -> bye(worker, envelope.getBye().getReason(), nowNs);
            case TASK_RESULT -> {
                if (running != null) {
                    running.taskResult(envelope.getTaskResult(), idle(), nowNs);
                }
            }
            case FAILED -> failed(worker, envelope.getFailed(), nowNs);
            case SNAPSHOT -> snapshot(worker, envelope.getSnapshot(), nowNs);
            default -> aboutPhase(worker, envelope, nowNs);
        }
    }

    private void aboutPhase(WorkerState worker, Envelope envelope, long nowNs) {
        PhaseExecution phase = running == null ? null : running.phase();
        if (phase == null) {
            return;
        }
        switch (envelope.getBodyCase()) {
            case CREDIT -> {
                if (phase.owns(envelope.getCredit().getAssignment())) {
                    phase.credit(worker, envelope.getCredit(), nowNs);
                }
            }
            case READY -> {
                if (phase.owns(envelope.getReady().getAssignment())) {
                    phase.ready(worker, envelope.getReady(), nowNs);
                }
            }
            case RETURNED -> {
                if (phase.owns(envelope.getReturned().getAssignment())) {
                    phase.returned(worker, envelope.getReturned(), nowNs);
                }
            }
            case SHARE_TAKEN -> {
                if (phase.owns(envelope.getShareTaken().getAssignment())) {
                    phase.shareTaken(worker, envelope.getShareTaken(), nowNs);
                }
            }
            case DRAINED -> {
                if (phase.owns(envelope.getDrained().getAssignment())) {
                    phase.drained(worker, envelope.getDrained(), nowNs);
                }
            }
            default -> outbox.log("a message of " + worker.name() + " was of no use here: " + envelope.getBodyCase());
        }
    }

    private void heartbeat(WorkerState worker, Heartbeat heartbeat, long nowNs) {
        worker.heard(heartbeat);
        outbox.send(
                worker,
                Envelope.newBuilder()
                        .setPulse(Pulse.newBuilder()
                                .setSeq(heartbeat.getSeq())
                                .setWorkerSentNs(heartbeat.getWorkerSentNs())
                                .setReceivedNs(nowNs)
                                .setSentNs(nowNs)));
    }

    private void snapshot(WorkerState worker, Snapshot snapshot, long nowNs) {
        boolean known = owned(snapshot.getAssignment())
                && Objects.requireNonNull(Objects.requireNonNull(running).phase())
                        .snapshot(worker, snapshot);
        if (!known && owned(snapshot.getAssignment())) {
            fence(worker, "its snapshot claims what it does not hold", nowNs);
        }
    }

    private boolean owned(long assignment) {
        return running != null && running.phase() != null && running.phase().owns(assignment);
    }

    private void failed(WorkerState worker, Failed failed, long nowNs) {
        outbox.log(worker.name() + " failed: " + failed.getMessage());
        if (owned(failed.getAssignment())) {
            Objects.requireNonNull(running).failed(worker, failed, nowNs);
        }
    }

    /** A worker that wants to go drains first; one that has nothing to drain may go at once. */
    private void bye(WorkerState worker, String reason, long nowNs) {
        PhaseExecution phase = running == null ? null : running.phase();
        if (worker.leaving || phase == null || !phase.involves(worker)) {
            release(worker, reason, nowNs);
            return;
        }
        worker.leaving = true;
        outbox.log(worker.name() + " leaves: " + reason);
        phase.leave(worker, reason);
    }

    private void release(WorkerState worker, String reason, long nowNs) {
        outbox.send(worker, Envelope.newBuilder().setBye(Bye.newBuilder().setReason(reason)));
        fence(worker, reason, nowNs);
    }

    private void fence(WorkerState worker, String reason, long nowNs) {
        if (worker.gone) {
            return;
        }
        worker.gone = true;
        outbox.log(worker.name() + " is gone: " + reason);
        if (running != null && running.phase() != null) {
            running.phase().fence(worker, reason, nowNs);
        }
    }

    private List<WorkerState> idle() {
        return workers.values().stream()
                .filter(worker -> !worker.gone && !worker.leaving)
                .toList();
    }

    // ---- time ----

    private void tick(long nowNs) {
        long timeoutNs = settings.leaseTimeoutMs() * 1_000_000L;
        for (WorkerState worker : List.copyOf(workers.values())) {
            if (!worker.gone && nowNs - worker.lastSeenNs > timeoutNs) {
                fence(worker, "silent for " + (nowNs - worker.lastSeenNs) / 1_000_000 + " ms", nowNs);
            }
        }
        RunExecution run = running;
        if (run != null) {
            tend(run, nowNs);
        }
    }

    private void tend(RunExecution run, long nowNs) {
        PhaseExecution phase = run.phase();
        if (phase != null) {
            phase.overdue(nowNs).forEach(worker -> fence(worker, "not ready or not drained in time", nowNs));
            phase.leavers().forEach(worker -> release(worker, "drained", nowNs));
            letJoin(phase, nowNs);
        }
        run.tick(idle(), nowNs);
    }

    /** Workers that came while the phase runs, or found no place in it before. */
    private void letJoin(PhaseExecution phase, long nowNs) {
        idle().stream().filter(worker -> !phase.involves(worker)).forEach(worker -> phase.join(worker, nowNs));
    }

    // ---- runs ----

    private void submit(Peer client, Submit submit) {
        Long known = runsByRequest.get(submit.getRequest());
        if (known != null) {
            answerSubmit(client, submit.getRequest(), known, "");
        } else {
            runsByRequest.put(submit.getRequest(), 0L);
            outbox.add(new Action.ReadPlan(client, submit));
        }
    }

    private void refuse(Event.ScriptRefused refused) {
        runsByRequest.remove(refused.request());
        answerSubmit(refused.client(), refused.request(), 0, refused.reason());
    }

    private void answerSubmit(Peer client, long request, long runId, String failure) {
        outbox.send(
                client,
                Envelope.newBuilder()
                        .setSubmitted(Submitted.newBuilder()
                                .setRequest(request)
                                .setRunId(runId)
                                .setFailure(failure)));
    }

    private void submitted(Event.ScriptRead read, long nowNs) {
        RunExecution run = new RunExecution(read.submission(), read.script(), settings, outbox, nowNs);
        run.follow(read.client());
        queue.add(run);
        run.begin(nowNs);
    }

    private void begun(Event.RunBegun begun, long nowNs) {
        runsByRequest.put(begun.request(), begun.runId());
        for (RunExecution run : queue) {
            if (run.submission.request() == begun.request()) {
                run.begun(begun.runId());
                run.tellSubmitted();
            }
        }
        startNext(nowNs);
    }

    private void startNext(long nowNs) {
        RunExecution first = queue.peek();
        if (running == null && first != null && first.runId() != 0) {
            running = queue.poll();
            first.started(ids, nowNs);
            outbox.log("run " + first.runId() + " (" + first.script.plan().name() + ") begins");
            first.advance(idle(), nowNs);
        }
    }

    private void follow(Peer peer, long runId) {
        Finished over = finished.get(runId);
        if (over != null) {
            outbox.send(peer, Envelope.newBuilder().setFinished(over));
        } else {
            everyRun().stream().filter(run -> run.runId() == runId).forEach(run -> run.follow(peer));
        }
    }

    private void cancel(Peer peer, Cancel cancel, long nowNs) {
        RunExecution run = everyRun().stream()
                .filter(candidate -> candidate.runId() == cancel.getRunId())
                .findFirst()
                .orElse(null);
        String failure = run == null ? "no run " + cancel.getRunId() + " is running or waiting" : "";
        if (run != null) {
            run.cancel(cancel.getNow(), nowNs);
        }
        outbox.send(
                peer,
                Envelope.newBuilder()
                        .setCancelled(Cancelled.newBuilder()
                                .setRunId(cancel.getRunId())
                                .setFailure(failure)));
    }

    private List<RunExecution> everyRun() {
        List<RunExecution> runs = new ArrayList<>(queue);
        if (running != null) {
            runs.addFirst(running);
        }
        return runs;
    }

    // ---- answers of the store ----

    private void reserved(Event.Reserved reserved, long nowNs) {
        if (running != null && running.phase() != null && running.phase().at.equals(reserved.at())) {
            running.phase().reserved(reserved.mark(), nowNs);
        }
    }

    private void committed(Event.Committed committed, long nowNs) {
        if (running != null && running.phase() != null) {
            committed.keys().forEach(running.phase()::committed);
            running.tick(idle(), nowNs);
        }
    }

    private void snapshotRefused(Event.SnapshotRefused refused, long nowNs) {
        WorkerState worker = workers.get(refused.key().session());
        outbox.log("a snapshot was refused: " + refused.reason());
        if (running != null && worker != null) {
            running.abandon(
                    ExitCode.FAULT,
                    worker.name() + " sent a snapshot that contradicts itself: " + refused.reason(),
                    nowNs);
            fence(worker, "its snapshot contradicts itself", nowNs);
            committed(new Event.Committed(List.of(refused.key())), nowNs);
        }
    }

    private void phaseClosed(Event.PhaseClosed closed, long nowNs) {
        if (running != null) {
            running.phaseClosed(closed.figures(), idle(), nowNs);
            workers.values().removeIf(worker -> worker.gone);
        }
    }

    private void runClosed(Event.RunClosed closed, long nowNs) {
        RunExecution run = running;
        if (run != null && run.runId() == closed.runId()) {
            remember(run.closed(closed.summary()));
            ids = run.ids();
            running = null;
            startNext(nowNs);
        } else {
            queue.removeIf(waiting -> waiting.runId() == closed.runId() && remember(waiting.closed(closed.summary())));
        }
    }

    private boolean remember(Finished over) {
        finished.put(over.getRunId(), over);
        finished.keySet().stream()
                .findFirst()
                .filter(oldest -> finished.size() > FINISHED_KEPT)
                .ifPresent(finished::remove);
        return true;
    }

    /** Without a store nothing can be counted: the run ends here, with what is durable. */
    private void storeFailed(Event.StoreFailed failed, long nowNs) {
        outbox.log("the store cannot write: " + failed.reason());
        RunExecution run = running;
        if (run != null) {
            remember(run.lost("the store cannot write: " + failed.reason()));
            ids = run.ids();
            running = null;
            startNext(nowNs);
        }
    }

    // ---- what it tells ----

    private Status status(long nowNs) {
        Status.Builder status =
                Status.newBuilder().setVersion(settings.version()).setStore(settings.store());
        workers.values().stream()
                .filter(worker -> !worker.gone)
                .forEach(worker -> status.addWorkers(status(worker, nowNs)));
        everyRun()
                .forEach(run -> status.addRuns(RunStatus.newBuilder()
                        .setRunId(run.runId())
                        .setName(run.script.plan().name())
                        .setState(run == running ? run.state() : "queued")
                        .setPhase(run.where())));
        return status.build();
    }

    private WorkerStatus status(WorkerState worker, long nowNs) {
        PhaseExecution phase = running == null ? null : running.phase();
        boolean working = phase != null && phase.involves(worker);
        return WorkerStatus.newBuilder()
                .setName(worker.name())
                .setLanguage(worker.hello.getLanguage())
                .setHost(worker.hello.getHost())
                .setState(worker.leaving ? "leaving" : working ? "working" : "idle")
                .setClients(worker.resources.getClientsRunning())
                .setOffsetNs(worker.offsetNs)
                .setOffsetErrorNs(worker.offsetErrorNs == Long.MAX_VALUE ? 0 : worker.offsetErrorNs)
                .setLastSeenMs((nowNs - worker.lastSeenNs) / 1_000_000)
                .build();
    }
}
