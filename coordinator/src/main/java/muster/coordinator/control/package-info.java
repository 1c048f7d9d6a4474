/** Servers that plans name: what starts them, and the thread on which that happens. */
@NullMarked
package muster.coordinator.control;

import org.jspecify.annotations.NullMarked;
