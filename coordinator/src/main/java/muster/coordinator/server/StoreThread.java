package muster.coordinator.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Action.Commit;
import muster.coordinator.core.event.Action.Write;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.server.figures.OkBySecond;
import muster.coordinator.server.figures.PhaseClosing;
import muster.coordinator.server.figures.ThresholdFigures;
import muster.model.CheckRow;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.model.SnapshotKey;
import muster.model.StepRow;
import muster.protocol.RunResult;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.store.file.histogram.InvalidSnapshotException;
import muster.store.file.phase.PhaseAggregate;
import muster.store.file.phase.SnapshotCheck;
import muster.store.file.phase.VerifiedSnapshot;
import muster.store.file.sqlite.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Executes all writes in order on its own thread: a commit waits for the disk, leases do not. Commits that
 * wait together become one transaction. The queue is bounded by what workers may leave unacknowledged.
 */
final class StoreThread implements AutoCloseable {
    private static final int LARGEST_BATCH = 256;
    /** A commit of so many waits for no more. */
    private static final int ENOUGH = 64;
    /**
     * Commits of fewer are no closer: when thousands of workers report the same second, each would take a handful of snapshots and
     * wait for the disk.
     */
    private static final long APART_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How long what cannot be written is tried again; for who runs it in a place where disks are freed by hand. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(Long.getLong("muster.storeWaitSeconds", 300));

    private static final int FULL_AGAIN_MS = 500;

    private final Store store;
    private final long epoch;
    private final SteadyClock clock;
    private final Map<Long, Submit> submitted = new ConcurrentHashMap<>();
    private final Consumer<Event> answers;
    private final LinkedBlockingQueue<Write> queue = new LinkedBlockingQueue<>();
    private final Map<PhaseAt, PhaseAggregate> aggregates = new ConcurrentHashMap<>();
    private final WriteTimes times = new WriteTimes();
    private final FailPoint failPoint = new FailPoint();
    private final Thread thread;
    private long committedNs = System.nanoTime() - APART_NS;
    private volatile boolean closed;

    StoreThread(Store store, long epoch, SteadyClock clock, Consumer<Event> answers) {
        this.store = store;
        this.epoch = epoch;
        this.clock = clock;
        this.answers = answers;
        this.thread = Thread.ofPlatform().name("muster-store").daemon(true).start(this::work);
    }

    /** What was asked for is kept with its run, so that another incarnation may go on. */
    void submitted(Submit submit) {
        submitted.put(submit.getRequest(), submit);
    }

    void add(Write write) {
        queue.add(write);
    }

    WriteTimes.Commits commits() {
        return times.commits();
    }

    private void work() {
        List<Write> batch = new ArrayList<>();
        while (!closed || !queue.isEmpty()) {
            batch.clear();
            try {
                take(batch);
                persist(batch);
            } catch (InterruptedException e) {
                return;
            } catch (StoreException e) {
                abandonIfClosed();
                answers.accept(new Event.StoreFailed(e.getMessage() == null ? "" : e.getMessage()));
            } catch (RuntimeException e) {
                answers.accept(new Event.StoreFailed("a fault in the store: " + e));
            }
        }
    }

    /** Whoever closes it does not wait for a disk that refuses the next write as it refused this one. */
    private void abandonIfClosed() {
        if (closed) {
            queue.clear();
        }
    }

