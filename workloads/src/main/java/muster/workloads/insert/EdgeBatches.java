package muster.workloads.insert;

import muster.workloads.Workload.Operations;
import muster.workloads.insert.InsertGraph.Ends;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.Operation;

/**
 * Batch b holds the edges b * size, b * size + 1, ...; the id of edge e is EntityId(ordinal, e), its ends are vertices of
 * the phase with the ordinal {@code vertices}.
 */
record EdgeBatches(Ends ends, long edges, int size, int ordinal, int vertices) implements Operations {
    @Override
    public long count() {
        return Batch.count(edges, size);
    }

    @Override
    public Operation at(long index) {
        Batch batch = Batch.of(edges, size, index);
        long[] ids = new long[batch.length()];
        long[] sources = new long[batch.length()];
        long[] targets = new long[batch.length()];
        for (int i = 0; i < ids.length; i++) {
            long edge = batch.first() + i;
            ids[i] = EntityId.of(ordinal, edge);
            sources[i] = EntityId.of(vertices, ends.source(edge));
            targets[i] = EntityId.of(vertices, ends.target(edge));
        }
        return new InsertEdges(ids, sources, targets);
    }
}
