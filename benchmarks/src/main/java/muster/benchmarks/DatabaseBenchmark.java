package muster.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.benchmarks.Pairs.Pair;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/**
 * A plan on a real Neo4j, run by a cluster with one worker and by the bare loop. Each measurement is a process of its
 * own, starts from a reset and newly loaded database of the same server, and warms up as the plan says. Its data lie in
 * memory where they can: a disk that syncs in one millisecond now and in three later would decide the ratio.
 *
 * @param sets changes to the plan for both sides
 * @param unit what is counted
 */
record DatabaseBenchmark(Path home, String name, List<String> sets, String unit) {
    /** Of either kind: edges take so long, vertices a third of it. */
    static final int ELEMENTS_PER_SECOND = 20_000;

    /** The compilers of both sides' processes need seconds to come to rest, and would be measured otherwise. */
    private static final int WARM_UP_BATCHES_PER_SECOND = 20;

    /** A driver's code, called a thousand times a second, is not compiled for good before: 30 s were too few. */
    private static final int WARM_UP_SECONDS = 45;

    static DatabaseBenchmark graphity(Path home, int seconds) {
        List<String> sets = List.of("measure.duration=" + seconds + "s", "warmup.duration=" + WARM_UP_SECONDS + "s");
        return new DatabaseBenchmark(home, "graphity", sets, "operations/s");
    }

    static DatabaseBenchmark batchInsert(Path home, int seconds) {
        long elements = (long) seconds * ELEMENTS_PER_SECOND;
        List<String> sets = List.of(
                "workload.vertices=" + elements,
                "workload.edges=" + elements,
                "warmup-edges.operations=" + seconds * WARM_UP_BATCHES_PER_SECOND);
        return new DatabaseBenchmark(home, "batch-insert", sets, "elements/s");
    }

    void run(Pairs pairs) throws Exception {
        try (RunningServer server =
                Servers.local().start("neo4j", ServerOptions.temporary().inMemory())) {
            System.out.println("Neo4j " + server.version() + " on Java " + server.jdk() + ", heap of 1 GB");
            Trial trial = new Trial(home, plan(), withAddress(server.uri()), List.of());
            List<Pair<Measured>> measured = pairs.measure(trial::muster, trial::bare);
            print(measured, pairs.seed());
        }
    }

    private Path plan() {
        return home.resolve("benchmarks/plans/" + name + ".yaml");
    }

    private List<String> withAddress(String uri) {
        return Stream.concat(sets.stream(), Stream.of("target.uri=" + uri)).toList();
    }

    private void print(List<Pair<Measured>> measured, long seed) {
        Ratio.head("%s on Neo4j, in %s (more is better)".formatted(name, unit), seed);
        Ratio.of(measured, Measured::perSecond).print("throughput");
        List<Measured.Phase> phases = measured.getFirst().bare().phases();
        if (phases.size() > 1) {
            IntStream.range(0, phases.size())
                    .forEach(i -> Ratio.of(measured, m -> m.phases().get(i).perSecond())
                            .print("  " + phases.get(i).name()));
        }
    }
}
