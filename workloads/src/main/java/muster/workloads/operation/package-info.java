/** Operations of all workloads, and the identifiers they share. */
@NullMarked
package muster.workloads.operation;

import org.jspecify.annotations.NullMarked;
