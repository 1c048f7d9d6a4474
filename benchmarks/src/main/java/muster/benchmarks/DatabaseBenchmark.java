package muster.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.benchmarks.bare.BareProcess;
import muster.benchmarks.bare.Database;
import muster.benchmarks.measure.Measured;
import muster.benchmarks.measure.Pairs;
import muster.benchmarks.measure.Pairs.Pair;
import muster.benchmarks.measure.Ratio;
import muster.servers.RunningServer;

/**
 * A plan on a real database, run by a cluster with one worker and by the bare loop. Server and both sides stay up; each
 * measurement starts from a reset and newly loaded database, and warms up as the plan says.
 *
 * @param sets changes to the plan for both sides
 * @param unit what is counted
 */
record DatabaseBenchmark(Path home, Database database, String name, List<String> sets, String unit) {
    static DatabaseBenchmark graphity(Path home, Database database, int seconds) {
        List<String> sets = List.of("measure.duration=" + seconds + "s", "workload.users=" + database.users());
        return new DatabaseBenchmark(home, database, "graphity", sets, "operations/s");
    }

    static DatabaseBenchmark batchInsert(Path home, Database database, int seconds) {
        long elements = (long) seconds * database.elementsPerSecond();
        List<String> sets = List.of("workload.vertices=" + elements, "workload.edges=" + elements);
        return new DatabaseBenchmark(home, database, "batch-insert", sets, "elements/s");
    }

    /** @param heap of the server, as the JVM writes it */
    void run(String heap, Pairs pairs) throws Exception {
        try (RunningServer server = database.start(heap)) {
            List<String> all = Stream.concat(Stream.of(database.target(server)), sets.stream())
                    .toList();
            try (Cluster cluster = new Cluster(home);
                    BareProcess bare = new BareProcess(plan(), all)) {
                print(pairs.measure(() -> cluster.run(plan(), all), bare::run), pairs.seed());
            }
        }
    }

    private Path plan() {
        return home.resolve("benchmarks/plans/" + name + ".yaml");
    }

    private void print(List<Pair<Measured>> measured, long seed) {
        Ratio.head("%s on %s, in %s (more is better)".formatted(name, database, unit), seed);
        Ratio.of(measured, Measured::perSecond).print("throughput");
        List<Measured.Phase> phases = measured.getFirst().bare().phases();
        if (phases.size() > 1) {
            IntStream.range(0, phases.size())
                    .forEach(i -> Ratio.of(measured, m -> m.phases().get(i).perSecond())
                            .print("  " + phases.get(i).name()));
        }
    }
}
