/** The command line: one file a command, joining the other modules. Nothing imports it. */
@NullMarked
package muster.cli;

import org.jspecify.annotations.NullMarked;
