package muster.coordinator.core.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.phase.PhaseExecution;
import muster.protocol.Cancel;
import muster.protocol.Cancelled;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.protocol.Submitted;
import org.jspecify.annotations.Nullable;

/** The runs: submitted, waiting, the one that is running, and those that are over. */
public final class RunQueue {
    private static final int FINISHED_KEPT = 100;
    /** A request that is sent again comes within seconds. */
    private static final int MAX_REQUESTS = 10_000;

    private final CoordinatorSettings settings;
    private final WorkerRegistry workforce;
    private final UniqueNumbers numbers;
    private final Outbox outbox;
    private final Deque<RunExecution> queue = new ArrayDeque<>();
    private final Map<Long, Long> byRequest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > MAX_REQUESTS;
        }
    };

    private final Map<Long, Finished> finished = new LinkedHashMap<>();
    private final List<InterruptedRun> interrupted = new ArrayList<>();
    private final Set<Long> epochs = new HashSet<>();
    /** Why the store cannot write at present; "" while it can. */
    private String storeTrouble = "";

    private boolean waiting;
    private int alive;
    private long waitUntilNs;
    private @Nullable RunExecution running;
    private @Nullable Finished ended;

    public RunQueue(CoordinatorSettings settings, WorkerRegistry workforce, UniqueNumbers numbers, Outbox outbox) {
        this.settings = settings;
        this.workforce = workforce;
        this.numbers = numbers;
        this.outbox = outbox;
    }

    /** A process that is alive is waited for, however long a busy machine takes to start it. */
    public void workersAlive(int processes) {
        alive = processes;
    }

    public @Nullable RunExecution running() {
        return running;
    }

    public @Nullable PhaseExecution phase() {
        return running == null ? null : running.phase();
    }

    /** Whether the running run has all the workers that it asked for, and so gives them work. */
    public boolean works() {
        return running != null && running.quorum.gathered();
    }

    /** The one that is running first. */
    public List<RunExecution> all() {
        List<RunExecution> runs = new ArrayList<>(queue);
        if (running != null) {
            runs.addFirst(running);
        }
        return runs;
    }

    // ---- submitting ----

    /** A request that was sent again is answered again, and not executed again. */
    public void submit(Peer client, Submit submit, long nowNs) {
        Long known = byRequest.get(submit.getRequest());
        if (known != null) {
            answer(client, submit.getRequest(), known, "");
        } else if (submit.getResume()) {
            resume(client, submit.getRequest(), nowNs);
        } else {
            byRequest.put(submit.getRequest(), 0L);
            outbox.add(new Action.ReadPlan(client, submit));
        }
    }

    public void refuse(Event.ScriptRefused refused) {
        byRequest.remove(refused.request());
        answer(refused.client(), refused.request(), 0, refused.reason());
    }

    private void answer(Peer client, long request, long runId, String failure) {
        outbox.send(
                client,
                Envelope.newBuilder()
                        .setSubmitted(Submitted.newBuilder()
                                .setRequest(request)
                                .setRunId(runId)
                                .setFailure(failure)));
    }

    public void read(Event.ScriptRead read, long nowNs) {
        RunExecution run = new RunExecution(read.submission(), read.script(), settings, numbers, outbox, nowNs);
        run.followers.add(read.client());
        queue.add(run);
        run.begin(nowNs);
    }

    /** The store has given it a number. */
    public void begun(Event.RunBegun begun, long nowNs) {
        byRequest.put(begun.request(), begun.runId());
        for (RunExecution run : queue) {
            if (run.submission.request() == begun.request()) {
                run.begun(begun.runId());
                run.followers.submitted(run.submission.request(), run.runId());
            }
        }
        startNext(nowNs);
    }

    private void startNext(long nowNs) {
        RunExecution first = queue.peek();
        if (running == null && first != null && first.runId() != 0) {
            running = queue.poll();
            first.quorum.started(nowNs);
            outbox.log("run " + first.runId() + " (" + first.script.plan().name() + ") begins");
            first.continueInterrupted(nowNs);
            first.advance(workforce.idle(), nowNs);
        }
    }

    // ---- of an earlier incarnation ----

    /** They go on if a worker of that incarnation comes back; else they stay as they are. */
    public void interrupted(Event.Interrupted event, long nowNs) {
        interrupted.addAll(event.runs());
        epochs.addAll(event.epochs());
        waiting = true;
        waitUntilNs = nowNs + settings.returnTimeoutMs() * 1_000_000L;
        waiting().forEach(run -> outbox.log("run " + run.runId() + " was interrupted; waiting for its workers"));
        interrupted.stream().filter(InterruptedRun::givenUp).forEach(this::staysInterrupted);
    }

    /** A worker that served this incarnation is back: so the runs that were there then go on. */
    public void revive(long epoch, long nowNs) {
        List<InterruptedRun> theirs = interrupted.stream()
                .filter(run -> waiting && epochs.contains(epoch) && run.epoch() <= epoch)
                .toList();
        interrupted.removeAll(theirs);
        for (InterruptedRun run : theirs) {
            again(run, nowNs).resume(run);
            byRequest.put(run.submission().request(), run.runId());
        }
        startNext(nowNs);
    }

    public void tick(long nowNs) {
        if (running != null) {
            running.quorum.workersAlive(alive);
        }
        if (running != null && !storeTrouble.isEmpty() && running.isStopDue(nowNs)) {
            over(running.lost(storeTrouble), nowNs);
        }
        if (waiting && nowNs > waitUntilNs) {
            waiting().forEach(this::giveUp);
            waiting = false;
        }
    }

    private void giveUp(InterruptedRun run) {
        outbox.add(new Action.GiveUp(run.runId()));
        staysInterrupted(run);
    }

    private void staysInterrupted(InterruptedRun run) {
        outbox.log("no worker of run " + run.runId()
                + " reconnected: the run stays interrupted; repeat its last trial with ./muster run --resume FILE");
    }

    /** Interrupted runs whose workers may still come back. */
    public List<InterruptedRun> waiting() {
        return waiting ? interrupted.stream().filter(run -> !run.givenUp()).toList() : List.of();
    }

    /** Nobody has survived: the trial that was interrupted is done again, from its reset state. */
    private void resume(Peer client, long request, long nowNs) {
        if (interrupted.isEmpty()) {
            answer(client, request, 0, "no run of this store is interrupted");
            return;
        }
        InterruptedRun run = interrupted.removeLast();
        RunExecution again = again(run, nowNs);
        again.restart(run);
        again.followers.add(client);
        byRequest.put(request, run.runId());
        again.followers.submitted(request, again.runId());
        startNext(nowNs);
    }

    private RunExecution again(InterruptedRun run, long nowNs) {
        outbox.log("run " + run.runId() + " resumed");
        outbox.add(new Action.ResumeRun(run.runId(), settings.epoch()));
        RunExecution again = new RunExecution(run.submission(), run.script(), settings, numbers, outbox, nowNs);
        queue.add(again);
        return again;
    }

    /** The one that ended last, if any has. */
    @Nullable
    public Finished lastEnded() {
        return ended;
    }

    // ---- from outside ----

    public void follow(Peer peer, long runId) {
        Finished over = finished.get(runId);
        if (over != null) {
            outbox.send(peer, Envelope.newBuilder().setFinished(over));
        } else {
            all().stream().filter(run -> run.runId() == runId).forEach(run -> run.followers.add(peer));
        }
    }

    public void cancel(Peer peer, Cancel cancel, long nowNs) {
        RunExecution run = all().stream()
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

    // ---- ends ----

    public void closed(Event.RunClosed closed, long nowNs) {
        RunExecution run = running;
        if (run != null && run.runId() == closed.runId()) {
            over(run.closed(closed.result()), nowNs);
        } else {
            queue.removeIf(waiting -> waiting.runId() == closed.runId() && remember(waiting.closed(closed.result())));
        }
    }

    /** Without a store nothing can be counted: the run ends here, with what is durable. */
    public void storeFailed(String reason, long nowNs) {
        outbox.log("the store cannot write: " + reason);
        RunExecution run = running;
        if (run != null) {
            over(run.lost(reason), nowNs);
        }
    }

    /** What is durable stays so; no new lease is granted until the store writes again. */
    public void storeFull(String reason) {
        storeTrouble = reason;
        outbox.log("the store cannot write; granting no leases until it can: " + reason);
        PhaseExecution phase = phase();
        if (phase != null) {
            phase.streams.pause();
        }
    }

    public void storeWrites(long nowNs) {
        storeTrouble = "";
        outbox.log("the store can write again; granting leases");
        PhaseExecution phase = phase();
        if (phase != null) {
            phase.streams.unpause(nowNs);
        }
    }

    private void over(Finished end, long nowNs) {
        remember(end);
        running = null;
        workforce.unbar();
        startNext(nowNs);
    }

    private boolean remember(Finished over) {
        ended = over;
        finished.put(over.getRunId(), over);
        finished.keySet().stream()
                .findFirst()
                .filter(oldest -> finished.size() > FINISHED_KEPT)
                .ifPresent(finished::remove);
        return true;
    }
}
