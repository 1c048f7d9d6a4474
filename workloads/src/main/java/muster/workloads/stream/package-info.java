/** The property-stream workload: a property of every node, as a stream of rows. */
@NullMarked
package muster.workloads.stream;

import org.jspecify.annotations.NullMarked;
