package muster.simulator;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import muster.coordinator.core.event.Action;
import muster.protocol.Envelope.BodyCase;

/**
 * What goes wrong until {@code calmNs}, and how often. Nothing goes wrong after it, so a run must come to its end.
 *
 * @param drop share of messages that are lost; 0 on a network that is orderly except for cuts
 * @param duplicate share of messages that arrive twice
 * @param disorder share of messages that are held up, so that later ones overtake them
 * @param cutNs mean time between two cuts of the connection of a worker, which lose all that is on its way
 * @param pauseNs mean time between two pauses of a worker, as by SIGSTOP
 * @param crashNs mean time between two deaths of a worker
 * @param leaveNs mean time between two moments at which a worker is asked to go; another one comes later
 * @param coordinatorCrashNs mean time between two deaths of the coordinator
 * @param restartNs the most that passes until another one is there
 * @param againNs within this time of a start it may die once more; 0 for not
 * @param crashAt what it may have said last
 * @param queues whether what workers say to a coordinator that is not there reaches the next one
 * @param lateNs what a coordinator that has died had said may still arrive so much later; 0 if it is lost with it
 * @param fullAt kinds of writes at which the disk may be full for a while
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
        long restartNs,
        long againNs,
        Set<BodyCase> crashAt,
        boolean queues,
        long lateNs,
        Set<Class<?>> fullAt,
        long stallNs,
        long diskNs,
        long calmNs) {
    static final long MS = 1_000_000;
    static final long S = 1_000 * MS;
    static final long NEVER = Long.MAX_VALUE / 4;

    private static final List<BodyCase> MOMENTS = List.of(
            BodyCase.WELCOME,
            BodyCase.TASK,
            BodyCase.PREPARE,
            BodyCase.START,
            BodyCase.SET_CONCURRENCY,
            BodyCase.LEASE,
            BodyCase.ACKNOWLEDGE,
            BodyCase.DRAIN);
    private static final List<Class<?>> WRITES = List.of(
            Action.BeginRun.class,
            Action.WritePhase.class,
            Action.WriteWorker.class,
            Action.LeftBehind.class,
            Action.Reserve.class,
            Action.Commit.class,
            Action.WriteChecks.class,
            Action.ClosePhase.class,
            Action.CloseRun.class);

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
                crashes(random),
                random.nextBoolean() ? random.nextLong(MS, 500 * MS) : 4 * S,
                random.nextInt(3) == 0 ? random.nextLong(MS, 9 * S) : 0,
                random.nextInt(3) == 0 ? Set.of(MOMENTS.get(random.nextInt(MOMENTS.size()))) : Set.of(),
                random.nextBoolean(),
                random.nextBoolean() ? random.nextLong(MS, 3 * S) : 0,
                random.nextInt(4) == 0 ? Set.of(WRITES.get(random.nextInt(WRITES.size()))) : Set.of(),
                often(random, 5),
                random.nextLong(MS, 60 * MS),
                nowNs + random.nextLong(5 * S, 30 * S));
    }

    /** Never in two histories of five; in two others every few seconds, which is some two or three times in all. */
    private static long crashes(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0, 1 -> NEVER;
            case 2 -> random.nextLong(4 * S, 15 * S);
            default -> random.nextLong(2 * S, 9 * S);
        };
    }

    private static long often(RandomGenerator random, int leastS) {
        return random.nextBoolean() ? random.nextLong(S * leastS, 6 * S * leastS) : NEVER;
    }

    /** Nothing goes wrong but what a script does within a minute. */
    static Faults scripted() {
        return new Faults(
                0,
                0,
                0,
                4 * MS,
                NEVER,
                NEVER,
                NEVER,
                NEVER,
                NEVER,
                S,
                0,
                Set.of(),
                false,
                0,
                Set.of(),
                NEVER,
                5 * MS,
                Timeline.BEGIN_NS + 60 * S);
    }

    /** Connections break every few seconds, processes sleep and die now and then; the coordinator is well. */
    static Faults flapping(long nowNs) {
        return new Faults(
                0,
                0,
                0,
                MS,
                6 * S,
                15 * S,
                20 * S,
                NEVER,
                NEVER,
                0,
                0,
                Set.of(),
                false,
                0,
                Set.of(),
                NEVER,
                5 * MS,
                nowNs + 35 * S);
    }
}
