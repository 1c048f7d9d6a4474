/** The commands dist and keys. */
@NullMarked
package muster.cli.install;

import org.jspecify.annotations.NullMarked;
