package muster.worker.engine;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.client.Client;
import muster.worker.engine.client.EngineState;
import org.jspecify.annotations.Nullable;

/**
 * Hands over what was recorded, some milliseconds after each second, and ends the phase. It runs on a platform thread,
 * so that clients cannot hold it up.
 */
final class Reporter implements Runnable {
    private static final long TICK_NS = 50_000_000;
    /** A client that read the clock just before the second ended has this long to record; later ones are a second part. */
    private static final long DELAY_NS = 20_000_000;

    private static final long DRAIN_TICK_NS = 1_000_000;
    private static final long TURN_TICK_NS = 5_000_000;

    private final EngineState shared;
    private final Thread thread;
    /** Completed positions when everything was last handed over for want of work. */
    private long handedOver;

    private volatile @Nullable Drain drain;
    private volatile boolean closed;

    Reporter(EngineState shared) {
        this.shared = shared;
        thread = Thread.ofPlatform().daemon().name("reporter").unstarted(this);
    }

    /** The clients that may still be within a block, until when they may, and what to do after the last hand-over. */
    private record Drain(List<Client> clients, long untilNs, Runnable drained) {}

    void start() {
        thread.start();
    }

    void drain(List<Client> clients, long untilNs, Runnable drained) {
        drain = new Drain(clients, untilNs, drained);
        LockSupport.unpark(thread);
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** After {@link #close}: what the clients recorded until now. */
    void handOverRest() {
        try {
            thread.join();
            handOver(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        try {
            long tickNs = nextTickNs();
            while (!closed && !drained()) {
                LockSupport.parkNanos(this, pauseNs(tickNs));
                if (mayReport() && shared.clock.nowNs() >= tickNs) {
                    tick();
                    tickNs = nextTickNs();
                }
            }
        } catch (RuntimeException | Error bug) {
            shared.fail(bug);
        }
    }

    /** Ticks stand on the coordinator's clock, one of them just after each second. */
    private long nextTickNs() {
        long nowNs = shared.clock.nowNs();
        return nowNs - Math.floorMod(nowNs - DELAY_NS, TICK_NS) + TICK_NS;
    }

    /** Of runs that share turns, what is recorded at the end of one is handed over in the next. */
    private boolean mayReport() {
        return drain != null || shared.clock.mayReport(shared.clock.nowNs());
    }

    private long pauseNs(long tickNs) {
        long leftNs = mayReport() ? Math.max(1, tickNs - shared.clock.nowNs()) : TURN_TICK_NS;
        return drain == null ? leftNs : Math.min(leftNs, DRAIN_TICK_NS);
    }

    /** Where every offered position is recorded the coordinator is not kept waiting for the second to end. */
    private void tick() {
        long nowNs = shared.clock.nowNs();
        long completed = shared.shards.completed();
        if (!shared.clock.resting(nowNs)) {
            shared.rate.tick(shared.clock.onNs(nowNs), completed);
        }
        shared.demand.refill();
        boolean idle = completed > handedOver && completed == shared.outstanding.get();
        handedOver = idle ? completed : handedOver;
        handOver(idle ? Long.MAX_VALUE : nowNs - DELAY_NS);
    }

    private void handOver(long untilNs) {
        shared.shards.collect(untilNs).forEach(shared.sink()::accept);
    }

    private boolean drained() {
        Drain ending = drain;
        if (ending == null) {
            return false;
        }
        if (shared.clock.nowNs() >= ending.untilNs()) {
            ending.clients().forEach(Client::giveUp);
        }
        if (!ending.clients().stream().allMatch(Client::over)) {
            return false;
        }
        handOver(Long.MAX_VALUE);
        ending.drained().run();
        return true;
    }
}
