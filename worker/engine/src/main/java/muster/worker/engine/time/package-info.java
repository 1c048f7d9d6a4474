/** Clocks, rates and pauses of a phase. */
@NullMarked
package muster.worker.engine.time;

import org.jspecify.annotations.NullMarked;
