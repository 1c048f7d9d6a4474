package muster.workloads.operation;

/** Operations of the property-stream workload. */
public sealed interface StreamOperation extends Operation {

    /**
     * Makes a graph of all loaded vertices and edges in the library's catalog, anew if there is one of this name.
     *
     * @param graph its name in the catalog
     */
    record ProjectGraph(String graph) implements StreamOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.PROJECT_GRAPH;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), 0, new long[] {Digest.of(graph)});
        }
    }

    /**
     * Gives each node of a projected graph a vector, unless they have one.
     *
     * @param property that holds the vectors, of {@code dimension} 32-bit floats
     * @param seed of the embedding: the same graph and seed give the same vectors
     */
    record EmbedNodes(String graph, String property, int dimension, long seed) implements StreamOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.EMBED_NODES;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), dimension, new long[] {Digest.of(graph), Digest.of(property), seed});
        }
    }

    /**
     * Reads (id, vector) of each node whose id, divided by {@code partitions}, leaves {@code partition}, in any order.
     *
     * @param round how many times the whole stream was read before
     * @param checked whether the reader computes the checksum of what it read ({@link muster.workloads.operation.RowHash})
     */
    record ReadPartition(long round, int partition, int partitions, boolean checked) implements StreamOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.READ_PARTITION;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), round, new long[] {partition, partitions, checked ? 1 : 0});
        }
    }
}
