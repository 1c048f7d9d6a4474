package muster.worker.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import muster.worker.engine.client.Client;
import muster.worker.engine.client.ClientPool;
import muster.worker.engine.client.EngineState;
import muster.worker.engine.client.Pacer;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSegment;
import muster.worker.engine.lease.UnstartedRange;
import muster.worker.engine.record.CoverageRecorder;
import muster.worker.engine.record.Interval.Covered;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** Joins the parts: leases go to clients, by way of the pacer in the open model, and what they record to the sink. */
final class LoadEngine implements Engine {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final EngineState shared;
    private final ClientPool pool;
    private final @Nullable Pacer pacer;
    private final Reporter reporter;
    private final ArrivalStarter starter;
    private boolean ended;
    /** Clients without a completion when the drain began; -1 before. */
    private volatile int starvedBeforeDrain = -1;

    LoadEngine(EngineState shared, ClientPool pool, @Nullable Pacer pacer) {
        this.shared = shared;
        this.pool = pool;
        this.pacer = pacer;
        this.reporter = new Reporter(shared);
        this.starter = new ArrivalStarter(shared, this::wakeAll);
    }

    /** Opens all sessions and asks for the first leases. */
    void open() throws TargetException {
        int clients = shared.spec.clients();
        shared.demand.clients(clients);
        pool.add(clients);
        reporter.start();
        if (pacer != null) {
            pacer.start();
        }
        shared.demand.refill();
    }

    @Override
    public boolean offer(LeaseGrant lease) {
        return locked(() -> {
            if (!ended) {
                shared.outstanding.addAndGet(lease.count());
                accept(shared.leases.offer(lease, shared.clock.nowNs()));
            }
            return !ended;
        });
    }

    private void accept(LeaseSegment segment) {
        if (pacer == null) {
            shared.waiters.wake(segment.left());
        } else {
            shared.leases.skipUsedUp();
            pacer.offer(segment);
        }
    }

    @Override
    public void start(long startNs, long endNs, long phaseStartNs) {
        shared.clock.bound(startNs, endNs, phaseStartNs);
        starter.start();
    }

    @Override
    public long completed() {
        return shared.shards.completed();
    }

    private void wakeAll() {
        pool.everyone().forEach(client -> LockSupport.unpark(client.thread));
        if (pacer != null) {
            pacer.wake();
        }
    }

    @Override
    public void clients(int clients, Runnable taken) {
        pool.resize(clients, taken);
    }

    @Override
    public List<Covered> drain(Runnable drained) {
        starvedBeforeDrain = withoutCompletion(pool.everyone());
        List<UnstartedRange> unstarted = locked(this::end);
        reporter.drain(pool.everyone(), drainedByNs(), drained);
        return covered(unstarted);
    }

    private List<UnstartedRange> end() {
        ended = true;
        shared.demand.end();
        List<UnstartedRange> remainders = new ArrayList<>(shared.leases.close());
        remainders.addAll(pool.removeAll());
        if (pacer != null) {
            pacer.stop();
        }
        return remainders;
    }

    /** The drain limit counts from the end of the phase, or from now where that has not come. */
    private long drainedByNs() {
        long nowNs = shared.clock.nowNs();
        return Math.min(nowNs, shared.clock.endNs()) + shared.phase().drainNs();
    }

    private List<Covered> covered(List<UnstartedRange> unstarted) {
        int actions = shared.actions();
        CoverageRecorder positions = new CoverageRecorder();
        for (UnstartedRange rest : unstarted) {
            long from = rest.from() * actions;
            long end = Math.min(rest.end() * actions, rest.grant().count());
            positions.addAll(rest.grant().lease(), from, end);
        }
        return positions.covered();
    }

    @Override
    public List<RunningOperation> running() {
        return pool.everyone().stream()
                .map(Client::running)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public AbortOutcome abort(long index) {
        for (Client client : pool.everyone()) {
            RunningOperation running = client.running();
            if (running != null && running.index() == index) {
                return client.abort(index);
            }
        }
        return new AbortOutcome.NotInFlight();
    }

    @Override
    public EngineGauges gauges() {
        List<Client> clients = pool.everyone();
        return new EngineGauges(
                (int) clients.stream().filter(client -> !client.over()).count(),
                withoutCompletion(clients),
                pacer == null ? 0 : pacer.scheduleLagMaxNs(),
                pacer == null ? 0 : pacer.pacingLagMaxNs(),
                shared.leaseWaitNs.get(),
                shared.gate.lateNs(),
                shared.handoverNs.sum(),
                shared.handovers.sum(),
                shared.rate.perS());
    }

    /**
     * In the open model a client may have nothing to do: there the schedule lag tells. Where a count ends the phase there may
     * be less work than clients. Closed clients report nothing.
     */
    private int withoutCompletion(List<Client> clients) {
        boolean judged = pacer == null && shared.clock.endNs() < Long.MAX_VALUE && shared.gate.open();
        int before = starvedBeforeDrain;
        if (before >= 0 || !judged) {
            return Math.max(0, before);
        }
        long nowNs = Math.min(shared.clock.nowNs(), shared.clock.endNs());
        long longNs = Math.max(PhaseClock.SECOND_NS, (nowNs - shared.clock.startNs()) / 2);
        return (int) clients.stream()
                .filter(client -> client.starving(nowNs - longNs))
                .count();
    }

    @Override
    public void retire() {
        close();
        reporter.handOverRest();
    }

    @Override
    public void close() {
        shared.silence();
        pool.stopResizing();
        locked(this::end);
        List<Client> clients = pool.everyone();
        clients.forEach(client -> client.thread.interrupt());
        reporter.close();
        starter.stop();
        awaitEnds(clients.stream().map(client -> client.thread).toList());
        awaitEnds(clients.stream().flatMap(client -> closing(client).stream()).toList());
    }

    /**
     * Clients close their sessions themselves; those that do not react are left behind, and theirs are closed here. That may
     * wait for a server that is silent, so whoever closes the engine, and must be heard of by the coordinator, does not.
     */
    private static Optional<Thread> closing(Client client) {
        return client.sessionClosed()
                ? Optional.empty()
                : Optional.of(Thread.ofVirtual().name("close-session").start(client::closeSession));
    }

    private static void awaitEnds(List<Thread> threads) {
        long untilNs = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofNanos(Math.max(1, untilNs - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private <T> T locked(Supplier<T> step) {
        shared.control.lock();
        try {
            return step.get();
        } finally {
            shared.control.unlock();
        }
    }
}
