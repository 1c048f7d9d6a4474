package muster.benchmarks.bare;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.targets.janusgraph.JanusGraphScripts;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;

/** JanusGraph with gremlin-driver: a connection for each thread, and each operation one script with its parameters. */
record BareJanusGraph(Cluster cluster, JanusGraphScripts texts, TargetDefaults limits) implements BareDatabase {
    static BareJanusGraph open(Plan plan, TargetDefaults limits) {
        JanusGraphScripts texts =
                new JanusGraphScripts(plan.target().settings(), plan.workload().settings());
        return new BareJanusGraph(texts.cluster(), texts, limits);
    }

    @Override
    public Client client() throws ExecutionException, InterruptedException {
        org.apache.tinkerpop.gremlin.driver.Client connection = cluster.connect();
        connection.submit("1").all().get();
        return new OneConnection(connection, texts, limits);
    }

    private record OneConnection(
            org.apache.tinkerpop.gremlin.driver.Client connection, JanusGraphScripts texts, TargetDefaults limits)
            implements Client {
        @Override
        public long execute(Operation operation) throws ExecutionException, InterruptedException, TimeoutException {
            RequestOptions options = JanusGraphScripts.options()
                    .addParameter("actions", List.of(JanusGraphParameters.of(operation)))
                    .create();
            List<?> row = (List<?>) connection
                    .submit(texts.script(operation), options)
                    .all()
                    .get(limits.operationTimeout().toMillis(), TimeUnit.MILLISECONDS)
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
        return cause instanceof ResponseException answer && JanusGraphScripts.isTransient(answer);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
