/** Writing the operations of runs and plans to files that can be replayed. */
@NullMarked
package muster.cli.record;

import org.jspecify.annotations.NullMarked;
