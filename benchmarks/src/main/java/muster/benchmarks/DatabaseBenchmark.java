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
 * A plan on a real Neo4j, run by a cluster with one worker and by the bare loop. Server and both sides stay up; each
 * measurement starts from a reset and newly loaded database, and warms up as the plan says. The data lie in memory where
 * they can: a disk that syncs in one millisecond now and in three later would decide the ratio.
 *
 * @param sets changes to the plan for both sides
 * @param unit what is counted
 */
record DatabaseBenchmark(Path home, String name, List<String> sets, String unit) {
    /** Of either kind: edges take so long, vertices a third of it. */
    static final int ELEMENTS_PER_SECOND = 20_000;

    static DatabaseBenchmark graphity(Path home, int seconds) {
        List<String> sets = List.of("measure.duration=" + seconds + "s");
        return new DatabaseBenchmark(home, "graphity", sets, "operations/s");
    }

    static DatabaseBenchmark batchInsert(Path home, int seconds) {
        long elements = (long) seconds * ELEMENTS_PER_SECOND;
        List<String> sets = List.of("workload.vertices=" + elements, "workload.edges=" + elements);
        return new DatabaseBenchmark(home, "batch-insert", sets, "elements/s");
    }

    void run(Pairs pairs) throws Exception {
        try (RunningServer server =
                Servers.local().start("neo4j", ServerOptions.temporary().inMemory())) {
            System.out.println("Neo4j " + server.version() + " on Java " + server.jdk() + ", heap of 1 GB");
            List<String> all = Stream.concat(sets.stream(), Stream.of("target.uri=" + server.uri()))
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
