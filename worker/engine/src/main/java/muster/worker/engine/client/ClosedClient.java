package muster.worker.engine.client;

import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.lease.LeaseWaiters;
import muster.worker.engine.time.ThinkTime;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.target.Session;

/**
 * A client of the closed model: it starts its next operation when the one before has ended, after thinking and pacing.
 * What it waits for in between, a lease or a core, is in the response time of the operation that follows.
 */
final class ClosedClient extends Client {
    /** As many blocks are claimed at once as take about this long, so that claiming costs nothing beside them. */
    private static final long CHUNK_NS = 100_000;

    private static final int MAX_INDEXES = 1024;

    private final LeaseWaiters.Waiter waiter;
    private final ThinkTime think;
    private final long rampOffsetNs;
    /** Without a ramp: clients that start together would stay together, a burst in each period. */
    private final long pacingOffsetNs;
    /** A client that comes while the phase runs is intended to start then; the others when the ramp reaches them (0). */
    private final long addedNs;

    private final boolean pauses;
    private int chunk = 1;
    private long claimedNs;
    private long leaseWaitNs;
    private long intendedNs;
    private boolean wanting;

    ClosedClient(EngineState shared, int number, Session session) {
        super(shared, number, session);
        PhaseSpec phase = shared.phase();
        waiter = new LeaseWaiters.Waiter(thread);
        think = new ThinkTime(phase.think(), shared.spec.phase().key().hash(), number);
        rampOffsetNs = phase.rampNs() * number / Math.max(1, shared.spec.clients());
        pacingOffsetNs = phase.rampNs() > 0 ? 0 : pacingOffsetNs(phase.pacingNs(), number);
        addedNs = shared.gate.open() ? shared.clock.nowNs() : 0;
        pauses = phase.think().meanNs() > 0 || phase.pacingNs() > 0;
    }

    private long pacingOffsetNs(long pacingNs, int number) {
        int clients = Math.max(1, shared.spec.clients());
        return (long) (pacingNs * ((number % clients + shared.pacingShift) / clients));
    }

    @Override
    void live() {
        want();
        if (awaitStart()) {
            intendedNs = inTurn(firstIntendedNs());
            boolean more = true;
            while (more) {
                more = executeTurn();
            }
        }
        if (wanting) {
            shared.demand.cancel();
        }
    }

    @Override
    long firstIntendedNs() {
        return shared.clock.inTurn(Math.max(addedNs, shared.clock.startNs() + rampOffsetNs) + pacingOffsetNs);
    }

    private boolean awaitStart() {
        while (!shared.gate.open() && !slot.stopped()) {
            LockSupport.park(shared.gate);
        }
        return !slot.stopped();
    }

    /**
     * Executes until it is over (false) or another load's turn comes (true). Each turn is a call of its own, so that it runs
     * what the compiler has made by then, and not what replaced a running loop.
     */
    private boolean executeTurn() {
        Step step = Step.DONE;
        while (step != Step.OVER && due(intendedNs) && claim()) {
            step = step(intendedNs, leaseWaitNs);
            if (step == Step.NOT_NOW) {
                intendedNs = inTurn(Math.max(shared.clock.nowNs(), intendedNs));
                return true;
            }
            if (step == Step.DONE) {
                long nextNs = nextIntendedNs();
                intendedNs = inTurn(nextNs);
                leaseWaitNs = 0;
                wanting = false;
                if (intendedNs > nextNs) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Without a pause in between it is due when the operation before has ended: no further look at the clock. */
    private boolean due(long intendedNs) {
        return intendedNs <= execution.endNs() || sleepUntil(intendedNs);
    }

    private long nextIntendedNs() {
        long endNs = execution.endNs();
        return pauses
                ? Math.max(
                        endNs + think.nextNs(),
                        execution.startNs() + shared.phase().pacingNs())
                : endNs;
    }

    /** Makes sure that the slot holds a block; false if this client was stopped. */
    private boolean claim() {
        if (slot.left() > 0) {
            return true;
        }
        if (!pauses) {
            resizeChunk();
        }
        want();
        boolean claimed = shared.leases.claim(slot, chunk, shared.demand.clients()) || awaitLease();
        shared.demand.refill();
        return claimed;
    }

    private void want() {
        if (shared.demand.single() && !wanting) {
            wanting = true;
            shared.demand.request();
        }
    }

    /** The first chunk stays one block: nobody knows yet how long an operation takes. */
    private void resizeChunk() {
        long tookNs = claimedNs == 0 ? CHUNK_NS : execution.endNs() - claimedNs;
        if (tookNs < CHUNK_NS / 2 && chunk * shared.actions() < MAX_INDEXES) {
            chunk *= 2;
        } else if (tookNs > 2 * CHUNK_NS && chunk > 1) {
            chunk /= 2;
        }
        claimedNs = execution.endNs();
    }

    private boolean awaitLease() {
        long sinceNs = shared.clock.nowNs();
        boolean claimed = false;
        while (!claimed && !slot.stopped()) {
            shared.waiters.await(waiter, slot);
            claimed = shared.leases.claim(slot, chunk, shared.demand.clients());
        }
        shared.waiters.passOn();
        long waitedNs = shared.clock.nowNs() - sinceNs;
        leaseWaitNs += waitedNs;
        shared.leaseWaitNs.addAndGet(waitedNs);
        return claimed;
    }
}
