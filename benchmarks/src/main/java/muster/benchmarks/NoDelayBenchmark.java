package muster.benchmarks;

import java.nio.file.Path;
import java.util.List;
import muster.benchmarks.measure.Measured;
import muster.benchmarks.measure.Pairs;
import muster.benchmarks.measure.Pairs.Pair;
import muster.benchmarks.measure.Ratio;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/** Edge batches into a real HugeGraph at one client, with TCP_NODELAY ("muster") and with the client's default ("bare"). */
record NoDelayBenchmark(Path home) {
    void run(Pairs pairs) throws Exception {
        try (RunningServer server = Servers.local().start("hugegraph", ServerOptions.temporary());
                Cluster cluster = new Cluster(home)) {
            System.out.println("HugeGraph " + server.version() + " on Java " + server.jdk() + ", heap of 1 GB");
            List<Pair<Measured>> measured = pairs.measure(
                    () -> cluster.run(plan(), sets(server, true)), () -> cluster.run(plan(), sets(server, false)));
            Ratio.head("edges/s with noDelay: true, beside noDelay: false", pairs.seed());
            Ratio.of(measured, Measured::perSecond).print("edges");
        }
    }

    private Path plan() {
        return home.resolve("benchmarks/plans/hugegraph-edges.yaml");
    }

    private static List<String> sets(RunningServer server, boolean noDelay) {
        return List.of("target.uri=" + server.uri(), "target.noDelay=" + noDelay);
    }
}
