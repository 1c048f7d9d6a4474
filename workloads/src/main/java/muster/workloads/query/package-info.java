/** Workload "query": statements and parameters that a plan names. */
@NullMarked
package muster.workloads.query;

import org.jspecify.annotations.NullMarked;
