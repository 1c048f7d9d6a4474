/** FalkorDB as a local server process: Redis with FalkorDB's module, fetched at run time and never shipped. */
@NullMarked
package muster.servers.falkordb;

import org.jspecify.annotations.NullMarked;
