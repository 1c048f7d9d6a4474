/** Processes that benchmarks start. */
@NullMarked
package muster.benchmarks.process;

import org.jspecify.annotations.NullMarked;
