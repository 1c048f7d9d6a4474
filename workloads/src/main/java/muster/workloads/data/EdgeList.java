package muster.workloads.data;

/**
 * A given graph: vertex v is called {@code names[v]}, edge e goes from vertex {@code sources[e]} to {@code targets[e]}.
 * Vertices are numbered by first appearance, edges as they stand in the file.
 */
public record EdgeList(String[] names, int[] sources, int[] targets) {
    public int vertices() {
        return names.length;
    }

    public int edges() {
        return sources.length;
    }
}
