/** The command check: what a plan would do. */
@NullMarked
package muster.cli.check;

import org.jspecify.annotations.NullMarked;
