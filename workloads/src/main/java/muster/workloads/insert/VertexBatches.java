package muster.workloads.insert;

import muster.workloads.Workload.Operations;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;

/** Batch b holds the vertices b * size, b * size + 1, ...; the id of vertex v is EntityId(ordinal, v). */
record VertexBatches(InsertGraph graph, int size, int ordinal) implements Operations {
    @Override
    public long count() {
        return Batch.count(graph.vertices(), size);
    }

    @Override
    public Operation at(long index) {
        Batch batch = Batch.of(graph.vertices(), size, index);
        long[] ids = new long[batch.length()];
        String[] names = new String[batch.length()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = EntityId.of(ordinal, batch.first() + i);
            names[i] = graph.name(batch.first() + i);
        }
        return new InsertVertices(ids, names);
    }
}
