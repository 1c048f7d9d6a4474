/** The figures of a phase, read from the store when it ends and once a second. */
@NullMarked
package muster.coordinator.server.figures;

import org.jspecify.annotations.NullMarked;
