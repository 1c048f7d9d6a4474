package muster.targets.hugegraph;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import muster.targets.support.Deadline;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import org.apache.hugegraph.exception.ServerException;
import org.apache.hugegraph.structure.constant.Direction;
import org.apache.hugegraph.structure.graph.Edge;
import org.apache.hugegraph.structure.graph.Vertex;

/**
 * Inserts through REST, one element by its own request, several by requests of at most {@code batchLimit}. Each request
 * commits for itself, in the order of the elements: so the last element tells whether all were inserted before, and a second
 * execution of what was cut short writes the same elements again, which HugeGraph does silently.
 */
record Batches(HugeGraphConnection link, HugeGraphSettings settings) {
    void insert(Request.Vertices batch, Deadline deadline, Probe probe) throws TimeoutException {
        List<Vertex> vertices = batch.vertices();
        if (settings.checkDuplicate() && isThere(vertices.getLast())) {
            probe.outcome(batch.position(), Outcome.DUPLICATE);
            return;
        }
        inParts(vertices, deadline, part -> {
            if (part.size() == 1) {
                link.vertices().create(part.getFirst());
            } else {
                link.vertices().create(part);
            }
        });
        probe.elements(batch.position(), vertices.size());
    }

    /** A batch of which an end is missing is absent; of a batch in several requests those before it stay. */
    void insert(Request.Edges batch, Deadline deadline, Probe probe) throws TimeoutException {
        List<Edge> edges = batch.edges();
        if (settings.checkDuplicate() && isThere(edges.getLast())) {
            probe.outcome(batch.position(), Outcome.DUPLICATE);
            return;
        }
        try {
            inParts(edges, deadline, this::create);
            probe.elements(batch.position(), edges.size());
        } catch (ServerException answer) {
            if (!Failures.isMissingEnd(answer)) {
                throw answer;
            }
            probe.outcome(batch.position(), Outcome.ABSENT);
        }
    }

    /** A single edge is always checked by the server, so the setting decides which way it takes. */
    private void create(List<Edge> part) {
        if (part.size() == 1 && settings.checkVertex()) {
            link.edges().create(part.getFirst());
        } else {
            link.edges().create(part, settings.checkVertex());
        }
    }

    private <T> void inParts(List<T> elements, Deadline deadline, Consumer<List<T>> send) throws TimeoutException {
        for (int from = 0; from < elements.size(); from += settings.batchLimit()) {
            deadline.check();
            link.wire().writes();
            send.accept(elements.subList(from, Math.min(elements.size(), from + settings.batchLimit())));
        }
    }

    private boolean isThere(Vertex vertex) {
        try {
            return vertex.id().equals(asLong(link.vertices().get(vertex.id()).id()));
        } catch (ServerException answer) {
            if (answer.status() == Failures.NOT_FOUND) {
                return false;
            }
            throw answer;
        }
    }

    private static Object asLong(Object id) {
        return id instanceof Number number ? number.longValue() : id;
    }

    /** Asked of the edges of its source, by the key that they are sorted by. */
    private boolean isThere(Edge edge) {
        Map<String, Object> number = Map.of(Schema.NUMBER, edge.property(Schema.NUMBER));
        return !link.edges()
                .list(edge.sourceId(), Direction.OUT, Schema.EDGE, number, 0, null, 1)
                .results()
                .isEmpty();
    }
}
