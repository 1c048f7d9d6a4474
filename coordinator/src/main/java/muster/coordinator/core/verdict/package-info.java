/** Checks of a run: validity of the generator, thresholds, coverage, and the bottleneck. */
@NullMarked
package muster.coordinator.core.verdict;

import org.jspecify.annotations.NullMarked;
