package muster.simulator;

import java.util.random.RandomGenerator;
import muster.coordinator.core.event.Action;
import muster.worker.agent.protocol.WorkerEvent;

/** What goes wrong in a history, and when, as its faults and its random numbers have it. */
final class FaultSchedule {
    private final World world;
    private final Faults faults;
    private final RandomGenerator random;

    FaultSchedule(World world, Faults faults, RandomGenerator random) {
        this.world = world;
        this.faults = faults;
        this.random = random;
    }

    /** A worker is cut off, sleeps, leaves and dies now and then. */
    void befall(SimulatedWorker worker) {
        often(faults.cutNs(), () -> worker.link.cut(random.nextLong(4 * Faults.S)));
        often(faults.pauseNs(), () -> worker.pause(random.nextLong(8 * Faults.S)));
        often(faults.leaveNs(), () -> {
            worker.on(new WorkerEvent.Leave("asked to go"));
            world.time().in(random.nextLong(9 * Faults.S, 15 * Faults.S), () -> again(worker));
        });
        often(faults.crashNs(), () -> {
            if (worker.alive()) {
                world.trace(() -> worker.name + " dies");
                worker.crash();
                world.time().in(random.nextLong(5 * Faults.S), () -> again(worker));
            }
        });
    }

    private static void again(SimulatedWorker worker) {
        if (!worker.alive()) {
            worker.begin();
        }
    }

    /** The coordinator dies, and its disk stalls. */
    void befallTheCoordinator() {
        often(faults.coordinatorCrashNs(), this::crash);
        often(faults.stallNs(), () -> world.store().stall(random.nextLong(4 * Faults.S)));
    }

    /** kill -9, and another one a little later. */
    private void crash() {
        world.crash(random.nextLong(faults.restartNs()));
    }

    private void crashIf(long epoch) {
        if (world.epoch() == epoch) {
            crash();
        }
    }

    private void often(long meanNs, Runnable what) {
        if (meanNs >= Faults.NEVER) {
            return;
        }
        long nextNs = world.time().nowNs() + meanNs / 4 + random.nextLong(2 * meanNs);
        if (nextNs < faults.calmNs()) {
            world.time().at(nextNs, () -> {
                what.run();
                often(meanNs, what);
            });
        }
    }

    /** A coordinator that has just begun may die within the grace period. */
    void mayDieAgain(long epoch) {
        if (faults.againNs() > 0 && !isCalm() && random.nextInt(3) == 0) {
            world.time().in(random.nextLong(faults.againNs()), () -> crashIf(epoch));
        }
    }

    /** It may die a little after it has sent this. */
    void mayDieAfter(Action action, long epoch) {
        if (!faults.crashAt().isEmpty()
                && action instanceof Action.Send send
                && faults.crashAt().contains(send.envelope().getBodyCase())
                && !isCalm()
                && random.nextInt(12) == 0) {
            world.time().in(random.nextLong(100 * Faults.MS), () -> crashIf(epoch));
        }
    }

    /** Whether the disk is full when this is to be written. */
    boolean fillsTheDisk(Action.Write write) {
        boolean fills = faults.fullAt().contains(write.getClass()) && !isCalm() && random.nextInt(4) == 0;
        if (fills) {
            world.trace(() -> "the disk is full");
            world.store().fill(random.nextLong(6 * Faults.S));
        }
        return fills;
    }

    /** Work on the database takes an instant, or long. */
    long taskNs() {
        return random.nextInt(3) == 0 ? random.nextLong(3 * Faults.S) : random.nextLong(50 * Faults.MS);
    }

    private boolean isCalm() {
        return world.time().nowNs() >= faults.calmNs();
    }
}
