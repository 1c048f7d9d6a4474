package muster.workloads.dataset;

import java.util.List;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.GraphSchema;
import muster.workloads.schema.NodeType;

/** A graph as tables. */
public record DataSet(List<Table<NodeType>> nodes, List<Table<EdgeType>> edges) {
    public GraphSchema schema() {
        return new GraphSchema(
                nodes.stream().map(Table::type).distinct().toList(),
                edges.stream().map(Table::type).distinct().toList());
    }
}
