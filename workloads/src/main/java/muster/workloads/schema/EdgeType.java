package muster.workloads.schema;

import java.util.List;
import java.util.stream.Stream;

/**
 * Edges of one label between nodes of two types. Several types may share a label.
 *
 * @param properties a value may be missing
 */
public record EdgeType(String label, NodeType from, NodeType to, List<Column> properties) {
    /** The columns of a row: the keys of both ends, then the properties. */
    public List<Column> columns() {
        return Stream.concat(Stream.of(from.key(), to.key()), properties.stream())
                .toList();
    }
}
