/** The commands server and clean. */
@NullMarked
package muster.cli.server;

import org.jspecify.annotations.NullMarked;
