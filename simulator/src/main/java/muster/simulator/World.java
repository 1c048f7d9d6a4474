package muster.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import muster.coordinator.Action;
import muster.coordinator.Coordinator;
import muster.coordinator.CoordinatorSettings;
import muster.coordinator.Event;
import muster.coordinator.Peer;
import muster.coordinator.Submission;
import muster.protocol.Envelope;
import muster.protocol.Submit;
import org.jspecify.annotations.Nullable;

/**
 * One seeded history: a coordinator, its disk, workers, and what goes wrong. The same seed is the same history, event
 * by event.
 */
public final class World {
    private static final long LEASE_TIMEOUT_NS = 2_500 * Faults.MS;
    private static final long END_WITHIN_NS = 150 * Faults.S;
    private static final Peer CLIENT = new Peer("client");

    private final SplittableRandom random;
    private final Timeline time = new Timeline();
    private final Plans plan;
    private final Faults faults;
    private final Ledger ledger;
    private final SimulatedStore store;
    private final Mutant mutant;
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final int leaseSize;
    private final @Nullable Consumer<String> trace;
    private @Nullable Coordinator coordinator;
    private long epoch;

    /** What became of a history. */
    public record Outcome(long seed, long events, long snapshots, int exitCode, String message) {}

    public World(long seed, Mutant mutant, @Nullable Consumer<String> trace) {
        this.random = new SplittableRandom(seed);
        this.mutant = mutant;
        this.trace = trace;
        int count = random.nextInt(1, 6);
        plan = Plans.draw(random, count);
        leaseSize = List.of(0, 0, 1, 10).get(random.nextInt(4));
        faults = Faults.draw(random, time.nowNs());
        ledger = new Ledger(time, plan.clients(), plan.block(), LEASE_TIMEOUT_NS);
        store = new SimulatedStore(time, ledger, faults.diskNs());
        for (int i = 0; i < count; i++) {
            workers.add(new SimulatedWorker(
                    this, "w" + i, new Link(time, random.split(), faults), random.split()));
        }
        trace(() -> plan + ", lease " + leaseSize + ", " + count + " workers, " + faults);
    }

    /** Lives through it; throws {@link Violation} if a promise is broken. */
    public Outcome live(long seed) {
        begin();
        submit();
        for (SimulatedWorker worker : workers) {
            long joinNs = random.nextInt(4) == 0 ? random.nextLong(12 * Faults.S) : random.nextLong(Faults.S);
            time.in(joinNs, worker::begin);
            misfortune(worker);
        }
        often(faults.stallNs(), () -> store.stall(random.nextLong(4 * Faults.S)));
        while (store.closed().isEmpty() && time.nowNs() < faults.calmNs() + END_WITHIN_NS) {
            time.step();
        }
        return outcome(seed);
    }

    private Outcome outcome(long seed) {
        if (store.closed().isEmpty()) {
            throw new Violation("the run did not end within " + END_WITHIN_NS / Faults.S + " s without faults");
        }
        var end = store.closed().values().iterator().next().end();
        if (end.exitCode() != 0 && end.exitCode() != 111 && !end.message().startsWith("no worker was left")) {
            throw new Violation("the run ended with " + end.exitCode() + ": " + end.message());
        }
        return new Outcome(seed, time.happened(), ledger.committed(), end.exitCode(), end.message());
    }

    // ---- misfortune ----

    private void misfortune(SimulatedWorker worker) {
        often(faults.cutNs(), () -> worker.link.cut(random.nextLong(4 * Faults.S)));
        often(faults.pauseNs(), () -> worker.pause(random.nextLong(8 * Faults.S)));
        often(faults.crashNs(), () -> {
            if (worker.alive()) {
                trace(() -> worker.name + " dies");
                worker.crash();
                time.in(random.nextLong(5 * Faults.S), worker::begin);
            }
        });
    }

    private void often(long meanNs, Runnable what) {
        if (meanNs >= Faults.NEVER) {
            return;
        }
        long nextNs = time.nowNs() + meanNs / 4 + random.nextLong(2 * meanNs);
        if (nextNs < faults.calmNs()) {
            time.at(nextNs, () -> {
                what.run();
                often(meanNs, what);
            });
        }
    }

    // ---- the coordinator ----

    private void begin() {
        epoch++;
        coordinator = new Coordinator(CoordinatorSettings.of(epoch, "simulated", "memory"));
        store.open(this::happen);
        tick(epoch);
    }

    private void tick(long mine) {
        if (mine == epoch) {
            happen(new Event.Tick());
            time.in(50 * Faults.MS, () -> tick(mine));
        }
    }

    private void submit() {
        Submit submit = Submit.newBuilder().setRequest(1).build();
        happen(new Event.Received(
                CLIENT, Envelope.newBuilder().setSubmit(submit).build()));
    }

    /** One event of the coordinator, and all that it decides. */
    void happen(Event event) {
        Coordinator alive = coordinator;
        if (alive == null) {
            return;
        }
        if (event instanceof Event.Received received) {
            ledger.heard(received.envelope());
        }
        Event heard = mutant.hears(event);
        if (heard != null) {
            List<Action> actions = mutant.decides(heard, alive.on(heard, time.nowNs()), this);
            actions.forEach(ledger::did);
            actions.forEach(this::act);
        }
    }

    private void act(Action action) {
        switch (action) {
            case Action.Send send -> toPeer(send.peer(), send.envelope());
            case Action.ReadPlan read ->
                time.in(0, () -> happen(new Event.ScriptRead(read.client(), submission(), plan.script())));
            case Action.Log line -> trace(() -> "coordinator: " + line.line());
            case Action.Write write -> store.add(write);
            case Action.Report report -> {}
        }
    }

    private Submission submission() {
        return new Submission(1, "", "cluster", 1, 60 * Faults.S, 0, leaseSize, "", List.of(), false);
    }

    // ---- the network ----

    private void toPeer(Peer peer, Envelope envelope) {
        for (SimulatedWorker worker : workers) {
            if (peer.id().startsWith(worker.name + "#")) {
                long connection = Long.parseLong(peer.id().substring(worker.name.length() + 1));
                worker.link.send(1, connection, () -> worker.in(0, () -> worker.hear(envelope)));
            }
        }
    }

    void fromWorker(SimulatedWorker worker, Envelope envelope) {
        long connection = worker.link.connection();
        Peer peer = new Peer(worker.name + "#" + connection);
        worker.link.send(0, connection, () -> {
            trace(() -> "coordinator hears " + worker.name + " " + Text.of(envelope));
            happen(new Event.Received(peer, envelope));
        });
    }

    // ---- what its parts ask ----

    Timeline time() {
        return time;
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
