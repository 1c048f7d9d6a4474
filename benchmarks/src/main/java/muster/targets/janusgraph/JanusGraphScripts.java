package muster.targets.janusgraph;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import muster.targets.janusgraph.connection.Failures;
import muster.targets.janusgraph.connection.GremlinConnection;
import muster.targets.janusgraph.connection.GremlinDriver;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure.Kind;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.jspecify.annotations.NullMarked;

/**
 * The scripts as the target sends them, its settings of the driver, and which answers it takes for a reason to try again,
 * for the bare loop: a copy of them would drift. They are no part of the target's interface, so this class stands in its
 * package.
 */
@NullMarked
public final class JanusGraphScripts {
    private final Settings target;
    private final Settings workload;
    private final Map<OperationKind, String> scripts = new ConcurrentHashMap<>();

    /** Of sections "target" and "workload" of a plan. */
    public JanusGraphScripts(Settings target, Settings workload) {
        this.target = target;
        this.workload = workload;
    }

    /** Of an operation that has a transaction of its own; parameter actions: a list of [name, argument, ...]. */
    public String script(Operation operation) {
        return scripts.computeIfAbsent(
                operation.kind(), kind -> statements(operation).getFirst());
    }

    /** The driver, set up as the target's, so that it costs both sides the same. */
    public Cluster cluster() {
        return GremlinDriver.cluster(JanusGraphSettings.of(target, workload));
    }

    /** As on BerkeleyJE, where the server must not interrupt a script: whoever waits bounds the time. */
    public static RequestOptions.Builder options() {
        return RequestOptions.build()
                .timeout(GremlinConnection.FOR_EVER.toMillis())
                .batchSize(GremlinConnection.FRAME);
    }

    private List<String> statements(Operation operation) {
        return new JanusGraphProvider().statements(target, workload, Depth.EXECUTE, operation);
    }

    /** Whether somebody else had a lock, or made what must be unique, and nothing was changed. */
    public static boolean isTransient(ResponseException answer) {
        return Failures.of(GremlinConnection.refusal(answer), true).kind() == Kind.TRANSIENT;
    }
}
