package muster.worker.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.Start;
import muster.protocol.Task;
import muster.worker.agent.meter.ProcessMeter;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.engine.Engine;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.Engines;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.Interval;
import muster.worker.engine.record.SnapshotSink;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** Joins the protocol to an engine: does what the protocol decided, and reports back what became of it. */
final class EngineHost implements AutoCloseable {
    private final Consumer<WorkerEvent> events;
    private final DataCache files;
    private final ProcessMeter meter = new ProcessMeter();
    private final TargetCache targets;
    private final TaskRunner tasks;
    private final LongAdder encodeNs = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();
    private final LongAdder serviceNs = new LongAdder();
    private final LongAdder serviceSamples = new LongAdder();
    private final LongAdder sendNs = new LongAdder();
    /** Connecting and tasks block, one after another; the loop's thread never does. */
    private final ExecutorService background = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("muster-prepare").daemon(true).factory());

    private final List<LeaseGrant> early = new ArrayList<>();
    private volatile @Nullable Engine engine;
    private volatile PhaseWindow window = PhaseWindow.NONE;
    private volatile long assignment;
    private volatile long clockOffsetNs;
    private long preparations;

    EngineHost(Consumer<WorkerEvent> events, DataCache files, FileRule rule) {
        this.events = events;
        this.targets = new TargetCache(rule);
        this.tasks = new TaskRunner(targets);
        this.files = files;
    }

    void act(WorkerAction action) {
        switch (action) {
            case WorkerAction.PrepareEngine prepare -> {
                long mine = begin(prepare.prepare().getAssignment());
                background.execute(() -> prepare(prepare.prepare(), prepare.offsetNs(), mine));
            }
            case WorkerAction.RunTask task -> background.execute(() -> run(task.task()));
            case WorkerAction.Offer offer -> offer(offer.lease());
            case WorkerAction.StartEngine start -> start(start.start());
            case WorkerAction.SetClients share -> setClients(share);
            case WorkerAction.DrainEngine drain -> drain(drain.assignment());
            case WorkerAction.CloseEngine close -> close(close.assignment(), close.telling());
            default -> throw new IllegalArgumentException("not for the engine: " + action);
        }
    }

    private void run(Task task) {
        try {
            events.accept(new WorkerEvent.TaskDone(tasks.run(task, files.fetch(task.getFilesList()))));
        } catch (PlanException e) {
            events.accept(new WorkerEvent.TaskDone(tasks.failed(task, e)));
        }
    }

    // ---- preparing ----

    /** An assignment may be prepared a second time, for another incarnation of the coordinator. */
    private synchronized long begin(long id) {
        assignment = id;
        early.clear();
        return ++preparations;
    }

    private void prepare(Prepare prepare, long offsetNs, long mine) {
        long id = prepare.getAssignment();
        try {
            connect(prepare, offsetNs, mine);
        } catch (PlanException e) {
            events.accept(new WorkerEvent.PrepareFailed(id, "plan", String.valueOf(e.getMessage())));
        } catch (TargetException e) {
            events.accept(new WorkerEvent.PrepareFailed(id, "target", String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            events.accept(new WorkerEvent.PrepareFailed(id, "fault", e.toString()));
        }
    }

    private void connect(Prepare prepare, long offsetNs, long mine) throws TargetException {
        long id = prepare.getAssignment();
        Plan plan = PlanJson.read(prepare.getPlan());
        PlanCheck check = PlanCheck.check(plan, files.fetch(prepare.getFilesList()));
        ExecutedPhase phase = check.phases().get(prepare.getPhaseOrdinal());
        Operations operations = check.workload().operations(phase.key());
        Target target = targets.open(plan);
        if (prepare.getJoining()) {
            JoinWarmup.run(target, operations);
        }
        EngineSpec spec = new EngineSpec(
                phase,
                operations,
                target,
                check.depth(),
                prepare.getClients(),
                prepare.getLeaseSize(),
                offsetNs,
                check.defaults().retries(),
                check.defaults().backoff());
        Engine connected = Engines.create(spec, source(id), sink(id));
        if (use(id, mine, connected, offsetNs)) {
            events.accept(new WorkerEvent.Prepared(id, target.facts(), resources()));
        } else {
            connected.close();
        }
    }

    /** The engine asks for leases before it is here; those that came meanwhile have waited. */
    private synchronized boolean use(long id, long mine, Engine connected, long offsetNs) {
        if (assignment != id || preparations != mine) {
            return false;
        }
        engine = connected;
        clockOffsetNs = offsetNs;
        early.forEach(grant -> offer(connected, grant));
        early.clear();
        return true;
    }

    private LeaseSource source(long id) {
        return (total, ratePerS) -> events.accept(new WorkerEvent.Wanted(id, total, ratePerS));
    }

    private SnapshotSink sink(long id) {
        return new SnapshotSink() {
            @Override
            public void accept(Interval interval) {
                long startNs = System.nanoTime();
                serviceNs.add(SnapshotEncoder.serviceNs(interval));
                serviceSamples.add(SnapshotEncoder.serviceSamples(interval));
                Resources now = resources();
                var snapshot =
                        SnapshotEncoder.snapshot(interval).setResources(now).setPhase(window.until(now));
                encodeNs.add(System.nanoTime() - startNs);
                events.accept(new WorkerEvent.Recorded(id, snapshot));
            }

            @Override
            public void failed(Throwable bug) {
                events.accept(new WorkerEvent.Broken(id, "a fault in the worker: " + bug));
            }
        };
    }

    // ---- what the protocol wants ----

    /** An engine that has ended takes no more: the lease goes back as it came. */
    private void offer(Engine running, LeaseGrant grant) {
        if (!running.offer(grant)) {
            Interval.Covered whole = new Interval.Covered(grant.lease(), new long[] {0, grant.count()});
            events.accept(new WorkerEvent.Unstarted(assignment, SnapshotEncoder.coverage(List.of(whole))));
        }
    }

    private synchronized void offer(Lease lease) {
        LeaseGrant grant = new LeaseGrant(
                lease.getLease(), lease.getFirst(), lease.getCount(), lease.getStride(), lease.getFirstIntendedNs());
        Engine running = engine;
        if (lease.getAssignment() == assignment && running != null) {
            offer(running, grant);
        } else if (lease.getAssignment() == assignment) {
            early.add(grant);
        }
    }

    private void start(Start start) {
        Engine running = engine;
        if (running != null && start.getAssignment() == assignment) {
            long endNs = start.getEndNs() == 0 ? Long.MAX_VALUE : start.getEndNs() - clockOffsetNs;
            window.close();
            window = new PhaseWindow(() -> sums().build(), start.getStartNs() - clockOffsetNs, endNs);
            running.start(start.getStartNs(), start.getEndNs());
        }
    }

    private void setClients(WorkerAction.SetClients share) {
        Engine running = engine;
        if (running != null && share.assignment() == assignment) {
            running.clients(
                    share.clients(),
                    () -> events.accept(new WorkerEvent.ShareTaken(share.assignment(), share.serial())));
        }
    }

    private void drain(long id) {
        Engine running = engine;
        if (running != null && id == assignment) {
            drain(running, id, events);
        }
    }

    /**
     * What comes back goes first: the coordinator closes the phase when it hears that all have drained, and what it hears
     * later is missing. The engine may have drained before it has said what comes back.
     */
    static void drain(Engine running, long id, Consumer<WorkerEvent> events) {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        List<Interval.Covered> unstarted = running.drain(() -> drained.complete(null));
        events.accept(new WorkerEvent.Unstarted(id, SnapshotEncoder.coverage(unstarted)));
        var unused = drained.thenRun(() -> events.accept(new WorkerEvent.Drained(id)));
    }

    private void close(long id, boolean telling) {
        if (id == assignment) {
            assignment = 0;
            Engine running = engine;
            engine = null;
            window.close();
            if (running != null && telling) {
                running.retire();
            } else if (running != null) {
                running.close();
            }
        }
    }

    // ---- figures ----

    void sent(int bytes, long tookNs) {
        sentBytes.add(bytes);
        sendNs.add(tookNs);
    }

    private Resources.Builder sums() {
        return meter.read()
                .setEncodeNs(encodeNs.sum())
                .setSendNs(sendNs.sum())
                .setSentBytes(sentBytes.sum())
                .setServiceNs(serviceNs.sum())
                .setServiceSamples(serviceSamples.sum());
    }

    Resources resources() {
        Resources.Builder resources = sums();
        Engine running = engine;
        if (running != null) {
            EngineGauges gauges = running.gauges();
            resources
                    .setClientsRunning(gauges.clientsRunning())
                    .setClientsWithoutCompletion(gauges.clientsWithoutCompletion())
                    .setScheduleLagMaxNs(gauges.scheduleLagMaxNs())
                    .setLeaseWaitNs(gauges.leaseWaitNs())
                    .setPacingLagMaxNs(gauges.pacingLagMaxNs())
                    .setLateStartNs(gauges.lateStartNs())
                    .setHandoverNs(gauges.handoverNs())
                    .setHandovers(gauges.handovers());
        }
        return resources.build();
    }

    @Override
    public void close() {
        background.shutdownNow();
        close(assignment, false);
        targets.close();
        meter.close();
    }
}
