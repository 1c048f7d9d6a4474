package muster.servers.janusgraph;

import java.io.IOException;
import java.math.BigInteger;
import muster.servers.ServerContext;

/** The text of cassandra.yaml: every node holds an equal part of the ring, so that none is busier than the others. */
record CassandraConfiguration(CassandraNode node, ServerContext context) {
    private static final BigInteger RING = BigInteger.ONE.shiftLeft(64);

    private static final String LOG = """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %-5level %logger{0} %msg%n</pattern></encoder>
              </appender>
              <root level="WARN"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    void write() throws IOException {
        context.write("conf/cassandra.yaml", text());
        context.write("conf/logback.xml", LOG);
    }

    private String text() {
        return """
                # Written by Muster before every start.
                cluster_name: muster
                num_tokens: 1
                initial_token: "%1$s"
                # The ring is complete before anything is stored in it, so there is nothing to fetch from other nodes.
                auto_bootstrap: false
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                endpoint_snitch: SimpleSnitch
                listen_address: %6$s
                rpc_address: %6$s
                native_transport_port: %2$d
                storage_port: %3$d
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters: [{seeds: "%4$s"}]
                data_file_directories: [%5$s/data]
                commitlog_directory: %5$s/commitlog
                saved_caches_directory: %5$s/saved_caches
                hints_directory: %5$s/hints
                cdc_raw_directory: %5$s/cdc_raw
                %7$s
                commitlog_segment_size: 32MiB
                commitlog_total_space: 512MiB
                auto_snapshot: false
                """.formatted(
                        token(),
                        port(CassandraNode.cql(node.number())),
                        port(CassandraNode.gossip(node.number())),
                        context.ports().address(CassandraNode.gossip(1)),
                        context.home(),
                        CassandraNode.host(node.number()),
                        commitLog());
    }

    private String commitLog() {
        return "batch".equals(context.choices().get("commitlog"))
                ? "commitlog_sync: batch"
                // The vendor's own: what is acknowledged may wait 10 s for the disk, on every node that has it.
                : "commitlog_sync: periodic\ncommitlog_sync_period: 10000ms";
    }

    private int port(String role) {
        return context.ports().of(role);
    }

    private BigInteger token() {
        BigInteger step = RING.divide(BigInteger.valueOf(node.nodes()));
        return BigInteger.valueOf(Long.MIN_VALUE).add(step.multiply(BigInteger.valueOf(node.number() - 1L)));
    }
}
