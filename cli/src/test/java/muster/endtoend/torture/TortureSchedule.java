package muster.endtoend.torture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** What happens to the processes of one run, in order; a pure function of the seed, the number of the run and the mix. */
record TortureSchedule(List<Step> steps) {
    /** Kills of a run: as many as let the start and the end of a run, which take seconds, weigh little. */
    static final int KILLS = 100;

    private static final int PAUSES = 6;
    private static final int MAX_AT_ONCE = 4;
    private static final int MAX_GAP_MS = 400;
    /** As long as the coordinator that is back waits at most for workers. */
    private static final int MAX_REST_MS = 8_000;

    /** How the {@value #KILLS} kills of a run are shared out. */
    enum Mix {
        /** A tenth hits the coordinator, and a tenth of those the one that is just back. */
        USUAL(10, 1),
        /** Nearly half hit a coordinator that is just back, where the protocol has most to remember. */
        DOUBLES(90, 45);

        private final int ofCoordinator;
        /** The second of these kills hits the coordinator that the first one made start. */
        private final int doubles;

        Mix(int ofCoordinator, int doubles) {
            this.ofCoordinator = ofCoordinator;
            this.doubles = doubles;
        }
    }

    /** One thing that happens. */
    sealed interface Step {
        /** How long after the step before, in milliseconds. */
        int gapMs();
    }

    /**
     * kill -9 of workers at the same moment.
     *
     * @param engines whether the engine processes of Python workers are killed at the same moment
     * @param newName whether those that replace them are strangers, or wait until their namesake is fenced
     */
    record KillWorkers(int gapMs, int count, boolean engines, boolean newName) implements Step {}

    /**
     * kill -9 of the coordinator.
     *
     * @param againMs how long after it is back it is killed again; -1 for not at all
     * @param restMs how long nothing else happens then, so that its workers can be back
     */
    record KillCoordinator(int gapMs, int againMs, int restMs) implements Step {}

    /** SIGSTOP of a worker, and SIGCONT so much later: before or after its leases have run out. */
    record Pause(int gapMs, int lengthMs) implements Step {}

    static TortureSchedule of(long seed, long run, Mix mix) {
        SplittableRandom random = new SplittableRandom(seed ^ (run * 0x9E3779B97F4A7C15L));
        List<Step> steps = new ArrayList<>();
        for (int left = KILLS - mix.ofCoordinator; left > 0; ) {
            int count = Math.min(left, random.nextInt(3) == 0 ? random.nextInt(2, MAX_AT_ONCE + 1) : 1);
            steps.add(new KillWorkers(gap(random), count, random.nextInt(3) == 0, random.nextBoolean()));
            left -= count;
        }
        for (int i = 0; i < mix.ofCoordinator - mix.doubles; i++) {
            int rest = random.nextBoolean() ? 0 : random.nextInt(MAX_REST_MS);
            steps.add(new KillCoordinator(gap(random), i < mix.doubles ? random.nextInt(1_500) : -1, rest));
        }
        for (int i = 0; i < PAUSES; i++) {
            steps.add(new Pause(gap(random), random.nextInt(100, 6_000)));
        }
        Collections.shuffle(steps, new Random(random.nextLong()));
        return new TortureSchedule(List.copyOf(steps));
    }

    private static int gap(SplittableRandom random) {
        return random.nextInt(MAX_GAP_MS);
    }
}
