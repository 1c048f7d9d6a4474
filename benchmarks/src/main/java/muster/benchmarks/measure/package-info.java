/** Ratios of pairs of measurements. */
@NullMarked
package muster.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
