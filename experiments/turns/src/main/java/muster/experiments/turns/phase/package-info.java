/** Phases whose arms take turns: what the turns say, at the end of a run and wherever it is shown. */
@NullMarked
package muster.experiments.turns.phase;

import org.jspecify.annotations.NullMarked;
