package muster.workloads.operation;

/** Batches of the batch-insert workload; the size of a batch is the length of its arrays. */
public sealed interface InsertOperation extends Operation {

    /** Vertices with unique ids; {@code names[j]} is a property of vertex {@code ids[j]}. */
    record InsertVertices(long[] ids, String[] names) implements InsertOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.INSERT_VERTICES;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), names.length, ids) + Digest.of(names);
        }
    }

    /** Edges with unique ids between vertices that were inserted before. */
    record InsertEdges(long[] ids, long[] sources, long[] targets) implements InsertOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.INSERT_EDGES;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), ids.length, ids) + Digest.of(kind(), 1, sources) + Digest.of(kind(), 2, targets);
        }
    }
}
