package muster.coordinator;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import muster.coordinator.Action.Commit;
import muster.coordinator.Action.Write;
import muster.store.Aggregate;
import muster.store.BadSnapshot;
import muster.store.LeaseRow;
import muster.store.PhaseAt;
import muster.store.SnapshotCheck;
import muster.store.StepRow;
import muster.store.Store;
import muster.store.StoreException;
import muster.store.VerifiedReport;
import org.jspecify.annotations.Nullable;

/**
 * Does what is to be written, in order, on a thread of its own: a commit waits for the disk, leases do not. Commits that
 * wait together become one transaction. The queue is bounded by what workers may leave unacknowledged.
 */
final class StoreThread implements AutoCloseable {
    private static final int LARGEST_BATCH = 64;

    private final Store store;
    private final Consumer<Event> answers;
    private final LinkedBlockingQueue<Write> queue = new LinkedBlockingQueue<>();
    private final Map<PhaseAt, Aggregate> aggregates = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closed;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final LongAdder commits = new LongAdder();
    private final LongAdder commitNs = new LongAdder();
    private final LongAdder commitCpuNs = new LongAdder();

    StoreThread(Store store, Consumer<Event> answers) {
        this.store = store;
        this.answers = answers;
        this.thread = Thread.ofPlatform().name("muster-store").daemon(true).start(this::work);
    }

    void add(Write write) {
        queue.add(write);
    }

    /**
     * The transactions of snapshots so far.
     *
     * @param elapsedNs until they were durable: mostly the disk's time, which keeps no core busy
     * @param cpuNs what they took of a core
     */
    record Commits(long count, long elapsedNs, long cpuNs) {}

    Commits commits() {
        return new Commits(commits.sum(), commitNs.sum(), commitCpuNs.sum());
    }

    private void work() {
        List<Write> batch = new ArrayList<>();
        while (!closed || !queue.isEmpty()) {
            batch.clear();
            try {
                take(batch);
                write(batch);
            } catch (InterruptedException e) {
                return;
            } catch (StoreException e) {
                answers.accept(new Event.StoreFailed(e.getMessage() == null ? "" : e.getMessage()));
            } catch (RuntimeException e) {
                answers.accept(new Event.StoreFailed("a fault in the store: " + e));
            }
        }
    }

    private void take(List<Write> batch) throws InterruptedException {
        Write first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
            batch.add(first);
            queue.drainTo(batch, LARGEST_BATCH);
        }
    }

    private void write(List<Write> batch) {
        List<Commit> commits = new ArrayList<>();
        for (Write write : batch) {
            if (write instanceof Commit commit) {
                commits.add(commit);
            } else {
                commit(commits);
                writeOne(write);
            }
        }
        commit(commits);
    }

    private void commit(List<Commit> commits) {
        if (commits.isEmpty()) {
            return;
        }
        List<VerifiedReport> reports = new ArrayList<>();
        List<LeaseRow> leases = new ArrayList<>();
        List<SnapshotKey> keys = new ArrayList<>();
        for (Commit commit : commits) {
            VerifiedReport verified = believable(commit);
            if (verified != null) {
                reports.add(verified);
                leases.addAll(commit.leases());
                keys.add(commit.key());
            }
        }
        commits.clear();
        measured(() -> store.commit(reports, leases));
        answers.accept(new Event.Committed(keys));
    }

    private void measured(Runnable commit) {
        long startNs = System.nanoTime();
        long startCpuNs = threads.getCurrentThreadCpuTime();
        commit.run();
        commitNs.add(System.nanoTime() - startNs);
        commitCpuNs.add(threads.getCurrentThreadCpuTime() - startCpuNs);
        commits.increment();
    }

    /** A quarantined report is not counted anywhere: if it is unsound it is dropped without a word to the run. */
    private @Nullable VerifiedReport believable(Commit commit) {
        try {
            return SnapshotCheck.verify(commit.report());
        } catch (BadSnapshot e) {
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
            case Action.WritePhase phase -> {
                store.phase(phase.row());
                aggregates.put(phase.row().at(), store.aggregate(phase.row().at()));
            }
            case Action.WriteWorker worker -> store.worker(worker.row());
            case Action.WriteResources resources -> store.resources(resources.row());
            case Action.Reserve reserve -> reserve(reserve);
            case Action.ClosePhase close -> close(close);
            case Action.WriteCheck check -> store.check(check.row());
            case Action.CloseRun close -> close(close);
            case Commit commit -> throw new IllegalStateException("commits are batched: " + commit.key());
        }
    }

    private void begin(Action.BeginRun begin) {
        long runId = store.begin(begin.row());
        begin.steps().forEach(step -> store.step(new StepRow(runId, step.step(), step.parametersJson())));
        answers.accept(new Event.RunBegun(begin.request(), runId));
    }

    private void reserve(Action.Reserve reserve) {
        store.reserve(reserve.at(), reserve.mark());
        answers.accept(new Event.Reserved(reserve.at(), reserve.mark()));
    }

    private void close(Action.ClosePhase close) {
        Aggregate aggregate = store.aggregate(close.end().at());
        PhaseFigures figures = Figures.of(aggregate, close.seconds());
        store.end(close.end());
        aggregates.remove(close.end().at());
        answers.accept(new Event.PhaseClosed(close.end().at(), figures));
    }

    private void close(Action.CloseRun close) {
        store.end(close.end());
        answers.accept(new Event.RunClosed(
                close.end().runId(), Summary.of(store, close.end().runId())));
    }

    /** What was reported of a phase so far, or null while it is not written yet; any thread. */
    @Nullable
    Aggregate aggregate(PhaseAt at) {
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
