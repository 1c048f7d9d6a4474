/** This machine, this JVM and the Python environment. */
@NullMarked
package muster.cli.host;

import org.jspecify.annotations.NullMarked;
