/** ./muster ab: up to four plans, or values of one key, side by side in turns. */
@NullMarked
package muster.experiments.turns.ab;

import org.jspecify.annotations.NullMarked;
