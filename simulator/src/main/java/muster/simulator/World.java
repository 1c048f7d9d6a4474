package muster.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import muster.coordinator.core.Coordinator;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.model.PhaseAt;
import muster.protocol.Envelope;
import muster.protocol.Submit;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/**
 * One seeded history: a coordinator, its disk, workers, and what goes wrong. The same seed is the same history, event
 * by event.
 */
public final class World {
    private static final long LEASE_TIMEOUT_NS = 2_500 * Faults.MS;
    private static final long END_WITHIN_NS = 300 * Faults.S;
    private static final Peer CLIENT = new Peer("client");

    private final SplittableRandom random;
    private final Timeline time = new Timeline();
    private final WallClock wall;
    private final Plans plan;
    private final RunScript script;
    private final Faults faults;
    final FaultSchedule misfortune;
    private final Ledger ledger;
    private final SimulatedStore store;
    private final Mutant mutant;
    private final Map<String, SimulatedWorker> workers = new LinkedHashMap<>();
    /** Every so many workers one has misfortune. */
    private final int flapping;

    private final int leaseSize;
    private final @Nullable Consumer<String> trace;
    private final List<Runnable> queued = new ArrayList<>();
    private @Nullable Coordinator coordinator;
    private long epoch;
    private long crashes;
    private long requests;

    public World(long seed, Mutant mutant, @Nullable Consumer<String> trace) {
        this(seed, new SplittableRandom(seed), mutant, trace);
    }

    private World(long seed, SplittableRandom random, Mutant mutant, @Nullable Consumer<String> trace) {
        this(random, Scenario.of(seed, random), mutant, trace);
    }

    /** A history in which nothing is left to chance but how long things take. */
    World(Scenario setting, Mutant mutant) {
        this(new SplittableRandom(1), setting, mutant, null);
    }

    private World(SplittableRandom random, Scenario setting, Mutant mutant, @Nullable Consumer<String> trace) {
        this.random = random;
        this.mutant = mutant;
        this.trace = trace;
        plan = setting.plan();
        leaseSize = setting.leaseSize();
        wall = new WallClock(time, leaseSize);
        faults = setting.faults();
        flapping = setting.flapping();
        misfortune = new FaultSchedule(this, faults, random);
        script = plan.script();
        ledger = new Ledger(
                time, plan.streamClients(), new HolderBook(time, plan.block(), this::phase), LEASE_TIMEOUT_NS);
        store = new SimulatedStore(time, ledger, faults.diskNs(), misfortune::fillsTheDisk);
        populate(setting.workers());
    }

    /** Many workers, one in ten of which loses its connection, sleeps or dies again and again for 35 s. */
    public static World cluster(long seed, int workers) {
        Scenario setting = new Scenario(Plans.forCluster(workers), 0, workers, Faults.flapping(Timeline.BEGIN_NS), 10);
        return new World(new SplittableRandom(seed), setting, Mutant.NONE, null);
    }

    /** A stream of a phase, or its only load. */
    ExecutedPhase load(int ordinal, int stream) {
        return script.steps().getFirst().phases().get(ordinal).loads().get(stream);
    }

    private void populate(int count) {
        for (int i = 0; i < count; i++) {
            SimulatedConnection link = new SimulatedConnection(time, random.split(), faults);
            workers.put("w" + i, new SimulatedWorker(this, "w" + i, link, random.split()));
        }
        trace(() -> plan + ", lease " + leaseSize + ", " + count + " workers, " + faults);
    }

    /** Lives through it; throws {@link Violation} if a promise is broken. */
    public Outcome live(long seed) {
        begin();
        submit(++requests, false);
        int position = 0;
        for (SimulatedWorker worker : workers.values()) {
            long joinNs = random.nextInt(4) == 0 ? random.nextLong(12 * Faults.S) : random.nextLong(Faults.S);
            time.in(joinNs, worker::begin);
            if (position++ % flapping == 0) {
                misfortune.befall(worker);
            }
        }
        misfortune.befallTheCoordinator();
        while (store.closed().isEmpty() && time.nowNs() < faults.calmNs() + endWithinNs()) {
            time.step();
        }
        return outcome(seed);
    }

    /** One client with leases of one operation takes that long for a trial. */
    private long endWithinNs() {
        return plan.trials() * END_WITHIN_NS;
    }

    private Outcome outcome(long seed) {
        if (store.closed().isEmpty()) {
            throw new Violation("the run did not end within " + endWithinNs() / Faults.S + " s without faults");
        }
        var end = store.closed().values().iterator().next().end();
        boolean deserted = end.message().startsWith("no worker was left")
                || (end.message().contains("workers connected within")
                        && workers.values().stream().noneMatch(SimulatedWorker::alive));
        boolean unmeasured = store.hasEmptyMeasurement();
        boolean failed = unmeasured && end.exitCode() == 1 && end.message().contains("nothing was measured");
        if (end.exitCode() == 0 ? unmeasured : end.exitCode() != 111 && !deserted && !failed) {
            throw new Violation("the run ended with " + end.exitCode() + ": " + end.message());
        }
        return new Outcome(
                seed,
                time.happened(),
                ledger.committed(),
                ledger.sessionsFenced(),
                crashes,
                store.resumed(),
                ledger.executions().claimedAgain(),
                ledger.executions().begunAgain(),
                end.exitCode(),
                end.message());
    }

