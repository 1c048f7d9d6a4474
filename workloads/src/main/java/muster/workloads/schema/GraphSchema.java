package muster.workloads.schema;

import java.util.List;

/** The types of the nodes and edges of a graph. Edges refer to types among the nodes. */
public record GraphSchema(List<NodeType> nodes, List<EdgeType> edges) {}
