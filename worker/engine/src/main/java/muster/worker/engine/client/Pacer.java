package muster.worker.engine.client;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import muster.model.StreamIndex;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSegment;
import muster.worker.engine.lease.UnstartedRange;
import muster.worker.engine.time.RecentMaximum;
import muster.workloads.plan.ArrivalSchedule;

/**
 * The pacing thread of the open model: it walks the indexes of all leases in the order of their intended starts, waits
 * for each, and hands it to an idle client. Where no client is idle it waits: nothing is dropped, and what starts late
 * has that in its response time. It is a platform thread, because a virtual one may wait for a core behind clients.
 */
public final class Pacer implements Runnable {
    /** Linux wakes a parked thread some 50 us late: this much earlier the pacer asks to be woken. */
    private static final long WAKE_EARLY_NS = 60_000;
    /** Spinning for longer would cost a whole core at rates above ten thousand a second. */
    private static final long SPIN_NS = 20_000;

    private final EngineState shared;
    private final ArrivalSchedule arrivals;
    private final Thread thread;
    private final Queue<LeaseSegment> inbox = new ConcurrentLinkedQueue<>();
    private final Queue<OpenClient> idle = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(Comparator.comparingLong(Cursor::intendedNs));
    private final RecentMaximum scheduleLag = new RecentMaximum();
    private final AtomicLong pacingLagNs = new AtomicLong();
    private volatile boolean starving;
    private volatile boolean stopped;
    private long starvedUntilNs;

    public Pacer(EngineState shared, ArrivalSchedule arrivals) {
        this.shared = shared;
        this.arrivals = arrivals;
        thread = Thread.ofPlatform().daemon().name("pacer").unstarted(this);
    }

    /** Where the pacer stands in a segment: the next block and its intended start. */
    private record Cursor(LeaseSegment segment, long block, long intendedNs) {}

    public void start() {
        thread.start();
    }

    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    public void offer(LeaseSegment segment) {
        inbox.add(segment);
        LockSupport.unpark(thread);
    }

    void idle(OpenClient client) {
        idle.add(client);
        if (starving) {
            LockSupport.unpark(thread);
        }
    }

    /** The phase has started. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** The most that a hand-over was later than intended, in this second and the one before. */
    public long scheduleLagMaxNs() {
        return scheduleLag.at(shared.clock.nowNs());
    }

    /**
     * The most of it for which neither a missing lease nor a missing idle client was the cause. Of the whole phase: it is
     * evidence, and whoever reads it first must not take it from the others.
     */
    public long pacingLagMaxNs() {
        return pacingLagNs.get();
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                walk();
            }
        } catch (RuntimeException | Error bug) {
            shared.fail(bug);
        }
    }

    private void walk() {
        for (LeaseSegment segment = inbox.poll(); segment != null; segment = inbox.poll()) {
            cursors.add(cursor(segment));
        }
        Cursor first = cursors.peek();
        if (first == null || !shared.gate.open()) {
            LockSupport.park(this);
        } else if (dueNs(first) >= shared.clock.endNs()) {
            cursors.remove();
        } else if (awaitDue(first)) {
            handOver(first);
        }
    }

    private static Cursor cursor(LeaseSegment segment) {
        return new Cursor(segment, segment.end() - segment.left(), segment.intendedNs());
    }

    private long dueNs(Cursor cursor) {
        return shared.clock.startNs() + cursor.intendedNs();
    }

    /** Whether it is due now; if not, time has passed or an offer has come, and the first may be another. */
    private boolean awaitDue(Cursor cursor) {
        long nowNs = shared.clock.nowNs();
        long dueNs = nowNs < shared.clock.endNs() ? dueInTurnNs(cursor, nowNs) : dueNs(cursor);
        long leftNs = dueNs - nowNs;
        if (leftNs > SPIN_NS) {
            LockSupport.parkNanos(this, Math.max(1, leftNs - WAKE_EARLY_NS));
            return false;
        }
        while (shared.clock.nowNs() < dueNs) {
            Thread.onSpinWait();
        }
        return true;
    }

    /** What is late by then waits for the next turn of its load, and does not disturb another's. */
    private long dueInTurnNs(Cursor cursor, long nowNs) {
        long dueNs = dueNs(cursor);
        if (dueNs >= nowNs || !shared.clock.resting(nowNs)) {
            return dueNs;
        }
        starvedUntilNs = Math.min(shared.clock.inTurn(nowNs), shared.clock.endNs());
        return starvedUntilNs;
    }

    private void handOver(Cursor cursor) {
        OpenClient client = idle.poll();
        if (client == null) {
            awaitIdle();
        } else if (client.slot.fill()) {
            fill(client, cursor);
        }
    }

    private void awaitIdle() {
        starving = true;
        if (idle.isEmpty() && !stopped) {
            LockSupport.park(this);
        }
        starving = false;
        starvedUntilNs = shared.clock.nowNs();
    }

    /** Whoever takes blocks back waits until the slot is filled, so that no block is between lease and slot. */
    private void fill(OpenClient client, Cursor cursor) {
        LeaseSegment segment = cursor.segment();
        cursors.remove();
        long block = segment.claim(1);
        if (block < 0) {
            client.slot.unfilled();
            idle.add(client);
            return;
        }
        recordLag(client, cursor);
        UnstartedRange one = shared.leases.claimed(segment, block, 1);
        client.slot.filled(new UnstartedRange(one.grant(), block, block + 1, cursor.intendedNs()));
        LockSupport.unpark(client.thread);
        advance(segment, block, cursor.intendedNs());
        shared.demand.refill();
    }

    private void advance(LeaseSegment segment, long block, long intendedNs) {
        if (block + 1 < segment.end()) {
            LeaseGrant grant = segment.grant();
            long step = grant.stride() * shared.actions();
            long index = StreamIndex.position(grant.first()) + block * step;
            cursors.add(new Cursor(segment, block + 1, arrivals.timeNs(index, intendedNs, index + step)));
        }
    }

    private void recordLag(OpenClient client, Cursor cursor) {
        long dueNs = dueNs(cursor);
        long nowNs = shared.clock.nowNs();
        long offeredNs = cursor.segment().whole() ? cursor.segment().offeredNs() : dueNs;
        long leaseWaitNs = Math.max(0, offeredNs - dueNs);
        client.handedOver(nowNs, leaseWaitNs);
        shared.leaseWaitNs.addAndGet(leaseWaitNs);
        scheduleLag.record(nowNs, nowNs - dueNs);
        raise(pacingLagNs, nowNs - Math.max(dueNs, Math.max(offeredNs, starvedUntilNs)));
    }

    private static void raise(AtomicLong most, long value) {
        if (value > most.get()) {
            most.accumulateAndGet(value, Math::max);
        }
    }
}
