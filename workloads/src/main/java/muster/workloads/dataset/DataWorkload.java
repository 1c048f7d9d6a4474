package muster.workloads.dataset;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.schema.EdgeType;

/**
 * A workload on data of the plan. The load has three parts: the schema (one operation), the batches of all tables of
 * nodes one after another, and those of edges; all other phases are the workload's.
 */
public record DataWorkload(Workload workload, DataSet data) implements Workload {
    private static final String SCHEMA = "schema";
    private static final String NODES = "nodes";
    private static final String EDGES = "edges";

    @Override
    public List<Query> queries() {
        return workload.queries();
    }

    @Override
    public Map<String, ExpectedAnswers> expected() {
        return workload.expected();
    }

    @Override
    public ExpectedAnswers answers(String query, Path file) {
        return workload.answers(query, file);
    }

    @Override
    public List<LoadPart> loadParts() {
        return List.of(
                new LoadPart(SCHEMA, 1, 1),
                new LoadPart(NODES, batches(data.nodes()), 1),
                new LoadPart(EDGES, batches(data.edges()), 1));
    }

    @Override
    public Operations operations(PhaseKey phase) {
        return switch (phase.part()) {
            case SCHEMA -> new Batches(1, index -> new CreateSchema(data.schema()));
            case NODES -> new Batches(batches(data.nodes()), this::nodes);
            case EDGES ->
                new Batches(batches(data.edges()), index -> edges(EntityId.of(phase.ordinal(), index), index));
            default -> workload.operations(phase);
        };
    }

    private Operation nodes(long index) {
        long batch = index;
        for (var table : data.nodes()) {
            if (batch < table.batches()) {
                return new LoadNodes(table.type(), table.rows(batch));
            }
            batch -= table.batches();
        }
        throw new IndexOutOfBoundsException(index);
    }

    private Operation edges(long id, long index) {
        long batch = index;
        for (Table<EdgeType> table : data.edges()) {
            if (batch < table.batches()) {
                return new LoadEdges(id, table.type(), table.rows(batch));
            }
            batch -= table.batches();
        }
        throw new IndexOutOfBoundsException(index);
    }

    private static long batches(List<? extends Table<?>> tables) {
        return tables.stream().mapToLong(Table::batches).sum();
    }

    /** All of the data all the same: what is loaded does not depend on the mix. */
    @Override
    public Workload of(Map<String, Double> parts) {
        return new DataWorkload(workload.of(parts), data);
    }

    @Override
    public FollowSpill spill(PhaseKey phase) {
        return workload.spill(phase);
    }

    @Override
    public int actionsPerTransaction() {
        return workload.actionsPerTransaction();
    }

    private record Batches(long count, LongFunction<Operation> batch) implements Operations {
        @Override
        public Operation at(long index) {
            return batch.apply(index);
        }
    }
}
