/** The command that searches the highest rate within a bound. */
@NullMarked
package muster.cli.limit;

import org.jspecify.annotations.NullMarked;
