/** The types of a property graph: labels, keys and properties of nodes and edges. */
@NullMarked
package muster.workloads.schema;

import org.jspecify.annotations.NullMarked;
