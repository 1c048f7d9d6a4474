/** Writing the operations of runs and plans to files that can be replayed. */
@NullMarked
package muster.experiments.replay;

import org.jspecify.annotations.NullMarked;
