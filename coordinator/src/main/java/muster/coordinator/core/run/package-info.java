/** Runs one after another: steps, trials, phases and the result. */
@NullMarked
package muster.coordinator.core.run;

import org.jspecify.annotations.NullMarked;
