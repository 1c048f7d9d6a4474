package muster.workloads.schema;

import java.util.List;
import java.util.stream.Stream;

/**
 * Nodes of one label.
 *
 * @param key the property that tells them apart: unique, never missing
 * @param properties the others; a value may be missing
 */
public record NodeType(String label, Column key, List<Column> properties) {
    /** The columns of a row: the key, then the properties. */
    public List<Column> columns() {
        return Stream.concat(Stream.of(key), properties.stream()).toList();
    }
}