    // ---- the coordinator ----

    private void begin() {
        epoch++;
        if (!store.interrupted()) {
            wall.begin();
        }
        coordinator = new Coordinator(CoordinatorSettings.of(epoch, "simulated", "memory"));
        store.open(this::happen);
        happen(store.interrupted(submission(), script));
        store.incarnation(epoch);
        tick(epoch);
        List<Runnable> waited = List.copyOf(queued);
        queued.clear();
        waited.forEach(Runnable::run);
        misfortune.mayDieAgain(epoch);
    }

    /** kill -9, and another one a little later. */
    void crash(long downNs) {
        if (coordinator != null && store.begun()) {
            trace(() -> "the coordinator dies");
            crashes++;
            coordinator = null;
            store.open(event -> {});
            ledger.died();
            workers.values().forEach(worker -> worker.link.orphaned());
            time.in(downNs, this::begin);
        }
    }

    private void tick(long mine) {
        if (mine == epoch) {
            happen(new Event.Tick());
            time.in(50 * Faults.MS, () -> tick(mine));
        }
    }

    /** Somebody asks for a run, or for an interrupted one that nobody came back to. */
    private void submit(long request, boolean resume) {
        Submit submit =
                Submit.newBuilder().setRequest(request).setResume(resume).build();
        happen(new Event.Received(
                CLIENT, Envelope.newBuilder().setSubmit(submit).build()));
    }

    /** One event of the coordinator, and all that it decides. */
    void happen(Event event) {
        if (coordinator != null
                && event instanceof Event.Received received
                && received.envelope().getEpoch() == epoch) {
            ledger.heard(received.envelope());
        }
        inject(event);
    }

    /** An event that the ledger does not learn of. */
    void inject(Event event) {
        Coordinator alive = coordinator;
        if (alive == null) {
            return;
        }
        Event heard = mutant.hears(event, this);
        if (heard != null) {
            ledger.hears(heard);
            List<Action> actions = mutant.decides(heard, alive.on(heard, clockNs()), this);
            actions.forEach(ledger::did);
            ledger.decided();
            actions.forEach(this::act);
            actions.forEach(action -> misfortune.mayDieAfter(action, epoch));
        }
    }

    private void act(Action action) {
        switch (action) {
            case Action.Send send -> toPeer(send.peer(), send.envelope());
            case Action.ReadPlan read ->
                time.in(0, () -> happen(new Event.ScriptRead(read.client(), submission(), script)));
            case Action.Log line -> {
                trace(() -> "coordinator: " + line.line());
                if (line.line().contains("contradicts what it was given")) {
                    throw time.violation("a worker that keeps the protocol is accused: " + line.line());
                }
                if (line.line().startsWith("no worker of run")) {
                    time.in(Faults.S, () -> submit(++requests, true));
                }
            }
            case Action.Write write -> store.add(write);
            case Action.Report report -> {}
            case Action.Observe observe -> {}
            case Action.StartServer start -> {}
            case Action.CrashServer crash -> {}
            case Action.Answer answer -> {}
        }
    }

    private Submission submission() {
        return new Submission(1, "", "cluster", 1, 60 * Faults.S, 0, leaseSize, "", "", List.of(), false);
    }

    // ---- the network ----

    private void toPeer(Peer peer, Envelope envelope) {
        String[] id = peer.id().split("#", 2);
        SimulatedWorker worker = workers.get(id[0]);
        if (worker != null) {
            worker.link.send(1, Long.parseLong(id[1]), () -> worker.in(0, () -> worker.hear(envelope)));
        }
    }

    void fromWorker(SimulatedWorker worker, Envelope envelope) {
        long connection = worker.link.connection();
        Peer peer = new Peer(worker.name + "#" + connection);
        worker.link.send(0, connection, () -> {
            trace(() -> "coordinator hears " + worker.name + " " + MessageFormatter.of(envelope));
            Event.Received received = new Event.Received(peer, envelope);
            if (coordinator == null && faults.queues()) {
                queued.add(() -> happen(received));
            } else {
                happen(received);
            }
        });
    }

    /** The coordinator's clock. */
    long clockNs() {
        return mutant.clockNs(this, wall);
    }

    // ---- what its parts ask ----

    /** The incarnation of the coordinator. */
    long epoch() {
        return epoch;
    }

    SimulatedWorker worker(String name) {
        return Objects.requireNonNull(workers.get(name), name);
    }

    SimulatedStore store() {
        return store;
    }

    Timeline time() {
        return time;
    }

    long slowestNs() {
        return plan.slowestNs();
    }

    /** Indexes that are never split. */
    int block() {
        return plan.block();
    }

    /** How many indexes the last phase has at most. */
    long limit() {
        return script.steps().getFirst().phases().getLast().limit();
    }

    private ExecutedPhase phase(PhaseAt at) {
        return script.steps().getFirst().phases().stream()
                .filter(phase -> phase.name().equals(at.phase()))
                .findFirst()
                .orElseThrow();
    }

    Ledger ledger() {
        return ledger;
    }

    void trace(Supplier<String> line) {
        if (trace != null) {
            trace.accept("%12.3f  %s".formatted((time.nowNs() - 1_000_000_000_000L) / 1e6, line.get()));
        }
    }
}
