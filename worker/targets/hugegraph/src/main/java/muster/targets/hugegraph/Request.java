package muster.targets.hugegraph;

import java.util.List;
import java.util.Map;
import muster.targets.support.ActionOutcome;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Probe;
import org.apache.hugegraph.structure.graph.Edge;
import org.apache.hugegraph.structure.graph.Vertex;
import org.jspecify.annotations.Nullable;

/** What is sent for one or more operations of a transaction. */
sealed interface Request {
    /** The cheapest round trip. */
    record Cheapest() implements Request {}

    /**
     * A script of Gremlin.
     *
     * @param first position of its first operation in the transaction
     * @param elements of each of its operations
     * @param writes whether a lost answer leaves it open whether something was changed
     */
    record Script(String text, Map<String, Object> bindings, int first, long[] elements, boolean writes)
            implements Request {
        void report(List<Object> answers, Probe probe) {
            for (int i = 0; i < elements.length; i++) {
                ActionOutcome.answered(first + i, answers.get(i), elements[i], probe);
            }
        }
    }

    /** A script that a plan names. */
    record Named(String text, Map<String, @Nullable Object> bindings, QueryOperation operation, int position)
            implements Request {}

    /** A script that touches nothing and so has nothing to tell. */
    record Parsed(String text, Map<String, @Nullable Object> bindings) implements Request {}

    /** Vertices through REST; the last one tells whether they were inserted before. */
    record Vertices(List<Vertex> vertices, int position) implements Request {}

    /** Edges through REST. */
    record Edges(List<Edge> edges, int position) implements Request {}
}
