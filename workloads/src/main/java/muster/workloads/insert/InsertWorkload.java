package muster.workloads.insert;

import java.util.List;
import muster.workloads.Workload;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.language.PlanException;

/**
 * Batch insert. Both parts can be loaded, warmed up with and measured, any number of times: each phase adds elements of
 * its own, EntityId(ordinal, number), and the edges of a phase join the vertices of the last phase before it that added
 * vertices. A second execution of an index adds the same ids.
 */
final class InsertWorkload implements Workload {
    private static final String VERTICES = "vertices";
    private static final String EDGES = "edges";

    private final InsertGraph graph;
    private final InsertSettings settings;

    InsertWorkload(InsertGraph graph, InsertSettings settings) {
        this.graph = graph;
        this.settings = settings;
    }

    @Override
    public List<LoadPart> loadParts() {
        return List.of(
                new LoadPart(VERTICES, Batch.count(graph.vertices(), settings.vertexBatch()), 1),
                new LoadPart(EDGES, Batch.count(graph.edges(), settings.edgeBatch()), 1));
    }

    @Override
    public boolean changesGraph() {
        return true;
    }

    @Override
    public Operations operations(PhaseKey phase) {
        return switch (phase.part()) {
            case VERTICES -> new VertexBatches(graph, settings.vertexBatch(), phase.ordinal());
            case EDGES -> edges(phase);
            default ->
                throw new PlanException("part: \"" + phase.part() + "\": a phase of batch-insert needs part: "
                        + VERTICES + " or part: " + EDGES);
        };
    }

    private Operations edges(PhaseKey phase) {
        if (phase.vertices() < 0) {
            throw new PlanException("part: edges: no phase before it adds vertices; put a load phase or one with part: "
                    + VERTICES + " before it");
        }
        return new EdgeBatches(
                graph.ends(phase.seed()), graph.edges(), settings.edgeBatch(), phase.ordinal(), phase.vertices());
    }

    @Override
    public int actionsPerTransaction() {
        return settings.actionsPerTransaction();
    }
}
