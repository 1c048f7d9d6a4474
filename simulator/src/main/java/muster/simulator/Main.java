package muster.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lives through seeded histories: {@code SEEDS [--from N]}, {@code --seed N} with its trace, or
 * {@code --cluster WORKERS [--from SEED]}.
 */
public final class Main {
    private static final long TELL_EVERY = 1_000;

    private long events;
    private long snapshots;
    private long crashes;
    private long resumed;
    private long violations;
    private final Map<String, Integer> ends = new TreeMap<>();

    private Main() {}

    public static void main(String[] arguments) {
        Map<String, Long> options = new TreeMap<>(Map.of("--from", 1L));
        List<Long> seeds = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith("--") && i + 1 < arguments.length) {
                options.put(arguments[i], Long.parseLong(arguments[++i]));
            } else {
                seeds.add(Long.parseLong(arguments[i]));
            }
        }
        System.exit(run(options, seeds) ? 0 : 1);
    }

    private static boolean run(Map<String, Long> options, List<Long> seeds) {
        if (options.containsKey("--seed")) {
            long seed = options.get("--seed");
            System.out.println(new World(seed, Mutant.NONE, System.out::println).live(seed));
            return true;
        }
        if (options.containsKey("--cluster")) {
            return cluster(options.getOrDefault("--from", 1L), Math.toIntExact(options.get("--cluster")));
        }
        long count = seeds.isEmpty() ? 1 : seeds.getFirst();
        return new Main().live(options.getOrDefault("--from", 1L), count) == 0;
    }

    private static boolean cluster(long seed, int workers) {
        long beganNs = System.nanoTime();
        World.Outcome outcome = World.cluster(seed, workers).live(seed);
        System.out.printf(
                "%,d workers, one in ten flapping, a phase of %d s: %,d events, %,d snapshots, %,d sessions fenced,"
                        + " 0 violations, exit code %d, %.1f s (seed %d)%n",
                workers,
                Plans.CLUSTER_S,
                outcome.events(),
                outcome.snapshots(),
                outcome.fenced(),
                outcome.exitCode(),
                (System.nanoTime() - beganNs) / 1e9,
                seed);
        return true;
    }

    private long live(long from, long seeds) {
        long beganNs = System.nanoTime();
        for (long seed = from; seed < from + seeds; seed++) {
            live(seed);
            if ((seed - from + 1) % TELL_EVERY == 0) {
                System.err.printf("%,d seeds, %,d events, %d violations%n", seed - from + 1, events, violations);
            }
        }
        System.out.printf(
                "%,d seeds, %,d events, %,d snapshots, %,d deaths of the coordinator, %,d resumed, %d violations, %.1f s%n"
                        + "runs ended with: %s%n",
                seeds, events, snapshots, crashes, resumed, violations, (System.nanoTime() - beganNs) / 1e9, ends);
        return violations;
    }

    private void live(long seed) {
        try {
            World.Outcome outcome = new World(seed, Mutant.NONE, null).live(seed);
            events += outcome.events();
            snapshots += outcome.snapshots();
            crashes += outcome.crashes();
            resumed += outcome.resumed();
            ends.merge((outcome.exitCode() + " " + outcome.message()).strip(), 1, Integer::sum);
        } catch (RuntimeException violation) {
            violations++;
            System.out.println("seed " + seed + ": " + violation);
        }
    }
}
