package muster.targets.janusgraph.script;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import muster.targets.support.Algorithm;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Login;
import muster.workloads.target.TargetAddress;

/**
 * The settings of target JanusGraph or Titan in a plan.
 *
 * @param dialect which of them it is
 * @param graph the name of the graph among the server's global variables
 * @param consistency of reads and writes where the storage is Cassandra, such as QUORUM; empty for the server's own
 * @param locking whether JanusGraph locks what must be unique, and what algorithm graphity changes together, where its
 *     storage has no transactions of its own; only the other algorithms keep their graph right without
 * @param batchLoading whether JanusGraph leaves out its checks while it inserts batches
 * @param compression whether requests and answers are compressed on the wire
 */
public record JanusGraphSettings(
        Dialect dialect,
        URI uri,
        String graph,
        Optional<Login> user,
        Optional<String> consistency,
        boolean locking,
        boolean batchLoading,
        boolean compression,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final String USUAL = "ws://127.0.0.1:8182/gremlin";
    private static final String USUAL_OF_TITAN = "http://127.0.0.1:8184/";
    private static final int DEFAULT_PORT = 8182;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    public static JanusGraphSettings of(Settings target, Settings workload) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new JanusGraphSettings(
                Dialect.JANUSGRAPH,
                uri(target, USUAL),
                graph(target),
                Login.of(target),
                consistency(target),
                target.flag("locking", Algorithm.of(workload) == Algorithm.GRAPHITY),
                target.flag("batchLoading"),
                target.flag("compression"),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    /** As {@link #of}, of what Titan can be told: it has neither Cassandra here nor passwords over HTTP. */
    public static JanusGraphSettings ofTitan(Settings target, Settings workload) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new JanusGraphSettings(
                Dialect.TITAN,
                uri(target, USUAL_OF_TITAN),
                graph(target),
                Optional.empty(),
                Optional.empty(),
                target.flag("locking", Algorithm.of(workload) == Algorithm.GRAPHITY),
                target.flag("batchLoading"),
                false,
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    /** Only the scheme of the usual address is understood. */
    private static URI uri(Settings target, String usual) {
        String scheme = URI.create(usual).getScheme();
        return TargetAddress.of(
                target,
                usual,
                "an address such as " + usual,
                uri -> uri.getScheme().equals(scheme));
    }

    /** It becomes part of the script, so it must be a name and nothing else. */
    private static String graph(Settings target) {
        String graph = target.text("graph");
        if (!NAME.matcher(graph).matches()) {
            throw target.wrong("graph", "the name of a global variable of the server, such as graph");
        }
        return graph;
    }

    private static Optional<String> consistency(Settings target) {
        String level = target.choice("consistency");
        return level.equals("server") ? Optional.empty() : Optional.of(level.toUpperCase(Locale.ROOT));
    }

    public String host() {
        return uri.getHost();
    }

    public int port() {
        return uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    }

    public String path() {
        return uri.getPath() == null || uri.getPath().isEmpty() ? "/gremlin" : uri.getPath();
    }

    public String address() {
        return host() + ":" + port();
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return dialect.product() + " at " + address() + ", graph " + graph;
    }
}
