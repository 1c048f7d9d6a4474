package muster.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import muster.benchmarks.bare.Database;
import muster.benchmarks.measure.Pairs;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures what Muster itself costs; {@code benchmarks/run} builds and starts it. */
@Command(
        name = "benchmarks/run",
        mixinStandardHelpOptions = true,
        description = "Measure what Muster costs, beside a bare loop in the same run.",
        footerHeading = "%nBenchmarks:%n",
        footer = {
            "  noop           the engine with one client, beside two clock reads and one Histogram.recordValue",
            "  graphity       Graphity on a database: a cluster of one worker in turns with a bare loop over its client library",
            "  vertices       batches of 200 vertices likewise",
            "  edges          batches of 500 edges likewise",
            "  query          statements of a plan on Neo4j likewise, and the digest of an answer of 10 rows",
            "  nodelay        edge batches on HugeGraph, one client: TCP_NODELAY, beside the client's default",
            "  lease          leases of one operation, beside a bare ROUTER/DEALER echo",
            "  coordinator    what a coordinator needs for N simulated workers on real connections",
            "  answers        the digest of an answer of 10 rows",
            "  demo           how long ./muster demo takes, and how much of it is not loading or measuring"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class Main implements Callable<Integer> {
    private static final int UNSAID = -1;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            description = "noop, graphity, vertices, edges, query, nodelay, lease, coordinator, answers or demo.")
    private String name;

    @Option(names = "--pairs", paramLabel = "N", description = "Measured pairs (of demo: runs); default 6, of demo 1.")
    private int pairs = UNSAID;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description =
                    "Pairs before those that count; default 1 for noop and nodelay, else 3: a process gets faster for long.")
    private int warmUps = UNSAID;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of one measurement of noop (default 3), lease (5) or coordinator (30).")
    private int seconds = UNSAID;

    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            description =
                    "Of graphity, vertices, edges and query: they end when the ratio is known to 1 %%, or after this; default ${DEFAULT-VALUE}.",
            defaultValue = "10m")
    private String maxTime;

    @Option(
            names = "--target",
            paramLabel = "KIND",
            description =
                    "Of graphity, vertices and edges: neo4j, arcadedb, janusgraph or hugegraph; default ${DEFAULT-VALUE}.",
            defaultValue = "neo4j")
    private String target;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Of graphity, vertices, edges and query: the server's Java heap; default ${DEFAULT-VALUE}.",
            defaultValue = "1g")
    private String heap;

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "Of coordinator: how many; default ${DEFAULT-VALUE}.",
            defaultValue = "100,500,1000,2000")
    private List<Integer> workers;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Of lease: how many, and messages in flight; default ${DEFAULT-VALUE}.",
            defaultValue = "16")
    private int clients;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Of coordinator: in each histogram; default ${DEFAULT-VALUE}.",
            defaultValue = "50")
    private int samples;

    @Option(names = "--keys", description = "Of coordinator: every connection with CURVE.")
    private boolean keys;

    @Option(names = "--seed", paramLabel = "N", description = "Of the order within pairs; default random, printed.")
    private long seed = ThreadLocalRandom.current().nextLong(1_000_000);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Path home = Path.of(System.getProperty("muster.home", "."));
        System.out.println(Machine.line());
        switch (name) {
            case "noop" -> new NoopBenchmark(or(seconds, 3)).run(order(1));
            case "graphity" -> {
                return DatabaseBenchmark.graphity(home, database()).run(heap, maxTime, seed);
            }
            case "vertices", "edges" -> {
                return DatabaseBenchmark.batchInsert(home, database(), name).run(heap, maxTime, seed);
            }
            case "query" -> {
                return DatabaseBenchmark.queries(home).run(heap, maxTime, seed);
            }
            case "nodelay" -> new NoDelayBenchmark(home).run(order(1));
            case "lease" -> new LeaseBenchmark(home, or(seconds, 5), clients).run(order(3));
            case "coordinator" -> new CoordinatorBenchmark(home, or(seconds, 30), samples, keys).run(workers);
            case "answers" -> new AnswerBenchmark().run(or(pairs, 5));
            case "demo" -> new DemoBenchmark(home).run(or(pairs, 1));
            default ->
                throw new ParameterException(
                        spec.commandLine(),
                        name
                                + ": one of noop, graphity, vertices, edges, query, nodelay, lease, coordinator, answers and demo");
        }
        System.out.println(Machine.load());
        return 0;
    }

    private Database database() {
        return Database.of(target)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "--target " + target + ": one of " + Database.kinds()));
    }

    private Pairs order(int warmUpPairs) {
        return new Pairs(or(warmUps, warmUpPairs), or(pairs, 6), seed);
    }

    private static int or(int given, int otherwise) {
        return given == UNSAID ? otherwise : given;
    }
}
