/** The matrix of staged bottlenecks: real processes, one known limit each, and the verdict that must come of it. */
@NullMarked
package muster.benchmarks.bottlenecks;

import org.jspecify.annotations.NullMarked;
