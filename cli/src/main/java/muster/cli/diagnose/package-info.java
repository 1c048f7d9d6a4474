/** The command doctor. */
@NullMarked
package muster.cli.diagnose;

import org.jspecify.annotations.NullMarked;
