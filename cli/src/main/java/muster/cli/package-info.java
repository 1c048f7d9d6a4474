/** The command line: one file a command, joining the other modules. Only experiments import it. */
@NullMarked
package muster.cli;

import org.jspecify.annotations.NullMarked;
