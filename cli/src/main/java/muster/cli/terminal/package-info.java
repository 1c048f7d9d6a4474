/** Output to terminals and pipes, and errors of the command line. */
@NullMarked
package muster.cli.terminal;

import org.jspecify.annotations.NullMarked;
