/** The commands overhead and calibrate. */
@NullMarked
package muster.cli.overhead;

import org.jspecify.annotations.NullMarked;
