package muster.simulator;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Where a history begins.
 *
 * @param leaseSize operations in a lease; 0 for automatic
 * @param flapping of so many workers one has misfortune
 */
record Scenario(Plans plan, int leaseSize, int workers, Faults faults, int flapping) {
    static Scenario draw(RandomGenerator random) {
        int workers = random.nextInt(1, 6);
        Plans plan = Plans.draw(random, workers);
        int leaseSize = List.of(0, 0, 1, 10).get(random.nextInt(4));
        return new Scenario(plan, leaseSize, workers, Faults.draw(random, Timeline.BEGIN_NS), 1);
    }
}
