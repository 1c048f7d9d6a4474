package muster.workloads.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import muster.workloads.Workload;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.StreamOperation.EmbedNodes;
import muster.workloads.operation.StreamOperation.ProjectGraph;
import muster.workloads.operation.StreamOperation.ReadPartition;
import muster.workloads.plan.language.PlanException;

/**
 * Reads the stream again and again; index i is partition i modulo their number. In a phase with {@code part: check} what
 * arrives is summed up, which takes its time and so is not what is measured elsewhere.
 *
 * @param graph what a load inserts
 */
record PropertyStream(StreamSettings settings, Workload graph) implements Workload {
    private static final String PROJECTION = "projection";
    private static final String EMBEDDING = "embedding";
    private static final String CHECK = "check";
    private static final Set<String> GRAPH = Set.of("vertices", "edges");

    @Override
    public List<LoadPart> loadParts() {
        List<LoadPart> parts = new ArrayList<>(graph.loadParts());
        parts.add(new LoadPart(PROJECTION, 1, 1));
        parts.add(new LoadPart(EMBEDDING, 1, 1));
        return List.copyOf(parts);
    }

    @Override
    public Operations operations(PhaseKey phase) {
        return switch (phase.part()) {
            case String part when GRAPH.contains(part) -> graph.operations(phase);
            case PROJECTION -> new Each(1, index -> new ProjectGraph(settings.graph()));
            case EMBEDDING -> new Each(1, index -> embedding(phase.seed()));
            case CHECK, "" ->
                new Each(Long.MAX_VALUE, index -> read(index, phase.part().equals(CHECK)));
            default ->
                throw new PlanException(
                        "part: \"" + phase.part() + "\": a phase of property-stream has none, or part: check");
        };
    }

    private EmbedNodes embedding(long seed) {
        return new EmbedNodes(settings.graph(), settings.property(), settings.dimension(), seed);
    }

    private ReadPartition read(long index, boolean checked) {
        int partitions = settings.partitions();
        return new ReadPartition(index / partitions, (int) (index % partitions), partitions, checked);
    }

    /** One stream a transaction: two could not be told apart in time. */
    @Override
    public int actionsPerTransaction() {
        return 1;
    }

    private record Each(long count, LongFunction<Operation> operation) implements Operations {
        @Override
        public Operation at(long index) {
            return operation.apply(index);
        }
    }
}
