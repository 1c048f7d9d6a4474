package muster.servers.janusgraph;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import muster.servers.ServerContext;
import muster.servers.ServerPart;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;

/**
 * One node of Cassandra 5.0.2. All nodes have the same address and different ports, which works on every system.
 *
 * @param number from 1; the first is the seed that the others look for
 */
record CassandraNode(int number, int nodes) implements ServerPart {
    private static final RuntimePom POM =
            RuntimePom.resource(CassandraNode.class, "cassandra-pom.xml", 99, 67, "Apache-2.0");

    private static final JdkSupport JDKS = new JdkSupport(11, 17, List.of(17, 11));

    private static final int FIRST_CQL = 9042;
    private static final int FIRST_GOSSIP = 7000;

    /** The role of a node's port for clients. */
    static String cql(int node) {
        return "cql-" + node;
    }

    static String gossip(int node) {
        return "gossip-" + node;
    }

    /**
     * Each has an address of its own on the loopback interface: the driver asks {@code system.peers} whether all have a new
     * table, and that has one row an address.
     */
    static String host(int node) {
        return "127.0.0." + node;
    }

    @Override
    public String name() {
        return "cassandra-" + number;
    }

    @Override
    public String title() {
        return nodes == 1 ? "Cassandra" : "Cassandra node " + number + " of " + nodes;
    }

    @Override
    public String product() {
        return "cassandra";
    }

    @Override
    public String version() {
        return "5.0.2";
    }

    @Override
    public RuntimePom files() {
        return POM;
    }

    @Override
    public Optional<JdkSupport> jdks() {
        return Optional.of(JDKS);
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put(cql(number), FIRST_CQL + number - 1);
        ports.put(gossip(number), FIRST_GOSSIP + number - 1);
        return ports;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        new CassandraConfiguration(this, context).write();
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                new CassandraFlags(context).list(),
                context.classPath(),
                "org.apache.cassandra.service.CassandraDaemon",
                List.of());
    }

    /**
     * Ready when it and all nodes that were started before it know of each other and have the same schema: else JanusGraph
     * makes tables that a node does not hear of.
     */
    @Override
    public void query(ServerContext context) throws IOException {
        for (int node = 1; node <= number; node++) {
            List<String> schemas = CqlQuery.schemas(
                    new InetSocketAddress(host(node), context.ports().of(cql(node))));
            if (schemas.size() < number || schemas.stream().distinct().count() > 1) {
                throw new IOException("node %d knows %d of %d nodes, or not that their schema is its own"
                        .formatted(node, schemas.size(), number));
            }
        }
    }
}
