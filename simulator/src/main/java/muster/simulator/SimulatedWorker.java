package muster.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import muster.model.StreamIndex;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.agent.protocol.WorkerProtocol;

/** One worker's process: the real protocol, a simulated engine, its own clock, and pauses and deaths. */
final class SimulatedWorker {
    private static final long TICK_NS = 50 * Faults.MS;

    final String name;
    final SimulatedConnection link;
    private final World world;
    private final RandomGenerator random;
    /** This process's monotonic clock less the true time. */
    private long clockOffsetNs;

    private WorkerProtocol protocol;
    /** One a stream; none before they are prepared. */
    private List<SimulatedEngine> engines = List.of();

    private long assignment;
    /** Whether what a preparation began is still wanted: each closing of the engines ends it. */
    private long preparations;

    private long incarnation;
    private long pausedUntilNs;
    private long meanServiceNs;
    private boolean alive;
    private long session;
    private long nonce;
    /** Operations at the same time, by stream. */
    private final Map<Integer, Integer> inFlight = new HashMap<>();

    SimulatedWorker(World world, String name, SimulatedConnection link, RandomGenerator random) {
        this.world = world;
        this.name = name;
        this.link = link;
        this.random = random;
        this.protocol = protocol();
    }

    private WorkerProtocol protocol() {
        return new WorkerProtocol(
                Hello.newBuilder().setName(name).setHost(name).setCores(1).build(), () -> nonce = random.nextLong());
    }

    /** A process begins: it knows nothing of one before it. */
    void begin() {
        incarnation++;
        alive = true;
        clockOffsetNs = random.nextLong(-100 * Faults.S, 100 * Faults.S);
        meanServiceNs = random.nextLong(Faults.MS, world.slowestNs());
        protocol = protocol();
        tick();
    }

    private void tick() {
        on(new WorkerEvent.Tick(Resources.getDefaultInstance()));
        in(TICK_NS, this::tick);
    }

    /** kill -9. */
    void crash() {
        alive = false;
        incarnation++;
        closeEngine(false);
        link.cut(0);
    }

    /** SIGSTOP, and SIGCONT after this time. */
    void pause(long forNs) {
        pausedUntilNs = Math.max(pausedUntilNs, world.time().nowNs() + forNs);
    }

    /** Of its Hellos. */
    long nonce() {
        return nonce;
    }

    boolean alive() {
        return alive;
    }

    /** Happens in this process: later if it sleeps, not at all if it died. */
    void in(long delayNs, Runnable what) {
        long mine = incarnation;
        world.time().in(delayNs, () -> awake(mine, what));
    }

    private void awake(long mine, Runnable what) {
        if (mine != incarnation) {
            return;
        }
        if (world.time().nowNs() < pausedUntilNs) {
            world.time().at(pausedUntilNs, () -> awake(mine, what));
        } else {
            what.run();
        }
    }

    long clockNs() {
        return world.time().nowNs() + clockOffsetNs;
    }

    long serviceNs() {
        return meanServiceNs / 2 + random.nextLong(meanServiceNs);
    }

    /** Indexes that are never split. */
    int block() {
        return world.block();
    }

    /** A client begins with these positions, in one transaction. */
    void started(Lease lease, long from, long end) {
        int stream = StreamIndex.stream(lease.getFirst());
        world.ledger().started(session, inFlight.merge(stream, 1, Integer::sum), lease, from, end);
    }

    void ended(int stream) {
        world.ledger().ended(session, stream, inFlight.merge(stream, -1, Integer::sum));
    }

    void on(WorkerEvent event) {
        if (alive) {
            protocol.on(event, clockNs()).forEach(this::act);
        }
    }

    void hear(Envelope envelope) {
        world.trace(() -> name + " hears " + MessageFormatter.of(envelope));
        on(new WorkerEvent.Received(envelope));
    }

    private void act(WorkerAction action) {
        switch (action) {
            case WorkerAction.Send send -> {
                // While it knocks its operations go on in the session that it has.
                session = send.envelope().getSession() == 0
                        ? session
                        : send.envelope().getSession();
                world.fromWorker(this, send.envelope());
            }
            case WorkerAction.PrepareEngine prepare -> prepare(prepare.prepare(), prepare.offsetNs());
            case WorkerAction.RunTask task -> in(world.misfortune.taskNs(), () -> done(task.task()));
            case WorkerAction.CloseEngine close -> {
                if (close.assignment() == assignment) {
                    closeEngine(close.telling());
                }
            }
            case WorkerAction.Log line -> world.trace(() -> name + ": " + line.line());
            case WorkerAction.Exit exit -> crash();
            case WorkerAction.TakeChunk chunk -> {}
            default -> toEngine(action);
        }
    }

    /** What arrives before the engine is connected waits, as in the real one. */
    private void toEngine(WorkerAction action) {
        List<SimulatedEngine> mine = engines;
        if (mine.isEmpty()) {
            return;
        }
        switch (action) {
            case WorkerAction.Offer offer ->
                mine.get(StreamIndex.stream(offer.lease().getFirst())).offer(offer.lease());
            case WorkerAction.StartEngine start -> mine.forEach(stream -> stream.start(start.start()));
            case WorkerAction.SetClients share -> mine.get(share.stream()).share(share.serial(), share.clients());
            case WorkerAction.DrainEngine drain -> mine.forEach(SimulatedEngine::drain);
            default -> throw new Violation(name + " wants what no engine knows: " + action);
        }
    }

    private void prepare(Prepare prepare, long offsetNs) {
        closeEngine(false);
        List<SimulatedEngine> fresh = IntStream.range(0, Math.max(1, prepare.getStreamClientsCount()))
                .mapToObj(stream -> new SimulatedEngine(
                        this, prepare, stream, world.load(prepare.getPhaseOrdinal(), stream), offsetNs))
                .toList();
        engines = fresh;
        long mine = preparations;
        assignment = prepare.getAssignment();
        in(serviceNs(), () -> {
            if (mine == preparations) {
                fresh.forEach(SimulatedEngine::open);
                on(new WorkerEvent.Prepared(prepare.getAssignment(), Map.of(), Resources.getDefaultInstance()));
            }
        });
    }

    private void done(Task task) {
        on(new WorkerEvent.TaskDone(TaskResult.newBuilder()
                .setTask(task.getTask())
                .putAllFacts(Map.of("address", "db:1", "database", "x", "vertices", "0", "edges", "0"))
                .build()));
    }

    private void closeEngine(boolean telling) {
        List<SimulatedEngine> mine = engines;
        engines = List.of();
        preparations++;
        if (telling) {
            mine.forEach(SimulatedEngine::report);
        }
        mine.forEach(SimulatedEngine::close);
    }

    /** One of its engines has nothing left to do. */
    void drained(long ofAssignment) {
        if (engines.stream().allMatch(SimulatedEngine::hasDrained)) {
            on(new WorkerEvent.Drained(ofAssignment));
        }
    }
}
