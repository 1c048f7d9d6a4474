/** The Graphity workload: a synthetic or given social network, its operations and its reference model. */
@NullMarked
package muster.workloads.graphity;

import org.jspecify.annotations.NullMarked;
