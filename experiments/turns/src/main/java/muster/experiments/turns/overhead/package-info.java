/** The commands overhead and calibrate. */
@NullMarked
package muster.experiments.turns.overhead;

import org.jspecify.annotations.NullMarked;
