/** Simulated workers, for clusters larger than this machine. */
@NullMarked
package muster.benchmarks.simulated;

import org.jspecify.annotations.NullMarked;
