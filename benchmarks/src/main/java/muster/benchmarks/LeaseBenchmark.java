package muster.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import muster.benchmarks.measure.Pairs;
import muster.benchmarks.measure.Pairs.Pair;
import muster.benchmarks.measure.Ratio;

/**
 * Leases of one operation (the seed's design: a round trip each), beside a bare echo between two processes with as many
 * messages in flight as there are clients.
 */
record LeaseBenchmark(Path home, int seconds, int clients) {
    /** The pairs before those that count do the rest: fresh processes did 23,600/s after 3 s, 40,400/s after 25 s. */
    private static final int WARM_UP_S = 5;

    /** Operations or round trips a second. */
    private record Rate(double perSecond) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,.0f/s", perSecond);
        }
    }

    void run(Pairs pairs) throws Exception {
        Path plan = home.resolve("benchmarks/plans/noop.yaml");
        List<String> sets = List.of(
                "measure.duration=" + seconds + "s",
                "measure.clients=" + clients,
                "warmup.duration=" + WARM_UP_S + "s",
                "warmup.clients=" + clients);
        List<Pair<Rate>> measured;
        try (Cluster cluster = new Cluster(home)) {
            measured = pairs.measure(
                    () -> new Rate(cluster.run(plan, sets, "--lease", "1").perSecond()),
                    () -> new Rate(Echo.perSecond(clients, seconds)));
        }
        Ratio.head(
                "leases of 1, %d clients, and an echo with %d in flight (more is better)".formatted(clients, clients),
                pairs.seed());
        Ratio.of(measured, Rate::perSecond).print("round trips/s");
    }
}
