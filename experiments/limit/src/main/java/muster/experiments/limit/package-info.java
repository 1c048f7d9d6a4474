/** The command that searches the highest rate within a bound. */
@NullMarked
package muster.experiments.limit;

import org.jspecify.annotations.NullMarked;
