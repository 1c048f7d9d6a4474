package muster.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Lives through seeded histories: {@code SEEDS [--from N]}, {@code --events N [--from N]}, {@code --seed N} with its
 * trace, or {@code --cluster WORKERS [--from SEED]}.
 */
public final class Main {
    private static final long SEEDS_DRAWN_FROM = 1_000_000_000_000L;

    private Main() {}

    public static void main(String[] arguments) {
        Map<String, Long> options = new TreeMap<>();
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
        Histories histories = options.containsKey("--events")
                ? Histories.ofEvents(from(options), options.get("--events"))
                : Histories.ofSeeds(options.getOrDefault("--from", 1L), seeds.isEmpty() ? 1 : seeds.getFirst());
        return histories.live(Runtime.getRuntime().availableProcessors());
    }

    private static long from(Map<String, Long> options) {
        long from = options.containsKey("--from")
                ? options.get("--from")
                : ThreadLocalRandom.current().nextLong(SEEDS_DRAWN_FROM);
        System.out.printf("from seed %d (--from %d does the same again)%n", from, from);
        return from;
    }

    private static boolean cluster(long seed, int workers) {
        long beganNs = System.nanoTime();
        Outcome outcome = World.cluster(seed, workers).live(seed);
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
}
