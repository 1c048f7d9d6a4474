package muster.benchmarks.bare;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.time.OutsideClients;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;

/** The bare loop as an arm that takes turns with Muster in one process: platform threads over the client library. */
public final class BareTurns implements OutsideClients {
    private final BareDatabase database;
    private final PhaseClock clock;
    private final List<BareClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong next = new AtomicLong();
    private volatile boolean ended;

    private BareTurns(BareDatabase database, PhaseClock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Named in META-INF/services. */
    public static final class Provider implements OutsideClients.Provider {
        @Override
        public OutsideClients start(Plan plan, PlanCheck check, ExecutedPhase phase, PhaseClock clock)
                throws Exception {
            BareTurns turns = new BareTurns(BareDatabase.open(plan, check.defaults()), clock);
            turns.begin(check, phase);
            return turns;
        }
    }

    private void begin(PlanCheck check, ExecutedPhase phase) throws Exception {
        Operations operations = check.operations(phase);
        for (int i = 0; i < phase.spec().clients(); i++) {
            clients.add(new BareClient(database.client(), operations, new BareAttempts(database, check.defaults())));
        }
        clients.forEach(client -> threads.add(Thread.ofPlatform().daemon(true).start(client)));
    }

    @Override
    public long completed() {
        return clients.stream().mapToLong(client -> client.completed).sum();
    }

    @Override
    public long failed() {
        return clients.stream().mapToLong(client -> client.failed).sum();
    }

    @Override
    public void close() {
        ended = true;
        threads.forEach(LockSupport::unpark);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        clients.forEach(client -> client.way.close());
        database.close();
    }

    /** One thread. */
    private final class BareClient implements Runnable {
        private final BareDatabase.Client way;
        private final Operations operations;
        private final BareAttempts attempts;
        private volatile long completed;
        private volatile long failed;

        BareClient(BareDatabase.Client way, Operations operations, BareAttempts attempts) {
            this.way = way;
            this.operations = operations;
            this.attempts = attempts;
        }

        @Override
        public void run() {
            long done = 0;
            while (!ended) {
                long nowNs = clock.nowNs();
                long waitNs = clock.inTurn(nowNs) - nowNs;
                if (waitNs > 0) {
                    LockSupport.parkNanos(this, waitNs);
                } else {
                    var unused = attempts.execute(way, operations.at(next.getAndIncrement()));
                    failed = attempts.failed();
                    completed = ++done;
                }
            }
        }
    }
}
