/** The noop workload: nothing, or a set delay. */
@NullMarked
package muster.workloads.noop;

import org.jspecify.annotations.NullMarked;
