/** Questions about operations in flight: passed on to workers, and answered when they have answered. */
@NullMarked
package muster.coordinator.core.operations;

import org.jspecify.annotations.NullMarked;
