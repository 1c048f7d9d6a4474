package muster.worker.engine;

import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.client.EngineState;

/** Waits for the start of the phase by the coordinator's clock, opens the gate at that moment, and wakes everyone. */
final class ArrivalStarter implements Runnable {
    private static final long SPIN_NS = 200_000;

    private final EngineState shared;
    private final Runnable wakeAll;
    private final Thread thread;
    private volatile boolean stopped;

    ArrivalStarter(EngineState shared, Runnable wakeAll) {
        this.shared = shared;
        this.wakeAll = wakeAll;
        this.thread = Thread.ofPlatform().daemon().name("starter").unstarted(this);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        long startNs = shared.clock.startNs();
        long leftNs = startNs - shared.clock.nowNs();
        while (leftNs > 0 && !stopped) {
            if (leftNs > SPIN_NS) {
                LockSupport.parkNanos(this, leftNs - SPIN_NS);
            } else {
                Thread.onSpinWait();
            }
            leftNs = startNs - shared.clock.nowNs();
        }
        shared.gate.open(-leftNs);
        wakeAll.run();
    }
}
