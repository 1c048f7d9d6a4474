/** ArcadeDB as a local server process, which speaks Bolt; its jars are fetched at run time and none of its code is linked. */
@NullMarked
package muster.servers.arcadedb;

import org.jspecify.annotations.NullMarked;
