package muster.workloads.insert;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.target.Outcome;

/** The reference for batch inserts: what a right database holds. It is not safe for several threads. */
public final class InsertModel {
    private final Map<Long, Long> outDegrees = new HashMap<>();
    private final Set<Long> edges = new HashSet<>();
    private long vertexSum;
    private long edgeSum;

    /**
     * Ok; duplicate if one of the elements is there already, absent if one of the ends is not. A batch is all or
     * nothing.
     */
    public Outcome apply(InsertOperation operation) {
        return switch (operation) {
            case InsertVertices batch -> insert(batch);
            case InsertEdges batch -> insert(batch);
        };
    }

    public long vertices() {
        return outDegrees.size();
    }

    public long edges() {
        return edges.size();
    }

    /**
     * As {@link Fingerprint} defines it, of users only; the last sum of "ids" is over the edges' sources and targets,
     * edges with the same ends counted each.
     */
    public Map<String, String> fingerprint() {
        Fingerprint fingerprint = new Fingerprint().users(vertices(), vertexSum).follows(edges(), edgeSum);
        Map<Long, Long> histogram = new TreeMap<>();
        outDegrees.values().forEach(degree -> histogram.merge(degree, 1L, Long::sum));
        histogram.forEach(fingerprint::degree);
        return fingerprint.facts();
    }

    private Outcome insert(InsertVertices batch) {
        for (long id : batch.ids()) {
            if (outDegrees.containsKey(id)) {
                return Outcome.DUPLICATE;
            }
        }
        for (long id : batch.ids()) {
            outDegrees.put(id, 0L);
            vertexSum += Fingerprint.weight(id);
        }
        return Outcome.OK;
    }

    private Outcome insert(InsertEdges batch) {
        Outcome outcome = check(batch);
        for (int i = 0; outcome == Outcome.OK && i < batch.ids().length; i++) {
            edges.add(batch.ids()[i]);
            outDegrees.merge(batch.sources()[i], 1L, Long::sum);
            edgeSum += Fingerprint.weight(batch.sources()[i], batch.targets()[i]);
        }
        return outcome;
    }

    private Outcome check(InsertEdges batch) {
        for (int i = 0; i < batch.ids().length; i++) {
            if (edges.contains(batch.ids()[i])) {
                return Outcome.DUPLICATE;
            }
            if (!outDegrees.containsKey(batch.sources()[i]) || !outDegrees.containsKey(batch.targets()[i])) {
                return Outcome.ABSENT;
            }
        }
        return Outcome.OK;
    }
}
