package muster.simulator;

import java.util.Map;
import java.util.TreeMap;

/** Lives through seeded histories: a count of them, or one with its trace. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        if (arguments.length == 2 && arguments[0].equals("--seed")) {
            replay(Long.parseLong(arguments[1]));
        } else {
            System.exit(live(Long.parseLong(arguments[0])) == 0 ? 0 : 1);
        }
    }

    private static void replay(long seed) {
        System.out.println(new World(seed, Mutant.NONE, System.out::println).live(seed));
    }

    private static long live(long seeds) {
        long beganNs = System.nanoTime();
        long events = 0;
        long snapshots = 0;
        long violations = 0;
        Map<String, Integer> ends = new TreeMap<>();
        for (long seed = 1; seed <= seeds; seed++) {
            try {
                World.Outcome outcome = new World(seed, Mutant.NONE, null).live(seed);
                events += outcome.events();
                snapshots += outcome.snapshots();
                ends.merge(outcome.exitCode() + " " + outcome.message(), 1, Integer::sum);
            } catch (RuntimeException violation) {
                violations++;
                System.out.println("seed " + seed + ": " + violation);
            }
        }
        System.out.printf(
                "%,d seeds, %,d events, %,d snapshots, %d violations, %.1f s; ends: %s%n",
                seeds, events, snapshots, violations, (System.nanoTime() - beganNs) / 1e9, ends);
        return violations;
    }
}
