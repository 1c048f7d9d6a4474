package muster.benchmarks;

import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutionException;
import muster.targets.janusgraph.JanusGraphTexts;
import muster.workloads.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;

/** JanusGraph with gremlin-driver: a connection for each thread, and each operation one script with its parameters. */
record BareJanusGraph(Cluster cluster, JanusGraphTexts texts, TargetDefaults limits) implements BareDatabase {
    /** Results in one frame of an answer, as the target asks for. */
    private static final int FRAME = 256;

    /** As the target's, which says why. */
    private static final int SPARE = 4;

    static BareJanusGraph open(Plan plan, TargetDefaults limits) {
        URI uri = URI.create(plan.target().settings().text("uri"));
        JanusGraphTexts texts =
                new JanusGraphTexts(plan.target().settings(), plan.workload().settings());
        return new BareJanusGraph(cluster(uri), texts, limits);
    }

    /** With the target's settings of the driver, so that the driver costs both sides the same. */
    private static Cluster cluster(URI uri) {
        return Cluster.build(uri.getHost())
                .port(uri.getPort())
                .path(uri.getPath())
                .serializer(new GraphBinaryMessageSerializerV1())
                .minConnectionPoolSize(1)
                .maxConnectionPoolSize(1)
                .maxInProcessPerConnection(SPARE)
                .minInProcessPerConnection(0)
                .maxSimultaneousUsagePerConnection(SPARE)
                .minSimultaneousUsagePerConnection(0)
                .enableCompression(false)
                .enableUserAgentOnConnect(false)
                .create();
    }

    @Override
    public Client client() throws ExecutionException, InterruptedException {
        org.apache.tinkerpop.gremlin.driver.Client connection = cluster.connect();
        connection.submit("1").all().get();
        return new OneConnection(connection, texts, limits);
    }

    private record OneConnection(
            org.apache.tinkerpop.gremlin.driver.Client connection, JanusGraphTexts texts, TargetDefaults limits)
            implements Client {
        @Override
        public long execute(Operation operation) throws ExecutionException, InterruptedException {
            RequestOptions options = RequestOptions.build()
                    .timeout(limits.operationTimeout().toMillis())
                    .batchSize(FRAME)
                    .addParameter("actions", List.of(JanusGraphWords.of(operation)))
                    .create();
            List<?> row = (List<?>) connection
                    .submit(texts.script(operation), options)
                    .all()
                    .get()
                    .getFirst()
                    .getObject();
            return row.get(0).equals("ok") ? ((Number) row.get(1)).longValue() : 0;
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    @Override
    public boolean isTransient(Exception failure) {
        Throwable cause =
                failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof ResponseException answer && JanusGraphTexts.isTransient(answer);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
