package muster.worker.agent;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.Start;
import muster.protocol.Task;
import muster.worker.agent.inflight.OperationRequests;
import muster.worker.agent.inflight.PhaseEngine;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.record.Interval;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.TargetException;

/** A worker's session joined to an engine: it does what the protocol decides, and posts what the engine wants and records. */
public final class WorkerLoop extends SessionLoop {
    private static final long METER_EVERY_NS = 1_000_000_000L;

    private final DataCache files;
    private final TargetCache targets;
    private final TaskRunner tasks;
    private final EnginePreparation preparation;
    private final WorkerFigures figures = new WorkerFigures();
    private final OperationRequests operations;
    /** Connecting and tasks block, one after another; the loop's thread never does. */
    private final ExecutorService background = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("muster-prepare").daemon(true).factory());

    private volatile EngineSlot slot = new EngineSlot.Empty();
    private Resources resources = Resources.getDefaultInstance();
    private long lastMeterNs;

    /**
     * Ready to be driven.
     */
    public WorkerLoop(Hello hello, EngineSetup setup, CoordinatorLink link, Runnable wake, Consumer<String> log) {
        super(hello, link, wake, log);
        this.files = new DataCache(setup.dataFolder(), request -> post(new WorkerEvent.Request(request)));
        this.targets = setup.targets();
        this.tasks = new TaskRunner(targets);
        this.preparation = new EnginePreparation(files, setup);
        this.operations = new OperationRequests(answer -> post(new WorkerEvent.Request(answer)));
    }

    @Override
    protected void act(WorkerAction action) {
        switch (action) {
            case WorkerAction.TakeChunk chunk -> files.take(chunk.chunk());
            case WorkerAction.PrepareEngine prepare -> begin(prepare);
            case WorkerAction.RunTask task -> background.execute(() -> run(task.task()));
            case WorkerAction.Offer offer -> offer(offer.lease());
            case WorkerAction.StartEngine start -> start(start.start());
            case WorkerAction.SetClients share -> setClients(share);
            case WorkerAction.DrainEngine drain -> with(drain.assignment(), mine -> drain(mine, this::post));
            case WorkerAction.CloseEngine close -> close(close.assignment(), close.telling());
            case WorkerAction.AnswerOperations asked -> operations.receive(asked.message(), phase());
            default -> throw new IllegalArgumentException("not for the engine: " + action);
        }
    }

    private void run(Task task) {
        try {
            post(new WorkerEvent.TaskDone(tasks.run(task, files.fetch(task.getFilesList()))));
        } catch (PlanException e) {
            post(new WorkerEvent.TaskDone(tasks.failed(task, e)));
        }
    }

    // ---- preparing ----

    private synchronized void begin(WorkerAction.PrepareEngine action) {
        EngineSlot.Connecting connecting =
                new EngineSlot.Connecting(action.prepare().getAssignment());
        slot = connecting;
        background.execute(() -> prepare(action.prepare(), action.offsetNs(), connecting));
    }

    private void prepare(Prepare prepare, long offsetNs, EngineSlot.Connecting connecting) {
        try {
            connect(prepare, offsetNs, connecting);
        } catch (PlanException e) {
            prepareFailed(connecting, "plan", String.valueOf(e.getMessage()));
        } catch (TargetException e) {
            prepareFailed(connecting, "target", String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            prepareFailed(connecting, "fault", e.toString());
        }
    }

    private void prepareFailed(EngineSlot.Connecting connecting, String kind, String message) {
        post(new WorkerEvent.PrepareFailed(connecting.assignment(), kind, message));
    }

    private void connect(Prepare prepare, long offsetNs, EngineSlot.Connecting connecting) throws TargetException {
        long id = connecting.assignment();
        EnginePreparation.Prepared prepared = preparation.connect(prepare, offsetNs, stream -> new Reports(id, stream));
        PhaseEngine phase = prepared.phase();
        if (use(connecting, new EngineSlot.Connected(phase, offsetNs))) {
            post(new WorkerEvent.Prepared(id, prepared.target().facts(), figures.resources(gauges())));
        } else {
            phase.close();
        }
    }

    /** False if the assignment was closed, or prepared anew, meanwhile. */
    private synchronized boolean use(EngineSlot.Connecting connecting, EngineSlot.Connected connected) {
        if (slot != connecting) {
            return false;
        }
        slot = connected;
        connecting.early.forEach(grant -> offer(connected, grant));
        return true;
    }

    // ---- what the protocol wants ----

    private synchronized void offer(Lease lease) {
        LeaseGrant grant = new LeaseGrant(
                lease.getLease(), lease.getFirst(), lease.getCount(), lease.getStride(), lease.getFirstIntendedNs());
        switch (slot) {
            case EngineSlot.Connecting mine when mine.assignment() == lease.getAssignment() -> mine.early.add(grant);
            case EngineSlot.Connected mine when mine.assignment() == lease.getAssignment() -> offer(mine, grant);
            default -> {}
        }
    }

    /** An engine that has ended takes no more: the lease goes back as it came. */
    private void offer(EngineSlot.Connected mine, LeaseGrant grant) {
        if (!mine.phase().offer(grant)) {
            Interval.Covered whole = new Interval.Covered(grant.lease(), new long[] {0, grant.count()});
            post(new WorkerEvent.Unstarted(mine.assignment(), SnapshotEncoder.coverage(List.of(whole))));
        }
    }

    private void start(Start start) {
        with(start.getAssignment(), mine -> {
            figures.phaseStarts(start, mine.clockOffsetNs());
            long clientsStartNs = Math.max(start.getStartNs(), start.getClientsStartNs());
            mine.phase().start(start.getStartNs(), clientsStartNs, start.getEndNs());
        });
    }

    private void setClients(WorkerAction.SetClients share) {
        WorkerEvent taken = new WorkerEvent.ShareTaken(share.assignment(), share.stream(), share.serial());
        with(share.assignment(), mine -> mine.phase().clients(share.stream(), share.clients(), () -> post(taken)));
    }

    private void with(long assignment, Consumer<EngineSlot.Connected> step) {
        if (slot instanceof EngineSlot.Connected mine && mine.assignment() == assignment) {
            step.accept(mine);
        }
    }

    /**
     * What comes back goes first: the coordinator closes the phase when it hears that all have drained, and what it hears
     * later is missing. The engine may have drained before it has said what comes back.
     */
    static void drain(EngineSlot.Connected mine, Consumer<WorkerEvent> events) {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        List<Interval.Covered> unstarted = mine.phase().drain(() -> drained.complete(null));
        events.accept(new WorkerEvent.Unstarted(mine.assignment(), SnapshotEncoder.coverage(unstarted)));
        var unused = drained.thenRun(() -> events.accept(new WorkerEvent.Drained(mine.assignment())));
    }

    private void close(long assignment, boolean telling) {
        EngineSlot closed = vacate(assignment);
        if (closed instanceof EngineSlot.Connected mine && telling) {
            mine.phase().retire();
        } else if (closed instanceof EngineSlot.Connected mine) {
            mine.phase().close();
        }
    }

    private synchronized EngineSlot vacate(long assignment) {
        EngineSlot before = slot;
        if (before.assignment() != assignment) {
            return new EngineSlot.Empty();
        }
        slot = new EngineSlot.Empty();
        figures.phaseEnds();
        return before;
    }

    // ---- what the engine wants and records ----

    /** Of one load of an assignment: what is still reported once another one is under way is known by its number. */
    private final class Reports implements EnginePreparation.EngineReports {
        private final long assignment;
        private final int stream;

        Reports(long assignment, int stream) {
            this.assignment = assignment;
            this.stream = stream;
        }

        @Override
        public void want(long total, double ratePerS) {
            post(new WorkerEvent.Wanted(assignment, stream, total, ratePerS));
        }

        @Override
        public void accept(Interval interval) {
            post(new WorkerEvent.Recorded(
                    assignment, figures.encode(interval, gauges()).setStream(stream)));
        }

        @Override
        public void failed(Throwable bug) {
            post(new WorkerEvent.Broken(assignment, "a fault in the worker: " + bug));
        }
    }

    // ---- figures ----

    @Override
    protected void send(CoordinatorLink to, WorkerAction.Send send) {
        long startNs = System.nanoTime();
        super.send(to, send);
        figures.sent(send.envelope().getSerializedSize(), System.nanoTime() - startNs);
    }

    private Optional<PhaseEngine> phase() {
        return slot instanceof EngineSlot.Connected mine ? Optional.of(mine.phase()) : Optional.empty();
    }

    private EngineGauges gauges() {
        return slot instanceof EngineSlot.Connected mine ? mine.phase().gauges() : EngineGauges.NONE;
    }

    @Override
    protected Resources resources() {
        long nowNs = System.nanoTime();
        if (nowNs - lastMeterNs >= METER_EVERY_NS) {
            lastMeterNs = nowNs;
            resources = figures.resources(gauges());
        }
        return resources;
    }

    @Override
    public void close() {
        background.shutdownNow();
        operations.close();
        close(slot.assignment(), false);
        targets.close();
        figures.close();
    }
}
