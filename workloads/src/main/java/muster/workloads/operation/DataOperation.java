package muster.workloads.operation;

import java.util.List;
import muster.workloads.random.Mix;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.GraphSchema;
import muster.workloads.schema.NodeType;

/**
 * The load of a plan's own data (key "data"): the schema, then nodes, then edges, in batches of rows. Values are Long,
 * Double, Boolean, String, or null where one is missing. A second execution of each leaves the same graph.
 */
public sealed interface DataOperation extends Operation {

    /** Creates labels, properties and a unique index on the key of each label of nodes, and waits for it; what is there stays. */
    record CreateSchema(GraphSchema schema) implements DataOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.CREATE_SCHEMA;
        }

        @Override
        public long digest() {
            long hash = Mix.mix(kind().code());
            for (NodeType type : schema.nodes()) {
                hash = columns(Mix.mix(hash, Digest.of(type.label())), type.columns());
            }
            for (EdgeType type : schema.edges()) {
                hash = columns(Mix.mix(hash, Digest.of(type.label())), type.columns());
            }
            return hash;
        }

        private static long columns(long start, List<Column> columns) {
            long hash = start;
            for (Column column : columns) {
                hash = Mix.mix(
                        hash, Digest.of(column.name()), Digest.of(column.type().label()));
            }
            return hash;
        }
    }

    /** Nodes of one type; a row is {@link NodeType#columns}. */
    record LoadNodes(NodeType type, List<Object[]> rows) implements DataOperation {
        @Override
        public OperationKind kind() {
            return OperationKind.LOAD_NODES;
        }

        @Override
        public long digest() {
            return Digest.of(kind(), type.label(), rows);
        }
    }

    /**
     * Edges of one type, all of them or, where an end is missing, none; a row is {@link EdgeType#columns}.
     *
     * @param batch the unique id of these rows, by which a second execution is known
     */
    record LoadEdges(long batch, EdgeType type, List<Object[]> rows) implements DataOperation {
        /** The property by which a target may keep {@link #batch}, on the first edge of it. */
        public static final String BATCH = "musterBatch";

        @Override
        public OperationKind kind() {
            return OperationKind.LOAD_EDGES;
        }

        @Override
        public long digest() {
            return Mix.mix(batch) + Digest.of(kind(), type.label(), rows);
        }
    }
}
