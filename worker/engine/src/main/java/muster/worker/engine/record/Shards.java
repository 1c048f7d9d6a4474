package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.lease.ClientSlot;
import muster.worker.engine.time.Pause;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.operation.OperationSampling;

/**
 * Where samples are recorded: about twice as many shards as cores, however many clients there are, so that memory does
 * not grow with clients and a thread that finds one shard taken finds another free.
 */
public final class Shards {
    public static final int ABORTED = -1;

    private final Shard[] shards;
    private final int mask;
    private final RecordingPool pool;

    /** @param sampling which operations are recorded singly */
    public Shards(PhaseClock clock, int cores, OperationSampling sampling) {
        int count = Integer.highestOneBit(Math.max(1, 2 * cores - 1)) << 1;
        mask = count - 1;
        pool = new RecordingPool(count, sampling);
        shards = new Shard[count];
        for (int i = 0; i < count; i++) {
            shards[i] = new Shard(clock, pool);
        }
    }

    /**
     * Ends and records a block in the shard with this number or the next free one. Returns the number to try first next
     * time, or {@link #ABORTED} if the block was aborted meanwhile.
     */
    public int record(Execution done, ClientSlot slot, int home) {
        int number = lockFrom(home & mask);
        try {
            return shards[number].add(done, slot) ? number : ABORTED;
        } finally {
            shards[number].unlock();
        }
    }

    /** Aborts the block that the client is within, if it is, and records that in its place; no client records meanwhile. */
    public boolean abort(ClientSlot slot, Supplier<Execution> aborted) {
        for (Shard shard : shards) {
            lock(shard);
        }
        try {
            boolean within = slot.abort();
            if (within) {
                shards[0].add(aborted.get());
            }
            return within;
        } finally {
            for (Shard shard : shards) {
                shard.unlock();
            }
        }
    }

    private int lockFrom(int home) {
        if (shards[home].tryLock()) {
            return home;
        }
        for (int tries = 1; ; tries++) {
            int number = (home + tries) & mask;
            if (shards[number].tryLock()) {
                return number;
            }
            Pause.retry(tries);
        }
    }

    /** What was recorded in intervals that ended by then, sorted by time, one for each interval. */
    public List<Interval> collect(long untilNs) {
        List<Recording> closed = new ArrayList<>();
        for (Shard shard : shards) {
            lock(shard);
            shard.collect(untilNs, closed);
            shard.unlock();
        }
        return intervals(closed);
    }

    /** Positions recorded since the start. */
    public long completed() {
        long sum = 0;
        for (Shard shard : shards) {
            lock(shard);
            sum += shard.completed();
            shard.unlock();
        }
        return sum;
    }

    private static void lock(Shard shard) {
        for (int tries = 1; !shard.tryLock(); tries++) {
            Pause.retry(tries);
        }
    }

    private List<Interval> intervals(List<Recording> closed) {
        closed.sort(Comparator.comparingLong(Recording::startNs));
        Map<Long, Recording> merged = new TreeMap<>();
        for (Recording recording : closed) {
            merged.computeIfAbsent(recording.startNs(), start -> pool.take().open(start, recording.endNs()))
                    .addAll(recording);
            pool.give(recording.open(0, 0));
        }
        return merged.values().stream().map(this::interval).toList();
    }

    /** What is merged is encoded, so that its memory serves another interval. */
    private Interval interval(Recording merged) {
        Interval interval = merged.interval();
        pool.give(merged.open(0, 0));
        return interval;
    }
}
