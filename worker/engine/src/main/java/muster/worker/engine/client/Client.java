package muster.worker.engine.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.RunningOperation;
import muster.worker.engine.lease.ClientSlot;
import muster.worker.engine.lease.UnstartedRange;
import muster.worker.engine.record.Shards;
import muster.worker.engine.time.Pause;
import muster.workloads.target.Session;
import org.jspecify.annotations.Nullable;

/** One concurrent slot: a virtual thread with a session that executes one block after another. */
public abstract sealed class Client permits ClosedClient, OpenClient {
    /** A client that never blocks gives way to others after this long... */
    private static final long FAST_TURN_NS = 200_000;
    /** ... and one whose operations probably block gives way by itself, and only now and then for certain. */
    private static final long SLOW_TURN_NS = 5_000_000;

    private static final long PROBABLY_BLOCKS_NS = 20_000;

    final EngineState shared;
    final ClientSlot slot = new ClientSlot();
    final Execution execution;
    public final Thread thread;

    private final int number;
    private final Session session;
    private final OperationAbort aborts;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private int shard;
    private long gaveWayNs;
    /** It starts nothing at or after this. */
    private long turnEndNs;
    /** Written by the client only; others may read an old value. */
    private boolean completedAny;

    Client(EngineState shared, int number, Session session) {
        this.shared = shared;
        this.number = number;
        this.session = session;
        this.shard = number;
        this.turnEndNs = shared.clock.takesTurns() && startsNothingAfterEnd() ? Long.MIN_VALUE : Long.MAX_VALUE;
        this.execution = new Execution(
                shared.actions(),
                shared.clock,
                shared.retries,
                shared.spec.answers(),
                shared.spec.trace().stages());
        this.thread = Thread.ofVirtual().name("client-" + number).unstarted(this::run);
        this.aborts = new OperationAbort(this, slot, session);
    }

    /** Executes blocks until it is stopped or the phase ends. */
    abstract void live();

    /** Whether it has completed nothing, though it could have started before this time. */
    public final boolean starving(long sinceNs) {
        return !completedAny && !over() && firstIntendedNs() <= sinceNs;
    }

    /** When it may start its first block. */
    long firstIntendedNs() {
        return shared.clock.startNs();
    }

    /** A block was started at this time. */
    void started(long startNs) {}

    private void run() {
        try {
            live();
        } catch (RuntimeException | Error bug) {
            shared.fail(bug);
        } finally {
            ended.countDown();
            shared.waiters.passOn();
            closeSession();
        }
    }

    enum Step {
        DONE,
        /** The block was taken back before it was started. */
        LOST,
        /** The turn of its load is over: the block is to be started in the next one. */
        NOT_NOW,
        /** Nothing is to be started any more. */
        OVER
    }

    /** Executes and records the next block of the slot; the slot had one a moment ago. */
    final Step step(long intendedNs, long leaseWaitNs) {
        long peeked = slot.peek();
        if (ClientSlot.left(peeked) == 0) {
            return slot.stopped() ? Step.OVER : Step.LOST;
        }
        execution.prepare(slot.grant(), slot.block(peeked), shared.spec.operations());
        long startNs = shared.clock.nowNs();
        if ((startsNothingAfterEnd() && startNs >= shared.clock.endNs()) || shared.broken()) {
            return Step.OVER;
        }
        if (startNs >= turnEndNs) {
            return Step.NOT_NOW;
        }
        execution.start(intendedNs, startNs, leaseWaitNs);
        if (!slot.take(peeked)) {
            return slot.stopped() ? Step.OVER : Step.LOST;
        }
        if (slot.held()) {
            OperationAbort.awaitRelease(slot);
        }
        started(startNs);
        execution.run(session);
        return finish();
    }

    /** An arrival of the open model that was due before the end is executed, however late it starts. */
    private boolean startsNothingAfterEnd() {
        return shared.phase().rate() == null;
    }

    private Step finish() {
        shard = shared.shards.record(execution, slot, shard);
        if (shard == Shards.ABORTED) {
            return Step.OVER;
        }
        completedAny = true;
        Throwable bug = execution.bug();
        if (bug != null) {
            shared.fail(bug);
        }
        giveWay();
        return Step.DONE;
    }

    private void giveWay() {
        long limitNs = execution.serviceNs() < PROBABLY_BLOCKS_NS ? FAST_TURN_NS : SLOW_TURN_NS;
        if (execution.endNs() - gaveWayNs > limitNs) {
            gaveWayNs = execution.endNs();
            Pause.giveWay();
        }
    }

    /** The same time, or the start of the next turn of its load: nothing starts between its turns. */
    final long inTurn(long intendedNs) {
        if (intendedNs < turnEndNs) {
            return intendedNs;
        }
        long startNs = shared.clock.inTurn(intendedNs);
        turnEndNs = shared.clock.turnEndNs(startNs);
        return startNs;
    }

    /** Parks until this time; false if the client was stopped or the phase ends before. */
    final boolean sleepUntil(long untilNs) {
        if (untilNs >= shared.clock.endNs()) {
            return false;
        }
        long nowNs = shared.clock.nowNs();
        while (nowNs < untilNs && !slot.stopped()) {
            LockSupport.parkNanos(this, untilNs - nowNs);
            nowNs = shared.clock.nowNs();
        }
        return !slot.stopped();
    }

    /** Nothing is started from now on; what was claimed and not started is returned. */
    final @Nullable UnstartedRange stop() {
        UnstartedRange rest = slot.stop();
        LockSupport.unpark(thread);
        return rest;
    }

    /** If it is within a block, records that as aborted and ends; what the client brings later is dropped. */
    public final void giveUp() {
        if (!over() && shared.shards.abort(slot, () -> execution.aborted(shared.clock.nowNs()))) {
            thread.interrupt();
        }
    }

    /** Whether it has ended, or was aborted: it will never record again. */
    public final boolean over() {
        return ended.getCount() == 0 || slot.aborted();
    }

    /** Whether it is within an operation, or about to tell of one. */
    public final boolean withinBlock() {
        return slot.running();
    }

    /** What it executes now; null if nothing, or if that changed while it was read. Costs the client nothing. */
    public final @Nullable RunningOperation running() {
        long before = slot.peek();
        if (!slot.running()) {
            return null;
        }
        RunningOperation seen = execution.seen(number, shared.clock.nowNs());
        return slot.stillRuns(before) ? seen : null;
    }

    /** Ends what it executes, if that is still the block with this first index; the client goes on with the next one. */
    public final AbortOutcome abort(long index) {
        return aborts.abort(index);
    }

    /** Waits until it has ended. */
    final void awaitEnd() throws InterruptedException {
        ended.await();
    }

    public final boolean sessionClosed() {
        return closed.get();
    }

    public final void closeSession() {
        if (closed.compareAndSet(false, true)) {
            session.close();
        }
    }
}
