/** Folders, ports, processes and JDKs of this machine. */
@NullMarked
package muster.servers.host;

import org.jspecify.annotations.NullMarked;
