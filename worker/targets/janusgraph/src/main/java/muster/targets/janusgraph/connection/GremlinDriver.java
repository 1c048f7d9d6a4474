package muster.targets.janusgraph.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.support.Deadline;
import muster.workloads.target.ClientLibrary;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;

/** The official driver of TinkerPop for one server: all clients share its threads, and each has its own connection. */
public final class GremlinDriver implements Driver {
    private static final Duration CLOSING = Duration.ofSeconds(5);

    /**
     * Requests that a connection would take at a time; it is never asked for more than one. With 1 the driver sometimes
     * missed that the one before was done, and let the next one wait for all of connectTimeout: 3 to 6 of 20,000.
     */
    private static final int SPARE = 4;

    /** The longest answer: a thousand feeds of long posts in one transaction. */
    private static final int MAX = 1 << 28;

    private final JanusGraphSettings settings;
    private final Cluster cluster;

    public GremlinDriver(JanusGraphSettings settings) {
        this.settings = settings;
        this.cluster = cluster(settings);
    }

    public static Cluster cluster(JanusGraphSettings settings) {
        Cluster.Builder builder = Cluster.build(settings.host())
                .port(settings.port())
                .path(settings.path())
                .serializer(new GraphBinaryMessageSerializerV1())
                .minConnectionPoolSize(1)
                .maxConnectionPoolSize(1)
                .maxInProcessPerConnection(SPARE)
                .minInProcessPerConnection(0)
                .maxSimultaneousUsagePerConnection(SPARE)
                .minSimultaneousUsagePerConnection(0)
                .enableCompression(settings.compression())
                .enableUserAgentOnConnect(false)
                .maxContentLength(MAX)
                .maxWaitForConnection(waitForConnectionMs(settings))
                .connectionSetupTimeoutMillis(settings.connectTimeout().toMillis())
                .maxWaitForClose(1_000)
                .reconnectInterval(500);
        settings.user().ifPresent(user -> builder.credentials(user.user(), user.password()));
        return builder.create();
    }

    /**
     * The driver blocks its caller while its pool replaces a broken connection, and sometimes replaces none: then the
     * session gives up within its operation time-out and opens another client.
     */
    private static int waitForConnectionMs(JanusGraphSettings settings) {
        return (int) Math.min(
                settings.connectTimeout().toMillis(),
                settings.operationTimeout().toMillis());
    }

    @Override
    public Connection connection(boolean interrupting) {
        return new GremlinConnection(this, interrupting);
    }

    @Override
    public String version() {
        return ClientLibrary.version(Client.class);
    }

    /**
     * A client whose one connection is opened with its first use. All clients share what the driver thinks of the host, and
     * one that finds it gone while another believes it there ends in a NullPointerException: so we probe first.
     *
     * @throws IOException why nobody is there, which the driver would keep to itself
     */
    Client client() throws IOException {
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(settings.host(), settings.port()), (int)
                    settings.connectTimeout().toMillis());
        }
        return cluster.connect();
    }

    @Override
    public void close() {
        Deadline.after(CLOSING).awaitClose(cluster.closeAsync());
    }
}
