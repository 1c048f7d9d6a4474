package muster.worker.engine.client;

import java.util.concurrent.locks.LockSupport;
import muster.workloads.target.Session;

/** A client of the open model: it executes the block that the pacer hands over, and says when it is idle again. */
final class OpenClient extends Client {
    private final Pacer pacer;
    /** Written by the pacer before it fills the slot. */
    private long leaseWaitNs;

    private long handedOverNs;
    private boolean wanting;

    OpenClient(EngineState shared, int number, Session session, Pacer pacer) {
        super(shared, number, session);
        this.pacer = pacer;
    }

    /** The pacer's, between {@link ClientSlot#fill} and {@link ClientSlot#filled}. */
    void handedOver(long nowNs, long waitedNs) {
        handedOverNs = nowNs;
        leaseWaitNs = waitedNs;
    }

    @Override
    void started(long startNs) {
        shared.handoverNs.add(startNs - handedOverNs);
        shared.handovers.increment();
    }

    @Override
    void live() {
        Step step = Step.DONE;
        while (step != Step.OVER && awaitBlock()) {
            step = step(shared.clock.startNs() + slot.intendedNs(), leaseWaitNs);
            if (step == Step.DONE) {
                wanting = false;
            }
        }
        if (wanting) {
            shared.demand.cancel();
        }
    }

    private boolean awaitBlock() {
        if (shared.demand.single() && !wanting) {
            wanting = true;
            shared.demand.request();
        }
        pacer.idle(this);
        while (slot.left() == 0 && !slot.stopped()) {
            LockSupport.park(pacer);
        }
        return !slot.stopped();
    }
}
