/** What Muster itself costs: each figure is a ratio to a bare loop that was measured in the same run. */
@NullMarked
package muster.benchmarks;

import org.jspecify.annotations.NullMarked;
