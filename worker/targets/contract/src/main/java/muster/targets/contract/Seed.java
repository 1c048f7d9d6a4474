package muster.targets.contract;

import java.util.Random;

/** Seeds of random tests: the same in every run, or what -Dmuster.seed says; always printed. */
final class Seed {
    private Seed() {}

    static Random random(String what, long usual) {
        long seed = Long.getLong("muster.seed", usual);
        System.out.println(what + " with seed " + seed + " (another one: -Dmuster.seed=N)");
        return new Random(seed);
    }
}
