/** The batch-insert workload: vertices and edges in batches of a set size. */
@NullMarked
package muster.workloads.insert;

import org.jspecify.annotations.NullMarked;
