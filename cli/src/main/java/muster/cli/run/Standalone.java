package muster.cli.run;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import muster.cli.client.CoordinatorClient;
import muster.cli.server.PlanServers;
import muster.cli.terminal.Failure;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.Peer;
import muster.coordinator.server.CoordinatorLoop;
import muster.coordinator.server.FileDepot;
import muster.protocol.Cancel;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.worker.agent.EngineSetup;
import muster.worker.agent.WorkerLoop;
import muster.worker.agent.protocol.WorkerEvent;
import muster.workloads.plan.PlanAccess;

/**
 * The coordinator's decisions and the worker's engine in one process: messages pass as objects, nothing is encoded but
 * what the store keeps, and no socket is opened. All else is the same, so the difference to a cluster is its cost.
 */
public final class Standalone implements AutoCloseable {
    private static final Peer WORKER = new Peer("worker");
    private static final Peer CLIENT = new Peer("client");
    private static final long TICK_NS = 20_000_000;

    private final LinkedBlockingQueue<Envelope> answers = new LinkedBlockingQueue<>();
    private final CoordinatorClient.Follower follower;
    private final CoordinatorLoop coordinator;
    private final WorkerLoop worker;
    private final Thread coordinatorThread;
    private final Thread workerThread;
    private final AtomicInteger cancels = new AtomicInteger();
    private volatile long runId;
    private volatile boolean closing;

    public Standalone(Store store, FileDepot depot, CoordinatorClient.Follower follower) {
        this(store, depot, EngineSetup.alone(WorkerCommand.dataFolder(), PlanAccess.unlimited()), follower);
    }

    /** One that takes turns with another worker of this process. */
    public Standalone(Store store, FileDepot depot, EngineSetup setup, CoordinatorClient.Follower follower) {
        this.follower = follower;
        coordinatorThread =
                Thread.ofPlatform().name("muster-coordinator").daemon(true).unstarted(this::coordinate);
        workerThread = Thread.ofPlatform().name("muster-worker").daemon(true).unstarted(this::work);
        coordinator = new CoordinatorLoop(
                CoordinatorCommand.settings(store),
                "standalone",
                store,
                new PlanScriptReader(PlanServers.here()),
                depot,
                this::deliver,
                () -> LockSupport.unpark(coordinatorThread),
                line -> {});
        worker = new WorkerLoop(
                WorkerCommand.hello("standalone"),
                setup,
                envelope -> coordinator.post(new Event.Received(WORKER, envelope)),
                () -> LockSupport.unpark(workerThread),
                line -> {});
    }

    /** Runs one plan. */
    public Finished run(Submit submit) throws InterruptedException {
        coordinatorThread.start();
        workerThread.start();
        fromClient(Envelope.newBuilder().setSubmit(submit));
        while (true) {
            Envelope answer = answers.take();
            switch (answer.getBodyCase()) {
                case SUBMITTED -> submitted(answer);
                case PROGRESS -> follower.progress(answer.getProgress());
                case FINISHED -> {
                    return answer.getFinished();
                }
                default -> throw new IllegalStateException("not for a client: " + answer.getBodyCase());
            }
        }
    }

    private void submitted(Envelope answer) {
        if (!answer.getSubmitted().getFailure().isEmpty()) {
            throw Failure.badInput(answer.getSubmitted().getFailure());
        }
        runId = answer.getSubmitted().getRunId();
        if (cancels.get() > 0) {
            cancel();
        }
    }

    /** Ends the run with what was measured; any thread. */
    public void cancel() {
        boolean now = cancels.getAndIncrement() > 0;
        if (runId != 0) {
            fromClient(Envelope.newBuilder()
                    .setCancel(Cancel.newBuilder().setRunId(runId).setNow(now)));
        }
    }

    private void fromClient(Envelope.Builder envelope) {
        coordinator.post(new Event.Received(CLIENT, envelope.build()));
    }

    private void deliver(Peer peer, Envelope envelope) {
        if (peer.equals(WORKER)) {
            worker.post(new WorkerEvent.Received(envelope));
        } else if (!envelope.hasCancelled()) {
            answers.add(envelope);
        }
    }

    private void coordinate() {
        drive(coordinator::drainMailbox, () -> coordinator.handle(new Event.Tick()));
    }

    private void work() {
        drive(worker::drainMailbox, worker::tick);
    }

    /** A bug must end the run, not leave it waiting. */
    private void drive(Runnable drain, Runnable tick) {
        try {
            turn(drain, tick);
        } catch (RuntimeException bug) {
            answers.add(Envelope.newBuilder()
                    .setFinished(Finished.newBuilder()
                            .setRunId(runId)
                            .setExitCode(ExitCode.FAULT.code())
                            .setMessage("internal fault: " + bug))
                    .build());
            throw bug;
        }
    }

    private void turn(Runnable drain, Runnable tick) {
        long nextNs = System.nanoTime();
        while (!closing) {
            LockSupport.parkNanos(Math.max(1, nextNs - System.nanoTime()));
            drain.run();
            if (System.nanoTime() >= nextNs) {
                nextNs = System.nanoTime() + TICK_NS;
                tick.run();
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(workerThread);
        LockSupport.unpark(coordinatorThread);
        worker.close();
        coordinator.close();
    }
}
