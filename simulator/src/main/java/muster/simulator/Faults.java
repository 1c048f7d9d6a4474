package muster.simulator;

import java.util.random.RandomGenerator;

/**
 * What goes wrong until {@code calmNs}, and how often. Nothing goes wrong after it, so a run must come to its end.
 *
 * @param drop share of messages that are lost; 0 on a network that is orderly but for cuts
 * @param duplicate share of messages that arrive twice
 * @param disorder share of messages that are held up, so that later ones overtake them
 * @param cutNs mean time between two cuts of the connection of a worker, which lose all that is on its way
 * @param pauseNs mean time between two pauses of a worker, as by SIGSTOP
 * @param crashNs mean time between two deaths of a worker
 * @param leaveNs mean time between two moments at which a worker is asked to go; another one comes later
 * @param coordinatorCrashNs mean time between two deaths of the coordinator
 * @param stallNs mean time between two stalls of the disk
 */
record Faults(
        double drop,
        double duplicate,
        double disorder,
        long latencyNs,
        long cutNs,
        long pauseNs,
        long crashNs,
        long leaveNs,
        long coordinatorCrashNs,
        long stallNs,
        long diskNs,
        long calmNs) {
    static final long MS = 1_000_000;
    static final long S = 1_000 * MS;
    static final long NEVER = Long.MAX_VALUE / 4;

    /** About half of the kinds of faults at a time: together they would hide each other. */
    static Faults draw(RandomGenerator random, long nowNs) {
        boolean rough = random.nextInt(3) == 0;
        return new Faults(
                rough ? random.nextDouble() * 0.2 : 0,
                rough ? random.nextDouble() * 0.2 : 0,
                rough ? random.nextDouble() * 0.2 : 0,
                random.nextLong(MS / 10, 30 * MS),
                often(random, 3),
                often(random, 4),
                often(random, 6),
                often(random, 8),
                random.nextInt(3) == 0 ? random.nextLong(4 * S, 15 * S) : NEVER,
                often(random, 5),
                random.nextLong(MS, 60 * MS),
                nowNs + random.nextLong(5 * S, 30 * S));
    }

    private static long often(RandomGenerator random, int leastS) {
        return random.nextBoolean() ? random.nextLong(S * leastS, 6 * S * leastS) : NEVER;
    }

    /** Connections break every few seconds, processes sleep and die now and then; the coordinator is well. */
    static Faults flapping(long nowNs) {
        return new Faults(0, 0, 0, MS, 6 * S, 15 * S, 20 * S, NEVER, NEVER, NEVER, 5 * MS, nowNs + 35 * S);
    }
}
