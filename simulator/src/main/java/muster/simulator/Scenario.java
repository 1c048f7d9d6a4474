package muster.simulator;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Where a history begins.
 *
 * @param leaseSize operations in a lease; 0 for automatic
 * @param flapping of so many workers one has misfortune
 */
record Scenario(Plans plan, int leaseSize, int workers, Faults faults, int flapping) {
    /** Of seeds from here on the plan follows a profile. What else a seed draws does not depend on that. */
    static final long PROFILED_FROM = 2_000_000_000_000L;

    static Scenario of(long seed, SplittableRandom random) {
        Scenario drawn = draw(random);
        return seed < PROFILED_FROM ? drawn : drawn.with(drawn.plan.profiled(new SplittableRandom(~seed)));
    }

    private Scenario with(Plans other) {
        return new Scenario(other, leaseSize, workers, faults, flapping);
    }

    private static Scenario draw(RandomGenerator random) {
        int workers = random.nextInt(1, 6);
        Plans plan = Plans.draw(random, workers);
        int leaseSize = List.of(0, 0, 1, 10).get(random.nextInt(4));
        return new Scenario(plan, leaseSize, workers, Faults.draw(random, Timeline.BEGIN_NS), 1);
    }
}
