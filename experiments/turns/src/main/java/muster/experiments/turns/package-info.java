/** Interleaved arms: two ways to do the same work, warm side by side in one process, that take turns. */
@NullMarked
package muster.experiments.turns;

import org.jspecify.annotations.NullMarked;
