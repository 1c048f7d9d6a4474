package muster.simulator;

import java.util.random.RandomGenerator;

/**
 * One worker's connection. Both directions keep their order as TCP does, unless the seed drew a rough network; a cut
 * loses what is on its way, and the next connection has another identity at the ROUTER.
 */
final class SimulatedConnection {
    private final Timeline time;
    private final RandomGenerator random;
    private final Faults faults;
    private final long[] lastNs = new long[2];
    private long downUntilNs;
    private long connection;
    /** The first connection of which nothing arrives late. */
    private long since;

    SimulatedConnection(Timeline time, RandomGenerator random, Faults faults) {
        this.time = time;
        this.random = random;
        this.faults = faults;
    }

    /** Loses what is on its way, and what is sent in the next {@code forNs}. */
    void cut(long forNs) {
        connection++;
        since = connection;
        downUntilNs = Math.max(downUntilNs, time.nowNs() + forNs);
    }

    /** The other side has died: what it had said is lost, or arrives late, beside what the next one says. */
    void orphaned() {
        connection++;
        lastNs[1] = 0;
        if (faults.lateNs() == 0 || time.nowNs() >= faults.calmNs()) {
            since = connection;
        }
    }

    long connection() {
        return connection;
    }

    /** @param direction 0 to the coordinator, 1 to the worker */
    void send(int direction, long sentOver, Runnable arrive) {
        boolean lost = time.nowNs() < downUntilNs || sentOver != connection || chance(faults.drop());
        if (lost) {
            return;
        }
        deliver(direction, arrive);
        if (chance(faults.duplicate())) {
            deliver(direction, arrive);
        }
    }

    private void deliver(int direction, Runnable arrive) {
        long over = connection;
        long atNs = time.nowNs() + faults.latencyNs() / 2 + random.nextLong(faults.latencyNs() + 1);
        if (chance(faults.disorder())) {
            atNs += random.nextLong(2 * Faults.S);
        } else {
            lastNs[direction] = Math.max(atNs, lastNs[direction]);
            atNs = lastNs[direction];
        }
        time.at(atNs, () -> arrive(direction, over, arrive));
    }

    private void arrive(int direction, long over, Runnable arrive) {
        if (over == connection) {
            arrive.run();
        } else if (direction == 1 && over >= since) {
            time.in(faults.lateNs(), () -> {
                if (over >= since) {
                    arrive.run();
                }
            });
        }
    }

    private boolean chance(double share) {
        return share > 0 && time.nowNs() < faults.calmNs() && random.nextDouble() < share;
    }
}