    private void take(List<Write> batch) throws InterruptedException {
        Write first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
            gather(first);
            batch.add(first);
            queue.drainTo(batch, LARGEST_BATCH);
        }
    }

    /** Lets more come that can be committed with this one. */
    private void gather(Write first) {
        long restNs = committedNs + APART_NS - System.nanoTime();
        if (first instanceof Commit && restNs > 0 && queue.size() < ENOUGH) {
            LockSupport.parkNanos(restNs);
        }
    }

    /** A full disk may get space again, a lock go: until then what is to be written waits, and the coordinator knows. */
    private void persist(List<Write> batch) throws InterruptedException {
        long fromNs = System.nanoTime();
        boolean full = false;
        while (!batch.isEmpty()) {
            try {
                writeFirst(batch);
                times.wrote(System.nanoTime() - fromNs);
                fromNs = System.nanoTime();
            } catch (StoreException e) {
                if (!e.passes() || closed || System.nanoTime() - fromNs > PATIENCE_NS) {
                    throw e;
                }
                if (!full) {
                    full = true;
                    answers.accept(new Event.StoreFull(String.valueOf(e.getMessage())));
                }
                Thread.sleep(FULL_AGAIN_MS);
            }
        }
        if (full) {
            aggregates.replaceAll((at, before) -> store.phases().aggregate(at));
            answers.accept(new Event.StoreWrites());
        }
    }

    /** Commits that come together are one transaction; what is written is taken off the batch. */
    private void writeFirst(List<Write> batch) {
        int commits = 0;
        while (commits < batch.size() && batch.get(commits) instanceof Commit) {
            commits++;
        }
        List<Write> first = batch.subList(0, Math.max(1, commits));
        if (commits > 0) {
            commit(first.stream().map(Commit.class::cast).toList());
        } else {
            failPoint.before();
            writeOne(first.getFirst());
            failPoint.after();
        }
        first.clear();
    }

    private void commit(List<Commit> commits) {
        List<VerifiedSnapshot> reports = new ArrayList<>();
        List<LeaseRow> leases = new ArrayList<>();
        List<SnapshotKey> keys = new ArrayList<>();
        for (Commit commit : commits) {
            VerifiedSnapshot verified = believable(commit);
            if (verified != null) {
                reports.add(verified);
                leases.addAll(commit.leases());
                keys.add(commit.key());
            }
        }
        failPoint.before();
        times.commit(reports.size(), () -> store.phases().commit(reports, leases));
        committedNs = System.nanoTime();
        failPoint.after();
        answers.accept(new Event.Committed(keys));
    }

    /** A quarantined report is not counted anywhere: if it is unsound it is dropped without a word to the run. */
    private @Nullable VerifiedSnapshot believable(Commit commit) {
        try {
            return SnapshotCheck.verify(commit.report());
        } catch (InvalidSnapshotException e) {
            answers.accept(
                    commit.report().accepted()
                            ? new Event.SnapshotRefused(commit.key(), String.valueOf(e.getMessage()))
                            : new Event.Committed(List.of(commit.key())));
            return null;
        }
    }

    private void writeOne(Write write) {
        switch (write) {
            case Action.BeginRun begin -> begin(begin);
            case Action.ResumeRun resume -> store.runs().resume(resume.runId(), resume.epoch());
            case Action.GiveUp giveUp -> store.runs().giveUp(giveUp.runId());
            case Action.LeftBehind left -> {
                store.phases().left(left.at(), left.session(), left.leftNs(), left.reason(), left.lost());
                departed(left.at());
            }
            case Action.Abandon abandon -> store.runs().abandon(abandon.runId(), abandon.step(), abandon.trial());
            case Action.WritePhase phase -> {
                store.phases().phase(phase.row());
                times.begin();
                aggregates.put(
                        phase.row().at(), store.phases().aggregate(phase.row().at()));
                failPoint.after();
                answers.accept(
                        new Event.PhaseWritten(phase.row().at(), phase.row().startNs()));
            }
            case Action.WriteWorker worker -> {
                store.phases().worker(worker.row());
                if (worker.row().leftNs() > 0) {
                    departed(worker.row().at());
                } else {
                    failPoint.after();
                    answers.accept(
                            new Event.Enrolled(worker.row().at(), worker.row().session()));
                }
            }
            case Action.WriteResources resources -> store.phases().resources(resources.row());
            case Action.WriteServerStart start -> store.phases().serverStart(start.row());
            case Action.WriteProfile profile -> store.phases().profile(profile.row());
            case Action.WriteTurnCpu turns -> store.phases().turnCpu(turns.rows());
            case Action.WriteCrash crash -> store.phases().crash(crash.row(), crash.lost());
            case Action.Reserve reserve -> reserve(reserve);
            case Action.ReadSecond second ->
                answers.accept(new Event.SecondRead(
                        second.at(),
                        second.unixSecond(),
                        ThresholdFigures.ofSecond(store.phases().second(second.at(), second.unixSecond()))));
            case Action.ClosePhase close -> close(close);
            case Action.WriteChecks checks -> store.runs().checks(checks.rows());
            case Action.CloseRun close -> close(close);
            case Commit commit -> throw new IllegalStateException("commits are batched: " + commit.key());
        }
    }

    private void begin(Action.BeginRun begin) {
        Submit submit = submitted.remove(begin.request());
        var row = begin.row().with(clock.environment());
        long runId = submit == null ? store.runs().begin(row) : store.runs().begin(row, epoch, submit.toByteArray());
        failPoint.after();
        begin.steps().forEach(step -> store.runs().step(new StepRow(runId, step.step(), step.parametersJson())));
        answers.accept(new Event.RunBegun(begin.request(), runId));
    }

    private void departed(PhaseAt at) {
        failPoint.after();
        answers.accept(new Event.Departed(at));
    }

    private void reserve(Action.Reserve reserve) {
        store.phases().reserve(reserve.at(), reserve.mark());
        failPoint.after();
        answers.accept(new Event.Reserved(reserve.at(), reserve.mark()));
    }

    private void close(Action.ClosePhase close) {
        CheckRow wait = times.warning(close.end().at());
        if (wait != null) {
            store.runs().checks(List.of(wait));
        }
        PhaseAt at = close.end().at();
        PhaseFigures figures = PhaseClosing.figures(store.phases(), close, () -> OkBySecond.read(store, at));
        failPoint.after();
        aggregates.remove(at);
        answers.accept(new Event.PhaseClosed(at, figures));
    }

    private void close(Action.CloseRun close) {
        RunEnd end = close.end();
        store.runs().end(end);
        failPoint.after();
        RunResult result = RunResultReader.read(store, end.runId());
        boolean nothing = end.state().equals(RunEnd.FAILED) && result.getOperations() == 0;
        answers.accept(new Event.RunClosed(end.runId(), nothing ? RunResult.getDefaultInstance() : result));
    }

    /** What was reported of a phase so far, or null while it is not written yet; any thread. */
    @Nullable
    PhaseAggregate aggregate(PhaseAt at) {
        return aggregates.get(at);
    }

    /** Writes what is queued, then stops. The store itself stays open. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
