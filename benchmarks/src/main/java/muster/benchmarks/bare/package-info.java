/** The same operations without Muster: the bare loop of each client library. */
@NullMarked
package muster.benchmarks.bare;

import org.jspecify.annotations.NullMarked;
